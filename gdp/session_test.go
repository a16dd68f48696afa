package gdp

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// ring returns a cycle of n nodes with a secret in it: node 0 has a label.
func ring(t testing.TB, n int) *graph.Network {
	t.Helper()
	edges := make([]graph.Edge, n)
	for i := range edges {
		edges[i] = graph.Edge{U: int32(i), V: int32((i + 1) % n)}
	}
	g := graphOf(t, n, edges, false)
	labels := make([]int32, n)
	labels[0] = 1
	return &graph.Network{Graph: g, Labels: labels, Classes: []string{"a", "b"}}
}

// edges returns the number of edges, for tests; package query has the real one.
func edges(rel Relation, bound float64, basis Basis) Bounded[L1] {
	return Query("edges", rel, L1(bound), basis, func(d *Data) ([]float64, error) {
		return []float64{float64(d.Network.Graph.M())}, nil
	})
}

// graphOf returns a graph of n nodes with these edges.
func graphOf(t testing.TB, n int, edges []graph.Edge, directed bool) *graph.Graph {
	t.Helper()
	g, _ := must.Two(graph.FromEdges(n, edges, graph.Options{Directed: directed}))(t)
	return g
}

// pay returns a budget.
func pay(eps, delta float64) Budget { return Budget{Epsilon: Epsilon(eps), Delta: Delta(delta)} }

var proof = Proof{Doc: "proofs/queries.md#edge-count", Test: "TestEdgeCount"}

func protectRing(t testing.TB, b Budget, opts ...Option) *Session {
	t.Helper()
	return must.Get(Protect(ring(t, 10), EdgeLevel, b, append([]Option{Seed(1)}, opts...)...))(t)
}

// nodesFor returns the option that a relation needs.
func nodesFor(rel Relation, n int) []Option {
	if rel == NodeUnbounded {
		return []Option{Nodes(n)}
	}
	return nil
}

func TestBudgetHolds(t *testing.T) {
	s := protectRing(t, Budget{Epsilon: 1})
	q := edges(EdgeLevel, 1, proof)
	for i := range 4 {
		if _, err := Laplace(s, fmt.Sprint("count ", i), q, 0.25); err != nil {
			t.Fatalf("spend %d: %v", i, err)
		}
	}
	refused(t, "over the budget", second(Laplace(s, "one more", q, 0.001)), ErrBudget)
	l, err := s.Ledger()
	if err != nil || len(l.Entries) != 4 || math.Abs(float64(l.Spent())-1) > 1e-12 {
		t.Errorf("ledger after a refusal: %d entries, ε = %v, %v", len(l.Entries), l.Spent(), err)
	}
	// Earlier releases are still available at no cost.
	a, err := Laplace(s, "count 0", q, 0.25)
	b, err2 := Laplace(s, "count 0", q, 0.25)
	if err != nil || err2 != nil || a[0] != b[0] {
		t.Errorf("a kept release: %v %v, then %v %v", a, err, b, err2)
	}
	// The same label with another ε is another release, and exceeds the budget.
	refused(t, "a changed release", second(Laplace(s, "count 0", q, 0.2)), ErrBudget)
}

// Nothing increases the budget, and refused spends cost nothing.
func TestRefusals(t *testing.T) {
	s := protectRing(t, Budget{Epsilon: 1, Delta: 1e-6})
	q := edges(EdgeLevel, 1, proof)
	l2 := Query("edges", EdgeLevel, L2(1), proof, q.eval)
	linf := Query("edges", EdgeLevel, LInf(1), proof, q.eval)
	inf, nan := math.Inf(1), math.NaN()
	var spends []func() error
	for _, bad := range []float64{0, -1, inf, -inf, nan} {
		spends = append(spends,
			func() error { _, err := Laplace(s, "x", edges(EdgeLevel, bad, proof), 0.1); return err },
			func() error { _, err := Protect(ring(t, 3), EdgeLevel, pay(bad, 0)); return err },
		)
	}
	for _, bad := range []float64{-1, 1, 2, inf, -inf, nan} {
		spends = append(spends, func() error { _, err := Protect(ring(t, 3), EdgeLevel, pay(1, bad)); return err })
	}
	for _, bad := range []float64{-0.1, 1.1, inf, nan} {
		spends = append(spends, func() error {
			_, err := s.Train(Plan{Label: "x", Steps: 1, Sampling: Poisson{bad}, Multiplier: 1, Sensitivity: 1, Basis: proof})
			return err
		})
	}
	for _, bad := range []float64{0, -1, inf, -inf, nan, 1e-300, 1e300} {
		spends = append(spends,
			func() error { _, err := Laplace(s, "x", q, Epsilon(bad)); return err },
			func() error { _, err := DiscreteLaplace(s, "x", q, Epsilon(bad)); return err },
			func() error { _, err := GaussianMultiplier(s, "x", l2, bad); return err },
			func() error { _, err := NewNoisyMax("x", linf, 1, Epsilon(bad)).Draw(s); return err },
			func() error { _, err := RandomisedResponse(s, "x", Epsilon(bad)); return err },
			func() error {
				_, err := s.Train(Plan{Label: "x", Steps: 1, Sampling: FullBatch{}, Multiplier: bad, Sensitivity: 1, Basis: proof})
				return err
			},
		)
	}
	spends = append(spends,
		func() error { _, err := Laplace(s, "", q, 0.1); return err },
		func() error { _, err := Laplace(s, "x", Bounded[L1]{}, 0.1); return err },
		func() error { _, err := Laplace(s, "x", edges(NodeLevel, 1, proof), 0.1); return err },
		func() error { _, err := Laplace(s, "x", edges(EdgeLevel, 1, nil), 0.1); return err },
		func() error { _, err := Laplace(s, "x", edges(EdgeLevel, 1, Proof{}), 0.1); return err },
		func() error { _, err := Laplace(s, "x", edges(EdgeLevel, 1, Claim{Source: "a"}), 0.1); return err },
		func() error { _, err := DiscreteLaplace(s, "x", edges(EdgeLevel, 1.5, proof), 0.1); return err },
		func() error { _, err := DiscreteLaplace(s, "x", edges(EdgeLevel, 1<<30, proof), 0x1p-15); return err },
		func() error { _, err := NewNoisyMax("x", linf, 0, 0.1).Draw(s); return err },
		func() error { _, err := s.Train(Plan{}); return err },
		func() error {
			_, err := s.Train(Plan{Label: "x", Steps: 0, Sampling: FullBatch{}, Multiplier: 9, Sensitivity: 1, Basis: proof})
			return err
		},
		func() error {
			_, err := s.Train(Plan{Label: "x", Steps: 1, Sampling: FixedSize{10, 2}, Multiplier: 99, Sensitivity: 1, Basis: proof})
			return err
		},
		func() error {
			_, err := s.Train(Plan{Label: "x", Steps: 1, Sampling: FullBatch{}, Multiplier: 99, Sensitivity: 1, Basis: proof, Claimed: pay(0.1, 0)})
			return err
		},
		func() error { _, err := Protect(nil, EdgeLevel, pay(1, 0)); return err },
		func() error { _, err := Protect(&graph.Network{}, EdgeLevel, pay(1, 0)); return err },
		func() error { _, err := Protect(ring(t, 3), 0, pay(1, 0)); return err },
		func() error { _, err := Protect(ring(t, 3), GraphLevel, pay(1, 0)); return err },
		func() error {
			_, err := ProtectCollection(&graph.Collection{Graphs: []*graph.Network{ring(t, 3)}}, GraphLevel, pay(1, 0), Nodes(9))
			return err
		},
		func() error { _, err := Protect(ring(t, 3), NodeUnbounded, pay(1, 0), Nodes(2)); return err },
		func() error { _, err := Protect(ring(t, 3), EdgeLevel, pay(1, 0), Journal("")); return err },
		func() error { _, err := ProtectCollection(&graph.Collection{}, GraphLevel, pay(1, 0)); return err },
		func() error { _, err := ProtectCollection(nil, EdgeLevel, pay(1, 0)); return err },
	)
	for i, spend := range spends {
		if err := spend(); err == nil || !strings.HasPrefix(err.Error(), "gdp:") {
			t.Errorf("refusal %d: error %v", i, err)
		}
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
		t.Errorf("refused spends left %d entries, error %v", len(l.Entries), err)
	}
}

// Goroutines that spend at once never pass the budget together.
func TestConcurrentSpends(t *testing.T) {
	s := protectRing(t, Budget{Epsilon: 1})
	q := edges(EdgeLevel, 1, proof)
	var granted atomic.Int32
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			_, err := Laplace(s, fmt.Sprint(i), q, 0.1)
			switch {
			case err == nil:
				granted.Add(1)
			case !errors.Is(err, ErrBudget):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if granted.Load() != 10 {
		t.Errorf("%d spends of 0.1 from a budget of 1", granted.Load())
	}
}

func TestClaims(t *testing.T) {
	halved := Claim{Source: "[X] Thm 1", Statement: "one edge moves the count by 1/2", Why: "it moves it by 1", Holds: 1}
	wild := Claim{Source: "[X] Thm 2", Statement: "no noise is needed", Why: "it is needed"}
	s := protectRing(t, Budget{Epsilon: 10, Delta: 1e-5})
	must.Get(Laplace(s.Scope("a"), "count", edges(EdgeLevel, 0.5, halved), 1))(t)
	g, err := s.Scope("a").Guarantee()
	if err != nil || math.Abs(float64(g.Claimed)-1) > 1e-4 || math.Abs(float64(g.Proved)-2) > 1e-4 || g.Reason != "" {
		t.Errorf("half the bound: %v, %v", g, err)
	}
	plan := Plan{
		Label: "train", Steps: 10, Sampling: FullBatch{}, Multiplier: 0.5, Sensitivity: 1,
		Basis: wild, Claimed: Budget{Epsilon: 3, Delta: 1e-5},
	}
	must.Get(s.Scope("b").Train(plan))(t)
	g, err = s.Scope("b").Guarantee()
	if err != nil || g.Claimed != 3 || !math.IsInf(float64(g.Proved), 1) || g.Reason != "it is needed" {
		t.Errorf("nothing proved: %v, %v", g, err)
	}
	if text := g.String(); !strings.Contains(text, "claimed 3 · proved +∞") || !strings.Contains(text, "it is needed") || !strings.Contains(text, "not a private release") {
		t.Errorf("written %s", text)
	}
	whole, err := s.Guarantee()
	if err != nil || whole.Claimed < 3.9 || whole.Claimed > 4*(1+slack) {
		t.Errorf("the session's guarantee: %v, %v", whole, err)
	}
	proofs := protectRing(t, Budget{Epsilon: 10, Delta: 1e-5}, ProvedOnly())
	refused(t, "a claim where proofs alone are taken", second(Laplace(proofs, "count", edges(EdgeLevel, 0.5, halved), 1)), ErrClaim)
	for _, g := range []Guarantee{g, whole, {Relation: NodeLevel, Proved: 1, Claimed: 2, Audited: &Audited{0.5, 0.75, 0.95, 100, "two worlds"}}} {
		text, err := g.MarshalJSON()
		var back Guarantee
		if err2 := back.UnmarshalJSON(text); err != nil || err2 != nil || fmt.Sprint(back) != fmt.Sprint(g) {
			t.Errorf("%s came back as %v (%v, %v)", text, back, err, err2)
		}
	}
}

func TestNothingPrivateIsPrinted(t *testing.T) {
	s := protectRing(t, Budget{Epsilon: 1})
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x", "%q"} {
		for _, x := range []any{s, s.data, *s.data, s.key} {
			text := fmt.Sprintf(verb, x)
			if strings.Contains(text, "[") || strings.Contains(text, "0x") || len(text) > 80 {
				t.Errorf("%s of %T prints %.200s", verb, x, text)
			}
		}
	}
}

func TestJournalOutlivesTheProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ring.journal")
	open := func() *Session {
		return must.Get(Protect(ring(t, 10), EdgeLevel, Budget{Epsilon: 1}, Journal(path)))(t) // fresh noise in every process
	}
	q := edges(EdgeLevel, 1, proof)
	first := must.Get(Laplace(open(), "count", q, 0.5))(t)
	s := open()
	again, err := Laplace(s, "count", q, 0.5)
	if err != nil || again[0] != first[0] {
		t.Errorf("released %v, then %v (%v)", first, again, err)
	}
	refused(t, "another process's spend is forgotten", second(Laplace(s, "other", q, 0.6)), ErrBudget)
	for name, protect := range map[string]func() (*Session, error){
		"relation": func() (*Session, error) { return Protect(ring(t, 10), NodeLevel, Budget{Epsilon: 1}, Journal(path)) },
		"ε":        func() (*Session, error) { return Protect(ring(t, 10), EdgeLevel, Budget{Epsilon: 2}, Journal(path)) },
		"δ":        func() (*Session, error) { return Protect(ring(t, 10), EdgeLevel, pay(1, 1e-5), Journal(path)) },
		"data":     func() (*Session, error) { return Protect(ring(t, 11), EdgeLevel, Budget{Epsilon: 1}, Journal(path)) },
		"seeded": func() (*Session, error) {
			return Protect(ring(t, 10), EdgeLevel, Budget{Epsilon: 1}, Journal(path), Seed(1))
		},
	} {
		if _, err := protect(); !errors.Is(err, ErrJournal) || !strings.Contains(err.Error(), name) {
			t.Errorf("a journal with another %s: %v", name, err)
		}
	}
	text := must.Get(os.ReadFile(path))(t)
	must.Do(t, os.WriteFile(path, []byte(strings.Replace(string(text), `"NoiseMultiplier":2`, `"NoiseMultiplier":9`, 1)), 0o600))
	refused(t, "an edited journal", second(Protect(ring(t, 10), EdgeLevel, Budget{Epsilon: 1}, Journal(path))), path)
}

// A journal is of one network, with its attributes and labels.
func TestNetworksDiffer(t *testing.T) {
	attributes := func(value float32) *graph.Attributes {
		return must.Get(graph.NewAttributes(2, []int64{0, 1, 1, 1}, []int32{1}, []float32{value}))(t)
	}
	seen := map[string]string{}
	for what, net := range map[string]graph.Network{
		"bare": {}, "labels": {Labels: []int32{0, 1, 0}}, "other labels": {Labels: []int32{0, 1, 1}},
		"attributes": {Attrs: attributes(1)}, "other attributes": {Attrs: attributes(2)},
		"both": {Attrs: attributes(1), Labels: []int32{0, 1, 0}},
	} {
		net.Graph = ring(t, 3).Graph
		sum := (&Data{Network: &net}).fingerprint([]byte("salt"))
		if other, ok := seen[sum]; ok {
			t.Errorf("%s is taken for %s", what, other)
		}
		seen[sum] = what
	}
	empty := graphOf(t, 3, nil, false)
	for _, present := range [][]bool{nil, {true, true, true}, {true, true, false}, {true, false, true}} {
		sum := (&Data{Network: &graph.Network{Graph: empty}, Present: present}).fingerprint([]byte("salt"))
		if other, ok := seen[sum]; ok {
			t.Errorf("nodes present %v are taken for %s", present, other)
		}
		seen[sum] = fmt.Sprint(present)
	}
}

func TestOnce(t *testing.T) {
	type config struct{ Rounds int }
	path := filepath.Join(t.TempDir(), "once.journal")
	runs := 0
	method := func(c config) (out []float64, g Guarantee, err error) {
		s, err := Protect(ring(t, 10), EdgeLevel, Budget{Epsilon: 1}, Journal(path))
		if err != nil {
			return nil, g, err
		}
		out, err = Once(s, "method", c, func(s *Session) ([]float64, error) {
			runs++
			return Laplace(s, "count", edges(EdgeLevel, 1, proof), Epsilon(0.2*float64(c.Rounds)))
		})
		return out, g, err
	}
	a, _, err := method(config{1})
	b, _, err2 := method(config{1})
	if err != nil || err2 != nil || a[0] != b[0] || runs != 1 {
		t.Errorf("run %d times: %v %v, %v %v", runs, a, err, b, err2)
	}
	if _, _, err := method(config{2}); err != nil || runs != 2 {
		t.Errorf("another configuration: %d runs, %v", runs, err)
	}
	if _, _, err := method(config{3}); !errors.Is(err, ErrBudget) {
		t.Errorf("over the budget: %v", err)
	}
	s := must.Get(Protect(ring(t, 10), EdgeLevel, Budget{Epsilon: 1}, Journal(path)))(t)
	if l := ledger(t, s); len(l.Entries) != 2 || l.Entries[0].Label == l.Entries[1].Label {
		t.Errorf("runs of two configurations share a scope: %v", l)
	}
}

// A process that dies between the spend and the answer has spent.
func TestKilledBetweenSpendAndAnswer(t *testing.T) {
	path := os.Getenv("GDP_TEST_JOURNAL")
	die := Query("deadly", EdgeLevel, L1(1), proof, func(*Data) ([]float64, error) { os.Exit(7); return nil, nil })
	if path != "" {
		s := must.Get(Protect(ring(t, 10), EdgeLevel, Budget{Epsilon: 1}, Journal(path)))(t)
		_, err := Laplace(s, "count", die, 0.7)
		t.Fatalf("alive: %v", err)
	}
	path = filepath.Join(t.TempDir(), "killed.journal")
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilledBetweenSpendAndAnswer$")
	cmd.Env = append(os.Environ(), "GDP_TEST_JOURNAL="+path)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 7 {
		t.Fatalf("the process ended with %v: %s", err, out)
	}
	s := must.Get(Protect(ring(t, 10), EdgeLevel, Budget{Epsilon: 1}, Journal(path)))(t)
	l, err := s.Ledger()
	if err != nil || len(l.Entries) != 1 || math.Abs(float64(l.Spent())-0.7) > 1e-9 {
		t.Errorf("after the kill: %v, %v", l, err)
	}
	refused(t, "spent twice", second(Laplace(s, "count", edges(EdgeLevel, 1, proof), 0.7)), ErrBudget)
	if _, err := Laplace(s, "less", edges(EdgeLevel, 1, proof), 0.3); err != nil {
		t.Errorf("what is left: %v", err)
	}
}

func TestFailedQueryStaysSpent(t *testing.T) {
	s := protectRing(t, Budget{Epsilon: 1})
	for i, values := range [][]float64{{math.NaN()}, {math.Inf(1)}, nil} {
		q := Query("bad", EdgeLevel, L1(1), proof, func(*Data) ([]float64, error) {
			if values == nil {
				return nil, errors.New("no answer")
			}
			return values, nil
		})
		refused(t, fmt.Sprintf("failure %d", i), second(Laplace(s, fmt.Sprint("bad ", i), q, 0.1)), "stays spent")
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 3 {
		t.Errorf("%d entries, %v", len(l.Entries), err)
	}
}

// A spend that was paid and not stored is drawn again for the same payment, also by another session
// on the journal. A different release is paid for.
func TestNothingIsPaidTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	open := func() *Session { return protectRing(t, Budget{Epsilon: 3}, Journal(path)) }
	lost := errors.New("the process is killed")
	ask := func(s *Session, eps Epsilon, fails error) ([]float64, error) {
		return Laplace(s, "asked", Query("count", EdgeLevel, L1(1), proof, func(*Data) ([]float64, error) { return []float64{5}, fails }), eps)
	}
	spent := func() (int, Epsilon) {
		l := must.Get(open().Ledger())(t)
		return len(l.Entries), l.Spent()
	}
	for range 3 {
		if _, err := ask(open(), 1, lost); !errors.Is(err, lost) {
			t.Fatal(err)
		}
	}
	if n, eps := spent(); n != 1 || math.Abs(float64(eps)-1) > 1e-9 {
		t.Errorf("%d payments, ε = %v, for one release that was lost three times", n, eps)
	}
	first := must.Get(ask(open(), 1, nil))(t)
	if again, err := ask(open(), 1, nil); err != nil || !slices.Equal(first, again) {
		t.Errorf("%v, then %v (%v)", first, again, err)
	}
	must.Get(ask(open(), 2, nil))(t)
	if n, eps := spent(); n != 2 || math.Abs(float64(eps)-3) > 1e-9 {
		t.Errorf("%d payments, ε = %v, for two releases", n, eps)
	}
}

// If two processes draw one release at the same time, both get the one stored first, for one
// payment. Nobody sees a second draw.
func TestTwoDrawOneRelease(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	open := func() *Session {
		return must.Get(Protect(ring(t, 5), EdgeLevel, Budget{Epsilon: 1}, Journal(path)))(t) // without a seed
	}
	ask := func(s *Session, meanwhile func()) []float64 {
		got := must.Get(Laplace(s, "asked", Query("count", EdgeLevel, L1(1), proof, func(*Data) ([]float64, error) {
			meanwhile()
			return []float64{5}, nil
		}), 1))(t)
		return got
	}
	var other []float64
	one, two := open(), open() // with keys of their own: their noise is not the same
	got := ask(one, func() { other = ask(two, func() {}) })
	if !slices.Equal(got, other) {
		t.Errorf("one process sees %v, the other %v", got, other)
	}
	if l, err := one.Ledger(); err != nil || len(l.Entries) != 1 {
		t.Errorf("%d payments, %v", len(l.Entries), err)
	}
}

func TestRelations(t *testing.T) {
	for r := EdgeLevel; r <= GraphUnbounded; r++ {
		if back, err := ParseRelation(r.String()); err != nil || back != r || r.Validate() != nil || r.Accounting().Validate() != nil {
			t.Errorf("%v came back as %v, %v", r, back, err)
		}
	}
	for r, want := range map[Relation]accounting.Relation{
		EdgeLevel: accounting.AddRemove, NodeLevel: accounting.ReplaceOne, NodeUnbounded: accounting.AddRemove,
		GraphLevel: accounting.ReplaceOne, GraphUnbounded: accounting.AddRemove,
	} {
		if got := r.Accounting(); got != want {
			t.Errorf("under the relation %v records are accounted for by %v, want %v", r, got, want)
		}
	}
	refused(t, "a relation of friends", second(ParseRelation("friend")))
}

// The budget may be passed by the last digits of floating point, and by no more.
func TestTheBudgetIsNotPassed(t *testing.T) {
	q := edges(EdgeLevel, 1, proof)
	for _, over := range []float64{1e-10, 1e-7, 1e-4} {
		s := protectRing(t, pay(1, 0))
		refused(t, fmt.Sprintf("ε = 1 + %g of 1", over), second(Laplace(s, "all at once", q, Epsilon(1+over))), ErrBudget)
		must.Get(Laplace(s, "nearly all", q, Epsilon(1-over/2)))(t)
		refused(t, fmt.Sprintf("ε = %g after 1 - %g of 1", over, over/2), second(Laplace(s, "the rest and more", q, Epsilon(max(0x1p-19, over)))), ErrBudget)
	}
}

// If the journal cannot be written, nothing is spent or released.
func TestAJournalThatCannotBeWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gone.journal")
	s := protectRing(t, pay(100, 1e-5), Journal(path))
	must.Do(t, os.Remove(path))
	count := NewLaplace("count", edges(EdgeLevel, 1, proof), 0.1)
	e := must.Get(count.entry(s))(t)
	for what, spend := range map[string]func() (any, error){
		"a release":   func() (any, error) { return count.Draw(s) },
		"its payment": func() (any, error) { _, err := s.spend(e); return nil, err },
		"a training": func() (any, error) {
			tr, err := s.Train(plan(FullBatch{}, 2))
			if tr == nil {
				return nil, err
			}
			return tr, err
		},
		"a reservation": func() (any, error) { return nil, s.Reserve(count) },
		"a reading": func() (any, error) {
			d, err := s.ReadOnClaim("x", Claim{Source: "[X]", Why: "no"})
			if d == nil {
				return nil, err
			}
			return d, err
		},
	} {
		x, err := spend()
		if values, ok := x.([]float64); err == nil || ok && values != nil || !ok && x != nil {
			t.Errorf("%s: %v, %v", what, x, err)
		}
	}
}

// Equal data have different checksums in different journals, so two checksums do not reveal whether
// the data are equal.
func TestFingerprintsAreSalted(t *testing.T) {
	d := &Data{Network: ring(t, 5)}
	if a, b := d.fingerprint([]byte("a")), d.fingerprint([]byte("b")); a == b || a != d.fingerprint([]byte("a")) {
		t.Errorf("%s with one salt, %s with another", a, b)
	}
}

// refused reports calls that were not refused with the given error or text.
func refused(t testing.TB, what string, err error, want ...any) {
	t.Helper()
	good := err != nil
	for _, w := range want {
		switch w := w.(type) {
		case error:
			good = good && errors.Is(err, w)
		case string:
			good = good && strings.Contains(err.Error(), w)
		}
	}
	if !good {
		t.Errorf("%s: the error is %v, want %v", what, err, want)
	}
}
