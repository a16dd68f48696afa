package dpggan

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// little returns a mode's configuration with settings for a fast run.
func little(t *testing.T, m method.Mode) any {
	t.Helper()
	config := m.Config()
	for _, setting := range []string{"Steps=4", "Hidden=4", "Latent=2", "Inner=3", "Width=4", "Columns=3", "Pairs=64", "SampleRate=0.3", "Graphs=3"} {
		if changed, err := method.Set(config, setting); err == nil { // it has this setting
			config = changed
		}
	}
	return config
}

// run runs a mode on a collection and counts its spends.
func run(t *testing.T, m method.Mode, c *graph.Collection) (o method.Outcome, spends int, err error) {
	t.Helper()
	if m.Plain {
		o, err = m.RunPlainCollection(t.Context(), c, little(t, m), 1, nil)
		return o, 0, err
	}
	s := must.Get(gdp.ProtectCollection(c, m.Relation, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1)))(t)
	o, err = m.Run(t.Context(), s, little(t, m), nil)
	l := must.Get(s.Ledger())(t)
	return o, len(l.Entries), err
}

// Every mode draws a graph with the same number of nodes and class for each graph of a diverse
// collection. A graph without nodes is refused by its index, and so is a collection without a pair
// of nodes, before anything is spent.
func TestEveryModeOnCollections(t *testing.T) {
	full := []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 2}}
	c := &graph.Collection{
		Graphs: []*graph.Network{small(t, 1), small(t, 3, full...), small(t, 9), {Graph: sample(t, 60, 90)}, small(t, 2)},
		Labels: []int32{0, 1, 1, 0, 1}, Classes: []string{"x", "y"},
	}
	for _, m := range Method.Modes {
		if !m.Plain && m.Relation != gdp.EdgeLevel {
			continue // numbers of graphs and nodes are private
		}
		o, _, err := run(t, m, c)
		if err != nil {
			t.Errorf("%s: %v", m.Name, err)
			continue
		}
		drawn := o.Release.(release.Graphs)
		if !slices.Equal(drawn.Sizes(), c.Sizes()) || !slices.Equal(drawn.Labels, c.Labels) || !slices.Equal(drawn.Classes, c.Classes) || drawn.Check() != nil {
			t.Errorf("%s: graphs of %v nodes and classes %v", m.Name, drawn.Sizes(), drawn.Labels)
		}
		for says, bad := range map[string][]*graph.Network{"graph 1 has no nodes": {small(t, 4), small(t, 0)}, "none of the 2 graphs has two nodes": {small(t, 1), small(t, 1)}} {
			if _, spends, err := run(t, m, &graph.Collection{Graphs: bad}); err == nil || !strings.Contains(err.Error(), says) || spends > 0 {
				t.Errorf("%s: %d spends, %v, want an error with %q", m.Name, spends, err, says)
			}
		}
	}
}

// Without any privacy, codes of the graph itself reveal its links and random codes do not: a link
// test shows whether nodes keep their identity (G11).
func TestRandomCodesCarryNoNames(t *testing.T) {
	claim.Fails(t, "dpggan", "§4.2: a link test that finds nothing shows privacy (without any, links are told from codes of the graph, and not from random codes: G11)")
	c := must.OrSkip(data.Load("dpggan-dblp"))(t, data.ErrNotFound).Collection
	g := c.Graphs[14].Graph
	x := newGenerator(g, NonPrivateTuned.Settings.Net, logit(g.M(), pairs(g.N())), random(1))
	auc := func(posterior bool) (wins float64) {
		rows, _ := x.draw(posterior, random(5))
		var linked, others []float64
		for number := range pairs(g.N()) {
			u, v := unordered(number)
			p := probability(rows, int(u), int(v), 0)
			if g.HasEdge(int32(u), int32(v)) {
				linked = append(linked, p)
			} else {
				others = append(others, p)
			}
		}
		slices.Sort(others)
		for _, p := range linked {
			below, _ := slices.BinarySearch(others, p)
			wins += float64(below) / float64(len(others)) / float64(len(linked))
		}
		return wins
	}
	kernel, rng := new(allpairs.Decoder), random(2)
	for range NonPrivateTuned.Settings.Steps {
		must.Do(t, x.descend(x.gradient(kernel, rng)))
	}
	posterior, prior := auc(true), auc(false)
	t.Logf("AUC %.3f from codes of the graph, %.3f from random codes", posterior, prior)
	if posterior < 0.95 || prior < 0.4 || prior > 0.6 {
		t.Errorf("AUC %.3f from codes of the graph, %.3f from random codes", posterior, prior)
	}
}

// A run on a collection that is interrupted after two steps resumes with the same bits, for the
// budget already paid. At ε = 10 the authors' code takes four steps.
func TestInterruptionsOnCollections(t *testing.T) {
	c := &graph.Collection{Graphs: []*graph.Network{{Graph: sample(t, 12, 20)}, small(t, 1), {Graph: sample(t, 43, 60)}}}
	for _, m := range Method.Modes {
		do := func(dir string, after int) (o method.Outcome, spends int, err error) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			w := &method.Watch{Checkpoint: filepath.Join(dir, "checkpoint"), Progress: func(done, _ int) {
				if done == after {
					cancel()
				}
			}}
			if m.Plain {
				o, err = m.RunPlainCollection(ctx, c, little(t, m), 1, w)
				return o, 0, err
			}
			s := must.Get(gdp.ProtectCollection(c, m.Relation, gdp.Budget{Epsilon: 10, Delta: 1e-5}, gdp.Seed(1), gdp.Journal(filepath.Join(dir, "journal"))))(t)
			o, err = m.Run(ctx, s, little(t, m), w)
			l := must.Get(s.Ledger())(t)
			return o, len(l.Entries), err
		}
		whole, paid, err := do(t.TempDir(), -1)
		if err != nil {
			t.Fatal(m.Name, err)
		}
		dir := t.TempDir()
		if _, _, err := do(dir, 2); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(m.Name, err)
		}
		again, spends, err := do(dir, -1)
		if err != nil || spends != paid {
			t.Fatalf("%s: %v, %d spends, want %d", m.Name, err, spends, paid)
		}
		for i, w := range whole.Release.(release.Graphs).Graphs {
			if !w.Graph.Equal(again.Release.(release.Graphs).Graphs[i].Graph) {
				t.Errorf("%s: graph %d is another after an interruption", m.Name, i)
			}
		}
	}
}

func graphsOf(o method.Outcome) []*graph.Network { return o.Release.(release.Graphs).Graphs }
