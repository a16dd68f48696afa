package gdp

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/internal/probe"
)

// part returns a part of a session in which ε is spent by one release.
func part(t *testing.T, s *Session, name string, b Budget, eps Epsilon) *Session {
	t.Helper()
	p := must.Get(s.Part(name, b))(t)
	if eps > 0 {
		must.Get(Laplace(p, "edges", edges(EdgeLevel, 1, proof), eps))(t)
	}
	return p
}

// A session with budget (E, δ) accepts a part, and a second part that is chosen by the first one's
// output. Both parts are the worst (ε, δ)-private mechanism. For all choices that the session
// accepts, the hockey-stick divergence at E is at most δ.
func TestPartsAddUp(t *testing.T) {
	// worst returns the two distributions of the worst (ε, δ)-private mechanism.
	worst := func(b Budget) (p, q []float64) {
		eps, delta := float64(b.Epsilon), float64(b.Delta)
		a := (1 - delta) / (1 + math.Exp(eps))
		return []float64{delta, (1 - delta) - a, a, 0}, []float64{0, a, (1 - delta) - a, delta}
	}
	boxes := []Budget{pay(0.1, 0.01), pay(0.4, 0), pay(0.2, 0.02), pay(0.7, 0.05)}
	for i, first := range boxes {
		for _, second := range boxes[i:] {
			budget := Budget{Epsilon: first.Epsilon + second.Epsilon, Delta: first.Delta + second.Delta}
			for _, x := range []Budget{first, second} {
				s := protectRing(t, budget, Seed(1))
				part(t, s, "first", x, x.Epsilon)
				// The largest divergence is a sum over the first part's outputs. Each output has
				// a second part of its own, so each term is maximised alone.
				p, q := worst(x)
				var left float64
				accepted := 0
				most := make([]float64, len(p))
				for j, y := range boxes {
					if _, err := s.Part(fmt.Sprint("second ", j), y); err != nil {
						continue
					}
					accepted++
					p2, q2 := worst(y)
					for o := range p {
						var term float64
						for k := range p2 {
							term += max(0, p[o]*p2[k]-math.Exp(float64(budget.Epsilon))*q[o]*q2[k])
						}
						most[o] = max(most[o], term)
					}
				}
				for _, term := range most {
					left += term
				}
				if accepted == 0 || left > float64(budget.Delta)+1e-15 {
					t.Errorf("%v first of %v, then one of %d parts: δ = %g", x, budget, accepted, left)
				}
			}
		}
	}
	if p, q := worst(pay(0.7, 0.05)); math.Abs(p[0]+max(0, p[1]-math.Exp(0.7)*q[1])-0.05) > 1e-12 {
		t.Error("the worst mechanism is none")
	}
}

// A part is paid once, at its first spend, whatever else is drawn in it. Stored releases are free,
// also in another process.
func TestAPartIsPaidOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	open := func() *Session { return protectRing(t, pay(1, 1e-5), Seed(1), Journal(path)) }
	s := open()
	p := part(t, s, "a", pay(0.5, 5e-6), 0)
	if l := ledger(t, s); len(l.Entries) != 0 || l.Left() != pay(1, 1e-5) {
		t.Errorf("a part in which nothing was drawn cost %v", l.Cost())
	}
	part(t, s, "b", pay(0.3, 0), 0)
	var values []float64
	for range 2 {
		first := must.Get(Laplace(p, "edges", edges(EdgeLevel, 1, proof), 0.25))(t)
		second := must.Get(Laplace(p, "again", edges(EdgeLevel, 1, proof), 0.25))(t)
		values = append(values, first[0], second[0])
		if _, err := Laplace(p, "third", edges(EdgeLevel, 1, proof), 0.01); !errors.Is(err, ErrBudget) {
			t.Errorf("a part that has spent its budget answers with the error %v", err)
		}
		l := ledger(t, s)
		if len(l.Entries) != 1 || len(l.Parts) != 2 || l.Spent() != 0.5 || l.Cost() != pay(0.5, 5e-6) || l.Left() != pay(0.5, 5e-6) {
			t.Errorf("the ledger is %v, %v is left", l, l.Left())
		}
		if b, paid := l.Part("a"); !paid || b != pay(0.5, 5e-6) {
			t.Errorf("the part has a budget of %v, %v", b, paid)
		}
		s = open()
		p = part(t, s, "a", pay(0.5, 5e-6), 0)
	}
	if values[0] != values[2] || values[1] != values[3] {
		t.Errorf("the same part answers %v", values)
	}
	refused(t, "another budget under the same name", second(s.Part("a", pay(0.4, 5e-6))), ErrPart)
	if _, err := s.Part("b", pay(0.5, 6e-6)); !errors.Is(err, ErrBudget) || !strings.Contains(err.Error(), "it asks for (0.5, 6e-06), and (0.5, 5e-06) is left of (1, 1e-05)") {
		t.Errorf("more δ than is left: %v", err)
	}
}

// The payment and the first spend of a part are one record of the journal, so that no crash
// separates them. If another part has taken the budget, nothing is drawn.
func TestAPartPaysBeforeItDraws(t *testing.T) {
	s := protectRing(t, pay(1, 0), Seed(1))
	a, b := part(t, s, "a", pay(0.6, 0), 0), part(t, s, "b", pay(0.6, 0), 0)
	part(t, s, "a", pay(0.6, 0), 0.1)
	drawn := false
	q := Query("edges", EdgeLevel, L1(1), proof, func(*Data) ([]float64, error) { drawn = true; return []float64{1}, nil })
	if _, err := Laplace(b, "x", q, 0.1); !errors.Is(err, ErrBudget) || drawn {
		t.Errorf("a part that cannot be paid: %v, drawn %v", err, drawn)
	}
	refused(t, "a part that cannot be paid reserves", b.Reserve(NewLaplace("x", q, 0.1)), ErrBudget)
	if l := ledger(t, b); len(l.Entries) != 0 {
		t.Errorf("the part holds %v", l)
	}
	must.Do(t, s.journal.Do(func(records []json.RawMessage) (any, error) {
		if len(records) != 2 || !strings.Contains(string(records[0]), `"part":{`) || !strings.Contains(string(records[0]), `"spend":{`) {
			t.Errorf("the records are %s", records)
		}
		return nil, nil
	}))
	if g, err := a.Guarantee(); err != nil || math.Abs(float64(g.Proved)-0.1) > 1e-9 {
		t.Errorf("%v, %v", g, err)
	}
}

// Parts that fill a budget fit it despite rounding, and nothing fits after them.
func TestPartsFillABudget(t *testing.T) {
	for _, n := range []int{3, 10, 49, 300} {
		s := protectRing(t, pay(1, 1e-5), Seed(1))
		each := pay(1/float64(n), 1e-5/float64(n))
		for i := range n {
			part(t, s, fmt.Sprint("part ", i), each, each.Epsilon/2)
		}
		for i := range 20 { // each as much as rounding might forgive
			for _, tiny := range []Budget{pay(1e-9, 0), pay(1e-11, 0), pay(1e-9, 1e-14)} {
				if _, err := s.Part(fmt.Sprint("more ", i), tiny); !errors.Is(err, ErrBudget) {
					t.Fatalf("%d parts, and one of %v: %v", n, tiny, err)
				}
			}
		}
		l := ledger(t, s)
		if c := l.Cost(); l.Left() != (Budget{}) || c.Epsilon > 1+1e-12 || c.Delta > 1e-5*(1+1e-12) {
			t.Errorf("%d parts cost %v and leave %v", n, c, l.Left())
		}
	}
	s := protectRing(t, pay(1, 0), Seed(1)) // the total never exceeds the budget plus one slack
	part(t, s, "all", pay(1, 0), 0.5)
	for i := range 50 {
		if p, err := s.Part(fmt.Sprint(i), pay(9e-13, 0)); err == nil {
			_, _ = Laplace(p, "x", edges(EdgeLevel, 1, proof), 9e-13)
		}
	}
	if c := ledger(t, s).Cost(); c.Epsilon > 1+1e-12 {
		t.Errorf("parts cost %v of 1", c)
	}
}

// A part is watched by the test of its session, and warns of a large δ.
func TestAPartIsWatchedAndWarns(t *testing.T) {
	watched := protectRing(t, pay(1, 0), Seed(1))
	called := false
	must.Do(t, probe.Attach(watched, &probe.Hook{Answer: func(string, []byte) []byte { called = true; return nil }}))
	if part(t, watched, "a", pay(1, 0), 0.5); !called {
		t.Error("a test does not see what parts release")
	}
	if a := protectRing(t, pay(1, 0.5), Seed(1)); part(t, a, "a", pay(1, 0.5), 0).caution() == "" {
		t.Error("no caution of a large δ")
	}
}

// The proved ε of a session with parts is that proved inside them.
func TestAClaimInAPartIsNotProved(t *testing.T) {
	none := Claim{Source: "a paper", Statement: "it is so", Why: "the bound is wrong"}
	some := none
	some.Holds = 4
	asserted := Proof{"no such document", "TestNothing"}
	for name, c := range map[string]struct {
		basis            Basis
		proved, asserted Epsilon
		by               bool
	}{
		"a proof":               {proof, 0.5, 0, false},
		"a claim":               {none, Epsilon(math.Inf(1)), 0, false},
		"a claim that costs 4×": {some, 2, 0, false},
		"a word":                {asserted, Epsilon(math.Inf(1)), 0.5, true},
	} {
		s := protectRing(t, pay(1, 0), Seed(1))
		p := part(t, s, "a", pay(0.5, 0), 0)
		must.Get(Laplace(p, "x", edges(EdgeLevel, 1, c.basis), 0.5))(t)
		g, err := s.Guarantee()
		if err != nil || g.Claimed != 0.5 || math.Abs(float64(g.Proved-c.proved)) > 1e-9 || g.Asserted != c.asserted || (g.By != nil) != c.by {
			t.Errorf("%s: %v, %v", name, g, err)
		}
		l := ledger(t, s)
		if proved := l.Entries[0].Proved; (proved == l.Entries[0].Counted) != (name == "a proof") {
			t.Errorf("%s: the ledger shows %v proved", name, proved)
		}
		part(t, s, "b", pay(0.25, 0), 0.25)
		two, err := s.Guarantee()
		if err != nil || two.Claimed != 0.75 || math.Abs(float64(two.Proved-c.proved-0.25)) > 1e-9 || two.Within != pay(1, 0) {
			t.Errorf("%s, and a part that is proved: %v, %v", name, two, err)
		}
		if name == "a claim" && !strings.Contains(two.Reason, none.Why) {
			t.Errorf("the reason is %q", two.Reason)
		}
	}
}

// A session spends in parts or directly; a part has no parts, but its pairs may be divided.
func TestPartsAreNotMixed(t *testing.T) {
	s := protectRing(t, pay(1, 0), Seed(1))
	p := part(t, s, "a", pay(0.5, 0), 0.1)
	refused(t, "a spend beside parts", second(Laplace(s, "x", edges(EdgeLevel, 1, proof), 0.1)), ErrMixed)
	direct := protectRing(t, pay(1, 0), Seed(1))
	must.Get(Laplace(direct, "x", edges(EdgeLevel, 1, proof), 0.1))(t)
	refused(t, "a part beside spends", second(direct.Part("a", pay(0.1, 0))), ErrMixed)
	for name, make := range map[string]func() (*Session, error){
		"a part of a part": func() (*Session, error) { return part(t, s, "fresh", pay(0.1, 0), 0).Part("b", pay(0.1, 0)) },
		"no name":          func() (*Session, error) { return s.Part("", pay(0.1, 0)) },
		"no budget":        func() (*Session, error) { return s.Part("b", pay(0, 0)) },
		"NaN":              func() (*Session, error) { return s.Part("b", pay(math.NaN(), 0)) },
		"no session":       func() (*Session, error) { return (*Session)(nil).Part("b", pay(0.1, 0)) },
	} {
		if got, err := make(); err == nil || got != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	halves := must.Get(NewDivision("halves", byRow(3), pay(0.25, 0)).Draw(p))(t)
	must.Get(Laplace(halves[0], "x", edges(EdgeLevel, 1, proof), 0.25))(t)
	part(t, s, "other", pay(0.25, 0), 0.1)
	if g, err := s.Guarantee(); err != nil || g.Proved != 0.75 { // for any spends of the parts
		t.Errorf("%v, %v", g, err)
	}
	if l := ledger(t, p); len(l.Entries) != 2 || len(l.Parts) != 1 {
		t.Errorf("the part's ledger is %v", l)
	}
	if l := ledger(t, s); len(l.Entries) != 2 || len(l.Parts) != 4 || l.Spent() != 0.75 {
		t.Errorf("the session's ledger is %v", l)
	}
}

// Two trainings of one journal that were interrupted both continue.
func TestTrainingsInParts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	plan := Plan{Label: "steps", Steps: 4, Sampling: FullBatch{}, Multiplier: 20, Sensitivity: 1, Basis: proof}
	var saved [][]byte
	open := func(i int) *Session {
		return part(t, protectRing(t, pay(1, 1e-5), Seed(1), Journal(path)), fmt.Sprint("run ", i), pay(0.5, 5e-6), 0)
	}
	for i := range 2 {
		tr := must.Get(open(i).Train(plan))(t)
		text := must.Get(tr.MarshalBinary())(t)
		saved = append(saved, text)
	}
	for i, text := range saved {
		refused(t, fmt.Sprintf("part %d took the training of the other", 1-i), second(open(1-i).Resume(plan, text)))
		if _, err := open(i).Resume(plan, text); err != nil {
			t.Errorf("part %d: %v", i, err)
		}
	}
	if l := ledger(t, protectRing(t, pay(1, 1e-5), Seed(1), Journal(path))); len(l.Entries) != 2 || l.Left() != (Budget{}) {
		t.Errorf("the ledger is %v", l)
	}
}

// A journal is read without the data, and none that cannot be read counts as empty.
func TestReadJournal(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "journal")
	s := protectRing(t, pay(1, 0.2), Journal(path))
	part(t, s, "a", pay(0.5, 0.1), 0.25)
	p := part(t, s, "b", pay(0.25, 0), 0)
	must.Get(Laplace(p, "x", edges(EdgeLevel, 1, Claim{Source: "a paper", Statement: "so", Why: "it is not"}), 0.25))(t)
	l, g := must.Two(ReadJournal(path))(t)
	want, err := s.Guarantee()
	if err != nil || g.String() != want.String() || g.Caution == "" {
		t.Errorf("%v, want %v (%v)", g, want, err)
	}
	if mine := ledger(t, s); l.String() != mine.String() || l.Left() != mine.Left() {
		t.Errorf("%v, want %v", l, mine)
	}
	whole := must.Get(os.ReadFile(path))(t)
	for name, text := range map[string][]byte{
		"empty": {}, "no head": whole[20:], "a head alone": whole[:slices.Index(whole, '\n')+1], "cut short": whole[:len(whole)-40],
		"another head": append([]byte("{\"journal\":\"graphdq"), whole[len("{\"journal\":\"graphdp"):]...),
	} {
		bad := filepath.Join(dir, "bad")
		must.Do(t, os.WriteFile(bad, text, 0o600))
		if l, _, err := ReadJournal(bad); err == nil {
			t.Errorf("%s: read as %v", name, l)
		}
		if s, err := Protect(ring(t, 10), EdgeLevel, pay(1, 0.2), Journal(bad)); err == nil {
			t.Errorf("%s: opened as %v", name, s)
		}
	}
	if _, _, err := ReadJournal(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no journal: %v", err)
	}
	refused(t, "a journal was made", second(os.Stat(filepath.Join(dir, "none"))))
}
