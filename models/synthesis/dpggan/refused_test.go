package dpggan

import (
	"context"
	"errors"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// A budget without δ, where noise is Gaussian, is refused before anything is paid for; the largest
// rate gives graphs.
func TestRefusedBeforeItIsPaidFor(t *testing.T) {
	edges, graphs := EdgeSum, OneRecord
	edges.Settings.Steps, graphs.Settings.Steps = 100, 100
	edges.Settings.Rate, graphs.Settings.Rate = 1e3, 1e3
	for name, run := range map[string]func(context.Context, *gdp.Session, ...method.Option) (*Result, error){"edge-sum": edges.Run, "one-record": graphs.Run} {
		for _, delta := range []gdp.Delta{0, 1e-5} {
			s, err := gdp.ProtectCollection(&graph.Collection{Graphs: []*graph.Network{small(t, 4), small(t, 6)}}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: delta}, gdp.Seed(1))
			if err != nil {
				t.Fatal(err)
			}
			_, err = run(t.Context(), s)
			if l, failed := s.Ledger(); failed != nil || delta == 0 && (!errors.Is(err, gdp.ErrDelta) || len(l.Entries) > 0) || delta > 0 && err != nil {
				t.Errorf("%s, δ = %v: %v, %v", name, delta, err, l)
			}
		}
	}
}
