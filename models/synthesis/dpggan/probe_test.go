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
	edges, graphs := EdgeSum.Settings, OneRecord.Settings
	edges.Steps, graphs.Steps = 20, 20
	for name, x := range map[string]struct {
		run func(ctx context.Context, s *gdp.Session, options ...method.Option) (*Result, error)
		ask func() (*graph.Network, *gdp.Session) // nil: the graph is lost after the last step
	}{
		"strict": {Strict.Run, func() (*graph.Network, *gdp.Session) {
			return asked(Strict.Settings, func(s *gdp.Session) error {
				_, err := facts.Ask(s, []int{n}, eps, Strict.Settings.Shares)
				return err
			})
		}},
		"null": {Null.Run, func() (*graph.Network, *gdp.Session) {
			return asked(Uniform{}, func(s *gdp.Session) error {
				_, err := known{sizes: []int{n}}.edgeCounts("numbers of edges", eps).Draw(s)
				return err
			})
		}},
		"edge-sum":   {EdgeSum.With(edges).Run, nil},
		"one-record": {OneRecord.With(graphs).Run, nil},
	} {
		first, err := x.run(t.Context(), protect(&graph.Network{Graph: full}))
		if err != nil {
			t.Fatal(err)
		}
		probe, lost := &graph.Network{Graph: full}, false
		s, progress := protect(probe), method.Progress(func(done, steps int) {
			if done == steps {
				probe.Graph, lost = none, true
			}
		})
		if x.ask != nil {
			probe, s = x.ask()
			probe.Graph, lost, progress = none, true, nil
		}
		again, err := x.run(t.Context(), s, progress)
		if err != nil {
			t.Fatal(err)
		}
		if !lost || first.Graphs[0].M() == 0 || !again.Graphs[0].Equal(first.Graphs[0]) {
			t.Errorf("%s: %d edges, and %d where the edges were gone; gone: %v", name, first.Graphs[0].M(), again.Graphs[0].M(), lost)
		}
		if fresh, err := x.run(t.Context(), protect(&graph.Network{Graph: none})); err != nil || fresh.Graphs[0].Equal(first.Graphs[0]) {
			t.Errorf("%s: a run on a graph without edges has the same graph, %v", name, err)
		}
	}
}
