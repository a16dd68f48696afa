package gdp

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// sparseRows are rows of 5 scores, of which score 2 is 1.
func sparseRows(rows int, basis Basis) SparseRows[LInf] {
	return SparseQuery("rows", EdgeLevel, LInf(1), basis, rows, 5, func(*Data) ([]Entries, error) {
		list := make([]Entries, rows)
		for i := range list {
			list[i] = Entries{[]int32{2}, []float64{1}}
		}
		return list, nil
	})
}

// Every row is drawn as NewNoisyMax draws the same scores with their zeros written out, and
// costs as much. Right code is rejected once in 10⁹ times; twice the ε is noticed.
func TestNoisyMaxRows(t *testing.T) {
	const rows, eps = 20_000, 1.
	s := protectRing(t, pay(2*rows*eps, 0))
	chosen := must.Get(NewNoisyMaxRows("rows", sparseRows(rows, proof), 1, eps).Draw(s))(t)
	counts := make([]int, 5)
	for _, row := range chosen {
		counts[row[0]]++
	}
	law := func(eps float64) []float64 { // exp(ε·u/(2Δ))
		best := scalar.Exp(eps / 2)
		p := make([]float64, 5)
		for i := range p {
			p[i] = 1 / (4 + best)
		}
		p[2] = best / (4 + best)
		return p
	}
	if !stattest.ChiSquare(counts, law(eps), alpha) || stattest.ChiSquare(counts, law(2*eps), alpha) {
		t.Errorf("choices %v, or twice the ε not noticed", counts)
	}
	naive := make([]int, 5)
	q := sparseRows(1, proof).Bounded
	for i := range 4000 {
		one := must.Get(NewNoisyMax("row", q, 1, eps).Draw(protectRing(t, pay(1, 0), Seed(uint64(i)))))(t)
		naive[one[0]]++
	}
	if !stattest.ChiSquare(naive, law(eps), alpha) {
		t.Errorf("naive choices %v", naive)
	}
	l := must.Get(s.Ledger())(t)
	if want := (accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: eps}, Count: rows}); l.Entries[0].Counted.String() != want.String() {
		t.Errorf("counted %v, want %v", l.Entries[0].Counted, want)
	}
}

// Choices are paid for from as many rows as one change moves.
func TestTouchedRowsAreWhatCosts(t *testing.T) {
	event := func(q SparseRows[LInf], k int) string {
		s := protectRing(t, pay(50, 0))
		must.Get(NewNoisyMaxRows("rows", q, k, 1).Draw(s))(t)
		l := must.Get(s.Ledger())(t)
		return l.Entries[0].Counted.String()
	}
	for touched, count := range map[int]int{0: 7, 1: 1, 2: 2, 7: 7, 9: 7} {
		for k := 1; k < 3; k++ {
			want := accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: 1}, Count: k * count}
			if got := event(sparseRows(7, proof).ChangingRows(touched), k); got != want.String() {
				t.Errorf("%d rows touched, %d choices: %v, want %v", touched, k, got, want)
			}
		}
	}
	refused(t, "a change of -1 rows", second(NewNoisyMaxRows("rows", sparseRows(7, proof).ChangingRows(-1), 1, 1).Draw(protectRing(t, pay(50, 0)))))
}

// A release that rests on a claim may cost the claimed amount; its proved bound is unchanged.
func TestClaiming(t *testing.T) {
	claimed := Claim{Source: "[X] Thm 1", Statement: "cheap", Why: "a test", Holds: 2}
	s := protectRing(t, pay(1, 1e-3))
	must.Get(NewNoisyMaxRows("rows", sparseRows(3, claimed), 2, 4).Claiming(pay(.5, 1e-4)).Draw(s))(t)
	g := must.Get(s.Guarantee())(t)
	if g.Claimed > .5 || g.Proved < 10 || math.IsInf(float64(g.Proved), 1) {
		t.Errorf("claimed %v, proved %v", g.Claimed, g.Proved)
	}
	refused(t, "a claimed cost on a proof", second(NewNoisyMaxRows("more", sparseRows(3, proof), 2, 4).Claiming(pay(.1, 0)).Draw(s)), "use a Claim")
	refused(t, "a claimed cost of ε = -1", second(NewNoisyMaxRows("more", sparseRows(3, claimed), 2, 4).Claiming(Budget{Epsilon: -1}).Draw(s)))
}

// What no choice can be is refused before anything is spent; rows that are none, after.
func TestSparseRowsRefused(t *testing.T) {
	s := protectRing(t, pay(9, 0))
	for _, r := range []Release[[][]int32]{
		NewNoisyMaxRows("a", sparseRows(1, proof), 0, 1), NewNoisyMaxRows("a", sparseRows(1, proof), 6, 1),
		NewNoisyMaxRows("a", sparseRows(0, proof), 1, 1), NewNoisyMaxRows("a", sparseRows(1, proof), 1, 0),
	} {
		refused(t, "an invalid choice is drawn", second(r.Draw(s)))
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
		t.Errorf("%d entries, %v", len(l.Entries), err)
	}
	for _, rows := range [][]Entries{nil, {{[]int32{5}, []float64{1}}}, {{[]int32{1}, nil}}, {{[]int32{1}, []float64{math.NaN()}}}} {
		q := SparseQuery("rows", EdgeLevel, LInf(1), proof, 1, 5, func(*Data) ([]Entries, error) { return rows, nil })
		refused(t, fmt.Sprintf("rows %v are accepted", rows), second(NewNoisyMaxRows("a", q, 1, 1).Draw(s)))
		refused(t, fmt.Sprintf("written out, rows %v are accepted", rows), second(NewNoisyMax("b", q.Bounded, 1, 1).Draw(s)))
	}
}

// The largest entries of rows after noise have the law that they have in the release of the
// same rows with their zeros written out, and cost as much.
func TestGaussianTop(t *testing.T) {
	testTop(t, pay(50, 1e-5), func(s *Session, q SparseRows[L2], k int) ([]Entries, error) {
		return NewGaussianTop("top", q, k, .5).Draw(s)
	}, func(s *Session, q Bounded[L2]) ([]float64, error) { return GaussianMultiplier(s, "all", q, .5) })
	q := SparseQuery("row", EdgeLevel, L2(1), proof, 1, 9, func(*Data) ([]Entries, error) { return make([]Entries, 1), nil })
	refused(t, "a choice without noise is drawn", second(NewGaussianTop("a", q, 1, 0).Draw(protectRing(t, pay(5, 1e-5)))))
}

// The same with Laplace noise, of scale 1.5.
func TestLaplaceTop(t *testing.T) {
	testTop(t, pay(5, 0), func(s *Session, q SparseRows[L1], k int) ([]Entries, error) {
		return NewLaplaceTop("top", q, k, 2).Draw(s)
	}, func(s *Session, q Bounded[L1]) ([]float64, error) { return Laplace(s, "all", q, 2) })
	s := protectRing(t, pay(5, 0))
	q := SparseQuery("row", EdgeLevel, L1(1), proof, 1, 9, func(*Data) ([]Entries, error) { return make([]Entries, 1), nil })
	for _, r := range []Release[[]Entries]{NewLaplaceTop("a", q, 0, 1), NewLaplaceTop("a", q, 10, 1), NewLaplaceTop("a", q, 1, 0)} {
		refused(t, "an invalid choice is drawn", second(r.Draw(s)))
	}
}

func testTop[N Norm](t *testing.T, b Budget, drawTop func(s *Session, q SparseRows[N], k int) ([]Entries, error), drawAll func(s *Session, q Bounded[N]) ([]float64, error)) {
	const rows, length = 1500, 400
	q := SparseQuery("rows", EdgeLevel, N(3), proof, rows, length, func(*Data) ([]Entries, error) {
		list := make([]Entries, rows)
		for i := range list {
			list[i] = Entries{[]int32{7, 300}, []float64{2, 4}}
		}
		return list, nil
	})
	s := protectRing(t, b)
	top := must.Get(drawTop(s, q, 2))(t)
	all := must.Get(drawAll(s, q.Bounded))(t)
	var sparse, dense, narrow []float64
	given, naive := 0, 0
	for i, row := range top {
		if len(row.At) != 2 || row.At[0] >= row.At[1] {
			t.Fatalf("row %v", row)
		}
		best := max(row.Values[0], row.Values[1])
		sparse, narrow = append(sparse, best), append(narrow, .9*best)
		if slices.Contains(row.At, 300) {
			given++
		}
		x := slices.Clone(all[i*length : (i+1)*length])
		dense = append(dense, slices.Max(x))
		above := 0
		for _, v := range x {
			if v > x[300] {
				above++
			}
		}
		if above < 2 {
			naive++
		}
	}
	if !stattest.SameDistribution(sparse, dense, alpha) || stattest.SameDistribution(narrow, dense, 1e-3) {
		t.Error("the largest entries have another law, or another scale is not noticed")
	}
	if !stattest.Count(given, rows, float64(naive)/rows, 1e-12) {
		t.Errorf("an entry of 4 is among the largest %d times, %d with noise on all", given, naive)
	}
	l := must.Get(s.Ledger())(t)
	if a, b := l.Entries[0].Counted.String(), l.Entries[1].Counted.String(); a != b {
		t.Errorf("counted %s, with all zeros %s", a, b)
	}
	for _, k := range []int{0, length + 1} {
		refused(t, fmt.Sprintf("a choice of %d is drawn", k), second(drawTop(s, q, k)))
	}
}
