package gdp

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/filter"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// l2 returns the number of edges with a bound for Gaussian noise.
func l2() Bounded[L2] {
	return Query("edges", EdgeLevel, L2(1), proof, edges(EdgeLevel, 1, proof).eval)
}

// Spends declared together cost their exact composition. Each is drawn once, in any order, at no
// further cost. Invalid reservations, and those beyond the budget, are refused.
func TestReserve(t *testing.T) {
	budget := pay(1, 1e-5)
	count := NewLaplace("count", edges(EdgeLevel, 1, proof), 0.1)
	for name, path := range map[string]string{"memory": "", "file": filepath.Join(t.TempDir(), "a.journal")} {
		t.Run(name, func(t *testing.T) {
			var options []Option
			if path != "" {
				options = append(options, Journal(path))
			}
			s := protectRing(t, budget, options...)
			training := must.Get(plan(Poisson{0.1}, 0).Calibrate(s, pay(0.9, 1e-5)))(t)
			must.Do(t, s.Reserve(count, training))
			l := ledger(t, s)
			exact, err := s.accountant.Epsilon(accounting.Compose{l.Entries[0].Counted, l.Entries[1].Counted}, budget.Delta)
			if err != nil || len(l.Entries) != 2 || l.Spent() != exact || l.Entries[0].Adaptive || l.Entries[0].Block != 1 || l.Entries[1].Block != 1 {
				t.Errorf("reserved %v, want ε = %v (%v)", l, exact, err)
			}
			if path != "" { // in another process
				s = protectRing(t, budget, options...)
			}
			if err := s.Reserve(count, training); err != nil || len(ledger(t, s).Entries) != 2 {
				t.Errorf("reserved twice: %v", err)
			}
			tr := must.Get(s.Train(training))(t)
			if tr.before != 0 {
				t.Errorf("the reserved training has stream %d", tr.before)
			}
			a := must.Get(Laplace(s, "count", edges(EdgeLevel, 1, proof), 0.1))(t) // the same by its function
			if b, err := count.Draw(s); err != nil || a[0] != b[0] {
				t.Errorf("released %v, then %v (%v)", a, b, err)
			}
			if l := ledger(t, s); len(l.Entries) != 2 || l.Spent() != exact {
				t.Errorf("draws cost: %v", l)
			}
			g, err := s.Guarantee()
			if err != nil || g.Proved != exact || g.Within != (Budget{}) {
				t.Errorf("%v, %v", g, err)
			}
			if err := s.Reserve(count, training); err != nil || len(ledger(t, s).Entries) != 2 {
				t.Errorf("reserved again before the training began: %v", err)
			}
			refused(t, "a reservation pays for two trainings", second(s.Train(training)), ErrBudget)
			mustStep(t, tr, 10, 1)
			if err := s.Reserve(count, training); !errors.Is(err, ErrBudget) { // the training has begun, and cannot be had again
				t.Errorf("a reservation whose training has begun stands: %v", err)
			}
		})
	}
	s := protectRing(t, budget)
	for what, spends := range map[string][]Spend{
		"nothing": nil, "nil": {count, nil}, "no release": {Release[int]{}}, "a bad plan": {count, plan(Poisson{0.1}, 0)},
		"no label": {NewLaplace("", edges(EdgeLevel, 1, proof), 0.1)}, "a bad release": {NewLaplace("x", edges(NodeLevel, 1, proof), 0.1)},
		"bad Gaussian": {NewGaussianMultiplier("x", l2(), math.Inf(1))},
	} {
		if err := s.Reserve(spends...); err == nil || !strings.HasPrefix(err.Error(), "gdp:") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := s.Reserve(count, NewLaplace("more", edges(EdgeLevel, 1, proof), 1)); !errors.Is(err, ErrBudget) || !strings.Contains(err.Error(), "count, more") {
		t.Errorf("over the budget: %v", err)
	}
	proofs := protectRing(t, budget, ProvedOnly())
	refused(t, "a claim where proofs alone are taken", proofs.Reserve(count, NewLaplace("claimed", edges(EdgeLevel, 1, Claim{Source: "[X]", Why: "no"}), 0.1)), ErrClaim)
	if l := ledger(t, s); len(l.Entries) != 0 {
		t.Errorf("refused reservations cost %v", l)
	}
}

// A reading on a claim costs nothing, proves nothing, and is refused where proofs alone
// are taken.
func TestReadOnClaim(t *testing.T) {
	claim := Claim{Source: "[X] Alg. 1", Statement: "the degrees may be read", Why: "they are private"}
	s := protectRing(t, pay(1, 1e-5))
	for range 2 { // as a run that is resumed does
		d, err := s.ReadOnClaim("degrees", claim)
		if err != nil || d != s.data || len(ledger(t, s).Entries) != 1 {
			t.Fatal(d, err)
		}
	}
	g, err := s.Guarantee()
	if err != nil || g.Claimed != 0 || !math.IsInf(float64(g.Proved), 1) || g.Reason != claim.Why || g.Within != (Budget{}) {
		t.Errorf("%v, %v", g, err)
	}
	if _, err := Laplace(s, "count", edges(EdgeLevel, 1, proof), 1); err != nil {
		t.Errorf("the reading cost something: %v", err)
	}
	if l := ledger(t, s); l.Entries[1].Adaptive {
		t.Error("what costs nothing makes the next spend adaptive")
	}
	holds := claim
	holds.Holds = 1
	for what, try := range map[string]func() error{
		"no label": func() error { _, err := s.ReadOnClaim("", claim); return err },
		"no why":   func() error { _, err := s.ReadOnClaim("x", Claim{Source: "[X]"}); return err },
		"a bound":  func() error { _, err := s.ReadOnClaim("x", holds); return err },
		"proofs alone": func() error {
			d, err := protectRing(t, pay(1, 0), ProvedOnly()).ReadOnClaim("x", claim)
			if d != nil {
				t.Error("refused, and the data are handed out")
			}
			return err
		},
	} {
		if err := try(); err == nil || !strings.HasPrefix(err.Error(), "gdp:") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A bound under one relation is refused in a session of any other, before anything is spent.
func TestBoundsHoldUnderTheirRelation(t *testing.T) {
	for rel := EdgeLevel; rel <= GraphUnbounded; rel++ {
		s, err := Protect(ring(t, 5), min(rel, NodeUnbounded), pay(10, 0), nodesFor(rel, 5)...)
		if rel.OfGraphs() {
			s, err = ProtectCollection(&graph.Collection{Graphs: []*graph.Network{ring(t, 5)}, Labels: []int32{0}, Classes: []string{"x"}}, rel, pay(10, 0))
		}
		if err != nil {
			t.Fatal(err)
		}
		for other := EdgeLevel; other <= GraphUnbounded; other++ {
			q := Query("one", other, L1(1), proof, func(*Data) ([]float64, error) { return []float64{1}, nil })
			if _, err := Laplace(s, other.String(), q, 1); (err == nil) != (other == rel) {
				t.Errorf("a bound under the relation %v in a session of %v: %v", other, rel, err)
			}
		}
		if l := ledger(t, s); len(l.Entries) != 1 {
			t.Errorf("%v: a refusal was paid for: %v", rel, l)
		}
	}
}

// A release of one label with any other public number has another key. It is paid and drawn;
// otherwise the session would return the stored answer to another question.
func TestKeysSayAllThatAReleaseDependsOn(t *testing.T) {
	s := protectRing(t, pay(100, 1e-5))
	rows := func(rows, length int) SparseRows[LInf] {
		return SparseQuery("q", EdgeLevel, LInf(1), proof, rows, length, func(*Data) ([]Entries, error) { return nil, nil })
	}
	local := func(unit int64) Local { return LocalQuery("q", EdgeLevel, unit, proof, answers(1), answers(1)) }
	arranged := func(change func(*Arrangement)) Release[[]int64] {
		a := fourCells
		change(&a)
		return NewArrangement("x", a, 1)
	}
	scores := Query("q", EdgeLevel, LInf(1), proof, func(*Data) ([]float64, error) { return nil, nil })
	levels := func(few, sweeps int, levels ...int) Release[Peeled] {
		return NewPeel("x", Peeling{Levels: levels, Few: few, Sweeps: sweeps}, 1)
	}
	all := map[string]Spend{
		"peel": levels(1, 2, 1, 4), "other levels": levels(1, 2, 1, 5), "other few": levels(2, 2, 1, 4), "other sweeps": levels(1, 3, 1, 4),
		"thinned": newThinned("x", 1, 0.5), "thinned more": newThinned("x", 1, 0.25),
		"bits": newResponses("x", 1, nil, []int{10}), "among": newResponses("x", 1, []int32{1, 2}, []int{2}), "among others": newResponses("x", 1, []int32{1, 3}, []int{2}),
		"max": NewNoisyMax("x", scores, 1, 1), "max of two": NewNoisyMax("x", scores, 2, 0.5),
		"rows": NewNoisyMaxRows("x", rows(2, 5), 1, 1), "more rows": NewNoisyMaxRows("x", rows(4, 5).ChangingRows(2), 1, 1),
		"in turn": NewNoisyMaxInTurn("x", chain(20), 1), "more in turn": NewNoisyMaxInTurn("x", chain(21), 1),
		"ladder": NewLadder("x", local(1), 20, 1), "other least": NewLadder("x", local(1), 21, 1), "other unit": NewLadder("x", local(2), 20, 1),
		"arrangement": arranged(func(*Arrangement) {}), "other full": arranged(func(a *Arrangement) { a.Full = []int64{1, 2} }), "other sizes": arranged(func(a *Arrangement) { a.Sizes = []int64{3, 3} }),
		"parts": NewDivision("x", byRow(1), pay(1, 0)), "other names": NewDivision("x", Parts{"by the lower end", []string{"low", "up"}, byRow(1).Of}, pay(1, 0)),
		"in the scope": NewLaplace("x", edges(EdgeLevel, 1, proof), 1), "other bound": NewLaplace("x", edges(EdgeLevel, 2, proof), 2),
	}
	seen := map[string]string{}
	for name, x := range all {
		e, err := x.entry(s)
		if err != nil {
			t.Fatal(name, err)
		}
		key, err := e.key()
		if err != nil || seen[key] != "" {
			t.Errorf("%s has the key of %s (%v)", name, seen[key], err)
		}
		seen[key] = name
	}
}

// A query for another number of nodes is refused before anything is spent.
func TestQueriesKnowTheirNodes(t *testing.T) {
	s := protectRing(t, pay(1, 0))
	for _, n := range []int{9, 11} {
		want := fmt.Sprintf("made for %d nodes, the session has 10", n)
		if _, err := Laplace(s, "count", edges(EdgeLevel, 1, proof).OnNodes(n), 0.5); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if l := ledger(t, s); len(l.Entries) != 0 {
		t.Errorf("it cost %v", l)
	}
	must.Get(Laplace(s, "count", edges(EdgeLevel, 1, proof).OnNodes(10), 0.5))(t)
}

// Each spend is a block, and a record that is none is refused.
func TestSpendsAreBlocks(t *testing.T) {
	h := newHistory("")
	for i := range 3 {
		must.Do(t, h.take(record{Spend: &Entry{Label: fmt.Sprint(i), Counted: accounting.Laplace{NoiseMultiplier: 1}}}))
	}
	if n := len(blocksOf(h.entries, func(e Entry) accounting.Event { return e.Counted })); n != 3 || h.blocks() != 3 {
		t.Errorf("%d events in %d blocks", n, h.blocks())
	}
	at := 7
	for _, bad := range []record{{}, {Draw: &at}} {
		refused(t, fmt.Sprintf("%+v is accepted", bad), h.take(bad))
	}
	later := json.RawMessage(`{"mark": {"label": "x"}, "spends": []}`) // whose second field may be a spend
	refused(t, "a record with an unknown field is accepted", h.read([]json.RawMessage{later}))
}

// A reservation pays only for the declared spends. Spends of one label that were reserved together
// have separate streams.
func TestAReservationPaysForItselfAlone(t *testing.T) {
	s := protectRing(t, pay(1, 1e-5))
	q := edges(EdgeLevel, 1, proof)
	small, more := NewLaplace("count", q, 0.25), NewLaplace("count", q, 0.5)
	must.Do(t, s.Reserve(small, more))
	refused(t, "more than was reserved under the label", second(Laplace(s, "count", q, 0.75)), ErrBudget)
	// In the opposite order: which stream is whose depends on the reservation.
	b, err := more.Draw(s)
	a, err2 := small.Draw(s)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for i, x := range []struct {
		got   float64
		scale float64
	}{{a[0], 4}, {b[0], 2}} {
		want, err := s.key.Stream(noise.Release, fmt.Sprintf("count#%d", i)).Laplace([]float64{10}, x.scale)
		if err != nil || math.Abs(x.got-want[0]) > 1e-6 {
			t.Errorf("spend %d of the label is %v, want %v (%v)", i, x.got, want, err)
		}
	}
	s = protectRing(t, pay(1e5, 1e-5))
	p := plan(Poisson{0.5}, 2)
	must.Do(t, s.Reserve(p, p))
	one, err := s.Train(p)
	two, err2 := s.Train(p)
	if err != nil || err2 != nil || len(ledger(t, s).Entries) != 2 {
		t.Fatal(err, err2)
	}
	if one.noise.Uint64() == two.noise.Uint64() || one.sampler.Uint64() == two.sampler.Uint64() {
		t.Error("two trainings that were reserved have one stream")
	}
}

// Two releases of one label with different ε have different streams of noise.
func TestReleasesOfOneLabelDiffer(t *testing.T) {
	s := protectRing(t, pay(1, 0))
	var noise []float64
	for _, eps := range []Epsilon{0.25, 0.5} {
		x := must.Get(Laplace(s, "count", edges(EdgeLevel, 1, proof), eps))(t)
		noise = append(noise, (x[0]-10)*float64(eps))
	}
	if math.Abs(noise[0]-noise[1]) < 1e-6 {
		t.Errorf("both releases have the noise %v, in units of their scale", noise[0])
	}
}

// Two reservations are two blocks, since the second may depend on the releases of the first. The
// next process reads the same blocks.
func TestReservationsAreBlocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.journal")
	s := protectRing(t, pay(10, 1e-5), Journal(path))
	var blocks []accounting.Event
	for i := range 2 {
		p := plan(Poisson{0.1}, 4)
		p.Label = fmt.Sprint("train ", i)
		must.Do(t, s.Reserve(NewGaussianMultiplier(fmt.Sprint("count ", i), l2(), 4), p))
		event := must.Get(p.Event(s))(t)
		blocks = append(blocks, accounting.Compose{accounting.Gaussian{NoiseMultiplier: 4}, event})
	}
	must.Get(GaussianMultiplier(s, "last", l2(), 9))(t)
	cost := must.Get(filter.CostOf(s.accountant, append(blocks, accounting.Gaussian{NoiseMultiplier: 9}), 1e-5))(t)
	for _, s := range []*Session{s, protectRing(t, pay(10, 1e-5), Journal(path))} {
		l, numbers := ledger(t, s), []int{}
		for _, e := range l.Entries {
			numbers = append(numbers, e.Block)
		}
		g, err := s.Guarantee()
		if err != nil || l.Spent() != cost.Epsilon || g.Proved != cost.Epsilon || g.Within != pay(10, 1e-5) || !slices.Equal(numbers, []int{1, 1, 2, 2, 3}) {
			t.Errorf("blocks %v cost %v, want %v: %v (%v)", numbers, l.Spent(), cost.Epsilon, g, err)
		}
	}
}

// A sampler's draw counts as the exponential mechanism and proves nothing. It uses private
// randomness, and is drawn once. A proof or a bound that holds is refused.
func TestNewSampled(t *testing.T) {
	claim := Claim{Source: "[X] Alg. 1", Statement: "the sampler has converged", Why: "nobody knows"}
	holds := claim
	holds.Holds = 1
	scores := func(b Basis) Bounded[LInf] {
		return Query("scores", EdgeLevel, LInf(3), b, func(*Data) ([]float64, error) {
			t.Error("the scores are evaluated")
			return nil, nil
		})
	}
	sample := func(d *Data, r *rand.Rand) (uint64, error) {
		return r.Uint64() + uint64(d.Network.Graph.M()), nil
	}
	s := protectRing(t, pay(1, 0))
	one, err := NewSampled("tree", scores(claim), 0.5, sample).Draw(s)
	again, repeated := NewSampled("tree", scores(claim), 0.5, sample).Draw(s)
	other, failed := NewSampled("another", scores(claim), 0.5, sample).Draw(s)
	if err != nil || repeated != nil || failed != nil || one != again || one == other {
		t.Errorf("%v and %v, then %v; %v, %v, %v", one, again, other, err, repeated, failed)
	}
	g, err := s.Guarantee()
	if err != nil || math.Abs(float64(g.Claimed)-1) > 1e-6 || !math.IsInf(float64(g.Proved), 1) || g.Reason != claim.Why {
		t.Errorf("%v, %v", g, err)
	}
	for what, r := range map[string]Release[uint64]{
		"a proof": NewSampled("x", scores(proof), 0.5, sample), "a bound": NewSampled("x", scores(holds), 0.5, sample),
		"no sampler": NewSampled[uint64]("x", scores(claim), 0.5, nil), "no ε": NewSampled("x", scores(claim), 0, sample),
	} {
		s := protectRing(t, pay(1, 0))
		if _, err := r.Draw(s); err == nil || len(ledger(t, s).Entries) != 0 {
			t.Errorf("%s: %v", what, err)
		}
	}
}
