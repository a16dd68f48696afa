package gdp

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// chain scores for each row, at 1, the choice before it.
func chain(rows int) InTurn {
	return InTurn{
		Name: "chain", Relation: EdgeLevel, Bound: 1, Basis: proof, Rows: rows, Length: 2, Affected: 2,
		Begin: func(*Data) (func(int, []int32) (Entries, error), error) {
			return func(row int, before []int32) (Entries, error) {
				if row == 0 {
					return Entries{}, nil
				}
				return Entries{At: []int32{before[row-1]}, Values: []float64{1}}, nil
			}, nil
		},
	}
}

// Choices have the odds of the exponential mechanism given the choices before them, and all cost
// what the rows that a change moves do.
func TestNoisyMaxInTurn(t *testing.T) {
	const rows, eps = 20_000, 1.2
	s := protectRing(t, pay(2*eps, 0), Seed(3))
	chosen, err := NewNoisyMaxInTurn("chain", chain(rows), eps).Draw(s)
	if err != nil || len(chosen) != rows {
		t.Fatal(len(chosen), err)
	}
	same, ones := 0, 0
	for i, c := range chosen {
		if i > 0 && c == chosen[i-1] {
			same++
		}
		ones += int(c)
	}
	if p := 1 / (1 + math.Exp(-eps/2)); !stattest.Count(same, rows-1, p, alpha) || ones < rows/4 || ones > 3*rows/4 {
		t.Errorf("%d of %d choices are the one before, want a share of %v; %d are 1", same, rows, p, ones)
	}
	want := accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: eps}, Count: 2}
	if e := ledger(t, s).Entries[0]; e.Counted != accounting.Event(want) || e.Proved != e.Counted {
		t.Errorf("counted as %v, want %v", e.Counted, want)
	}
	for name, change := range map[string]func(q *InTurn){
		"no rows": func(q *InTurn) { q.Rows = 0 }, "no scores": func(q *InTurn) { q.Length = 0 }, "no row moves": func(q *InTurn) { q.Affected = 0 },
		"more rows move than there are": func(q *InTurn) { q.Affected = 30 }, "nothing to begin": func(q *InTurn) { q.Begin = nil },
		"no bound": func(q *InTurn) { q.Bound = 0 }, "another relation": func(q *InTurn) { q.Relation = NodeLevel },
	} {
		q, s := chain(20), protectRing(t, pay(100, 0))
		change(&q)
		if x, err := NewNoisyMaxInTurn("chain", q, 1).Draw(s); err == nil || x != nil || len(ledger(t, s).Entries) != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
