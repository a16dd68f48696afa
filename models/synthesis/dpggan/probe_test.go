package dpggan

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/facts"
)

// Leak probe: what was paid for is all that is read. A run whose graph loses its edges after the
// last answer, or the last step, has the same release.
func TestNothingElseReadsTheGraph(t *testing.T) {
	const n, eps = 40, 3
	full, none := sample(t, n, 120), sample(t, n, 0)
	protect := func(net *graph.Network, options ...gdp.Option) *gdp.Session {
		s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps, Delta: 1e-5}, append(options, gdp.Seed(7))...)
		if err != nil {
			t.Fatal(err)
		}
		return s
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
	edges, graphs := EdgeSum(), OneRecord()
	edges.Steps, graphs.Steps = 20, 20
	for name, mode := range map[string]struct {
		run func(ctx context.Context, s *gdp.Session, w *method.Watch) (*Result, error)
		ask func() (*graph.Network, *gdp.Session) // nil: the graph is lost after the last step
	}{
		"strict": {
			func(ctx context.Context, s *gdp.Session, w *method.Watch) (*Result, error) {
				return Run(ctx, s, Strict(), w)
			},
			func() (*graph.Network, *gdp.Session) {
				return asked(Strict(), func(s *gdp.Session) error {
					_, err := facts.Ask(s, []int{n}, eps, Strict().Shares)
					return err
				})
			},
		},
		"null": {
			func(ctx context.Context, s *gdp.Session, w *method.Watch) (*Result, error) {
				return Run(ctx, s, Null(), w)
			},
			func() (*graph.Network, *gdp.Session) {
				return asked(Uniform{}, func(s *gdp.Session) error {
					_, err := known{sizes: []int{n}}.edgeCounts("numbers of edges", eps).Draw(s)
					return err
				})
			},
		},
		"edge-sum": {func(ctx context.Context, s *gdp.Session, w *method.Watch) (*Result, error) {
			return Run(ctx, s, edges, w)
		}, nil},
		"one-record": {func(ctx context.Context, s *gdp.Session, w *method.Watch) (*Result, error) {
			return Run(ctx, s, graphs, w)
		}, nil},
	} {
		first, err := mode.run(t.Context(), protect(&graph.Network{Graph: full}), nil)
		if err != nil {
			t.Fatal(err)
		}
		probe, lost := &graph.Network{Graph: full}, false
		s, watch := protect(probe), &method.Watch{Progress: func(done, steps int) {
			if done == steps {
				probe.Graph, lost = none, true
			}
		}}
		if mode.ask != nil {
			probe, s = mode.ask()
			probe.Graph, lost, watch = none, true, nil
		}
		again, err := mode.run(t.Context(), s, watch)
		if err != nil {
			t.Fatal(err)
		}
		if !lost || first.Graphs[0].M() == 0 || !again.Graphs[0].Equal(first.Graphs[0]) {
			t.Errorf("%s: %d edges, and %d where the edges were gone; gone: %v", name, first.Graphs[0].M(), again.Graphs[0].M(), lost)
		}
		if fresh, err := mode.run(t.Context(), protect(&graph.Network{Graph: none}), nil); err != nil || fresh.Graphs[0].Equal(first.Graphs[0]) {
			t.Errorf("%s: a run on a graph without edges has the same graph, %v", name, err)
		}
	}
}
