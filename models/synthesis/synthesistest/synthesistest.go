// Package synthesistest holds checks that tests of generators share.
package synthesistest

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/methodtest"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Mode is a mode of a generator with any settings.
type Mode interface {
	Run(ctx context.Context, s *gdp.Session, options ...method.Option) (*synthesis.Result, error)
}

// Session opens a seeded session at edge level.
func Session(t testing.TB, g *graph.Graph, b gdp.Budget, seed uint64) *gdp.Session {
	t.Helper()
	s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, b, gdp.Seed(seed)))(t)
	return s
}

// Run runs a mode on a graph at edge level with a seeded session; it returns the result and the
// session.
func Run(t testing.TB, g *graph.Graph, mode Mode, eps gdp.Epsilon, seed uint64) (*synthesis.Result, *gdp.Session) {
	t.Helper()
	s := Session(t, g, gdp.Budget{Epsilon: eps}, seed)
	r := must.Get(mode.Run(t.Context(), s))(t)
	return r, s
}

// Refused checks that a run fails, before it spends budget, with an error that contains the given
// text.
func Refused(t testing.TB, mode Mode, s *gdp.Session, says string) {
	t.Helper()
	_, err := mode.Run(t.Context(), s)
	if l, failed := s.Ledger(); err == nil || !strings.Contains(err.Error(), says) || failed != nil || len(l.Entries) > 0 {
		t.Errorf("%v, want %q; %v, %v", err, says, l, failed)
	}
}

// Cost bounds a mode's spending and its proved ε, as shares of ε.
type Cost struct{ Least, Most, Proved float64 }

// Budgets runs all modes of a method on graphs without edges, cliques, stars and communities, at
// small and large ε. It checks that a mode spends all of ε and proves that cost, or nothing if
// the method says so, apart from the given exceptions. Except for modes of public code, the
// released graph must keep the nodes.
func Budgets(t *testing.T, m method.Method, exceptions map[string]Cost) {
	const n = 33
	var star []graph.Edge
	for v := range int32(n - 1) {
		star = append(star, graph.Edge{U: 0, V: v + 1})
	}
	clique := must.Get(gen.GNP(n, 1, rand.New(rand.NewPCG(1, 1))))(t)
	graphs := map[string]*graph.Graph{
		"communities": Communities(t, 20).Graph, "clique": clique, "star": gdptest.Graph(t, n, star), "no edges": gdptest.Graph(t, n, nil),
		"two nodes": gdptest.Graph(t, 2, nil), "one edge": gdptest.Graph(t, 2, []graph.Edge{{U: 0, V: 1}}), "three nodes": gdptest.Graph(t, 3, []graph.Edge{{U: 0, V: 2}}),
	}
	for _, mode := range m.Modes {
		config := must.Get(method.SetKnown(mode.Config(), m.Small...))(t)
		for name, g := range graphs {
			if mode.Plain {
				if _, err := mode.RunPlain(t.Context(), &graph.Network{Graph: g}, config, 1, nil); err != nil {
					t.Errorf("%s of %s: %v", mode.Name, name, err)
				}
				continue
			}
			for _, eps := range []gdp.Epsilon{0.01, 2, 20} {
				cost, b := Cost{1, 1, 1}, gdp.Budget{Epsilon: eps}
				if mode.Unproved != "" { // which may need δ
					cost.Proved, b.Delta = math.Inf(1), 1e-5
				}
				if c, there := exceptions[mode.Name]; there {
					cost = c
				}
				s := Session(t, g, b, 1)
				o, err := mode.Run(t.Context(), s, config, nil)
				if err != nil {
					t.Errorf("%s of %s at ε = %v: %v", mode.Name, name, eps, err)
					continue
				}
				l, err := s.Ledger()
				spent, proved := float64(l.Spent()/eps), float64(o.Guarantee.Proved/eps)
				least, most := cost.Proved*spent*0.999, cost.Proved*spent*1.001
				if err != nil || spent < cost.Least*0.99 || spent > cost.Most*(1+1e-9) || proved < least || proved > most {
					t.Errorf("%s of %s at ε = %v: spent %v, proved %v of ε, want %v; %v", mode.Name, name, eps, spent, proved, cost, err)
				}
				if r := o.Release.(release.Graph); r.Graph.N() != g.N() && mode.Role != method.AsCoded {
					t.Errorf("%s of %s: %d nodes", mode.Name, name, r.Graph.N())
				}
			}
		}
	}
}

// Audit audits a mode by its declared attack and checks that the estimated ε is within [least,
// most].
func Audit(t *testing.T, m method.Method, mode string, eps gdp.Epsilon, runs int, least, most gdp.Epsilon) {
	t.Helper()
	if got := methodtest.Attacked(t, m, mode, eps, runs).Bound.Epsilon; got < least || got > most {
		t.Errorf("%s at ε = %v: ε ≥ %v is found, want %v to %v", mode, eps, got, least, most)
	}
}

// Communities returns a graph of four dense communities of the given size, and their labels.
func Communities(t *testing.T, size int) *graph.Network { return Planted(t, size, 0.4, 0.01) }

// Planted is [Communities] with the given densities within and between communities.
func Planted(t *testing.T, size int, within, between float64) *graph.Network {
	t.Helper()
	p := make([][]float64, 4)
	for a := range p {
		p[a] = slices.Repeat([]float64{between}, 4)
		p[a][a] = within
	}
	w := must.Get(gen.SBM([]int{size, size, size, size}, p, rand.New(rand.NewPCG(5, 1))))(t)
	return w
}

// Alike returns the normalised mutual information of two partitions.
func Alike(t *testing.T, a, b []int32) float64 {
	t.Helper()
	x := must.Get(metric.NMI(a, b))(t)
	return x
}

// Modularity checks the generated graph's modularity of the given communities, relative to the
// original, against [least, most], and its edge count against a relative tolerance.
func Modularity(t *testing.T, w *graph.Network, name string, drawn *graph.Graph, least, most, but float64) {
	t.Helper()
	var q [2]float64
	for i, g := range []*graph.Graph{w.Graph, drawn} {
		var err error
		if q[i], err = metric.Modularity(g, w.Labels); err != nil {
			t.Fatal(err)
		}
	}
	m := float64(drawn.M()) / float64(w.Graph.M())
	t.Logf("%s: modularity %.3f of %.3f, %.3f of the edges", name, q[1], q[0], m)
	if q[1] < least*q[0] || q[1] > most*q[0] || math.Abs(m-1) > but {
		t.Errorf("%s: modularity %.3f of %.3f, %.3f of the edges", name, q[1], q[0], m)
	}
}

// Graphs returns all graphs of n nodes: bit k of a graph's index is its k-th pair, in the order of
// nodes. Graphs whose indices differ in one bit are neighbours.
func Graphs(t testing.TB, n int) (all []*graph.Graph) {
	t.Helper()
	var pairs []graph.Edge
	for u := range int32(n) {
		for v := u + 1; v < int32(n); v++ {
			pairs = append(pairs, graph.Edge{U: u, V: v})
		}
	}
	for world := range 1 << len(pairs) {
		var edges []graph.Edge
		for k, e := range pairs {
			if world>>k&1 == 1 {
				edges = append(edges, e)
			}
		}
		all = append(all, gdptest.Graph(t, n, edges))
	}
	return all
}

// Grouped returns a graph of four groups of 150 nodes with different degrees, and the group of each
// node.
func Grouped(t *testing.T, seed uint64) (*graph.Graph, []int32) {
	t.Helper()
	const n, groups = 600, 4
	r := rand.New(rand.NewPCG(seed, 1))
	labels, theta := make([]int32, n), make([]float64, n)
	for u := range labels {
		labels[u] = int32(u % groups)
		theta[u] = math.Exp(0.5 * r.NormFloat64())
	}
	rates := make([][]float64, groups)
	for a := range rates {
		rates[a] = slices.Repeat([]float64{0.008}, groups)
		rates[a][a] = 0.2
	}
	net := must.Get(gen.DegreeCorrectedSBM(labels, theta, rates, r))(t)
	return net.Graph, labels
}
