package dpggan

import (
	"errors"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// A rate that numbers do not survive is refused before anything is paid for, and so is a budget
// without δ where noise is Gaussian; the largest rate gives graphs.
func TestRefusedBeforeItIsPaidFor(t *testing.T) {
	edges, graphs := EdgeSum.Settings, OneRecord.Settings
	edges.Steps, graphs.Steps = 100, 100
	session := func(delta gdp.Delta) *gdp.Session {
		s, err := gdp.ProtectCollection(&graph.Collection{Graphs: []*graph.Network{small(t, 4), small(t, 6)}}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: delta}, gdp.Seed(1))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	both := func(delta gdp.Delta, rate float64) (errs [2]error, entries int) {
		edges.Rate, graphs.Rate = rate, rate
		s := session(delta)
		_, errs[0] = EdgeSum.With(edges).Run(t.Context(), s)
		_, errs[1] = OneRecord.With(graphs).Run(t.Context(), s)
		l, err := s.Ledger()
		if err != nil {
			t.Fatal(err)
		}
		return errs, len(l.Entries)
	}
	if errs, entries := both(1e-5, 1e30); errs[0] == nil || errs[1] == nil || entries > 0 {
		t.Errorf("a rate of 1e30: %v, %d entries", errs, entries)
	}
	if errs, entries := both(0, 1e-2); !errors.Is(errs[0], gdp.ErrDelta) || !errors.Is(errs[1], gdp.ErrDelta) || entries > 0 {
		t.Errorf("δ = 0: %v, %d entries", errs, entries)
	}
	edges.Rate, graphs.Rate = 1e3, 1e3
	if _, err := EdgeSum.With(edges).Run(t.Context(), session(1e-5)); err != nil {
		t.Error(err)
	}
	if _, err := OneRecord.With(graphs).Run(t.Context(), session(1e-5)); err != nil {
		t.Error(err)
	}
}
