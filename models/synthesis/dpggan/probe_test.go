package dpggan

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/facts"
)

// Leak probe: only what was paid for is read. If the graph loses its edges after the last answer,
// the release is the same.
func TestNothingElseReadsTheGraph(t *testing.T) {
	const n, eps = 40, 3
	full, none := sample(t, n, 120), sample(t, n, 0)
	protect := func(net *graph.Network, options ...gdp.Option) *gdp.Session {
		return must.Get(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps, Delta: 1e-5}, append(options, gdp.Seed(7))...))(t)
	}
	stop := errors.New("stop")
	asked := func(config any, ask func(s *gdp.Session) error) (*graph.Network, *gdp.Session) {
		path := filepath.Join(t.TempDir(), "journal")
		_, err := checkpoint.Once(t.Context(), protect(&graph.Network{Graph: full}, gdp.Journal(path)), "dpggan", config, nil, func(run *checkpoint.Run) (*Result, error) {
			if err := ask(run.Session()); err != nil {
				return nil, err
			}
			return nil, stop
		})
		if !errors.Is(err, stop) {
			t.Fatal(err)
		}
		probe := &graph.Network{Graph: full}
		return probe, protect(probe, gdp.Journal(path))
	}
	for name, x := range map[string]struct {
		run    func(ctx context.Context, s *gdp.Session, options ...method.Option) (*Result, error)
		config any
		ask    func(s *gdp.Session) error
	}{
		"strict": {Strict.Run, Strict.Settings, func(s *gdp.Session) error {
			_, err := facts.Ask(s, []int{n}, eps, Strict.Settings.Shares)
			return err
		}},
		"null": {Null.Run, Uniform{}, func(s *gdp.Session) error {
			_, err := known{sizes: []int{n}}.edgeCounts(eps).Draw(s)
			return err
		}},
	} {
		first := must.Get(x.run(t.Context(), protect(&graph.Network{Graph: full})))(t)
		probe, s := asked(x.config, x.ask)
		probe.Graph = none
		again := must.Get(x.run(t.Context(), s))(t)
		if first.Graphs[0].M() == 0 || !again.Graphs[0].Equal(first.Graphs[0]) {
			t.Errorf("%s: %d edges, and %d where the edges were gone", name, first.Graphs[0].M(), again.Graphs[0].M())
		}
		if fresh, err := x.run(t.Context(), protect(&graph.Network{Graph: none})); err != nil || fresh.Graphs[0].Equal(first.Graphs[0]) {
			t.Errorf("%s: a run on a graph without edges has the same graph, %v", name, err)
		}
	}
}
