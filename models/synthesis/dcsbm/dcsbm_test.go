package dcsbm

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/synthesis/synthesistest"
	"gonum.org/v1/gonum/stat"
)

func TestBudgets(t *testing.T) { synthesistest.Budgets(t, Method, nil) }

func labels(t *testing.T, g *graph.Graph) []int32 {
	t.Helper()
	found, _ := must.Two(metric.Louvain(g, rand.New(rand.NewPCG(1, 1))))(t)
	return found
}

// Without noise the drawn graph has the original's degrees, edge counts between communities and
// triangles, and Louvain finds the communities.
func TestWithoutNoise(t *testing.T) {
	g, groups := synthesistest.Grouped(t, 2)
	r := must.Get(NonPrivate.RunOn(t.Context(), &graph.Network{Graph: g}, 1))(t)
	off := 0.0
	for u, d := range r.Graph.Degrees() {
		off += math.Abs(float64(d) - float64(g.Degree(int32(u))))
	}
	if off > 0.03*2*float64(g.M()) {
		t.Errorf("degrees are off by %v in all, of %d", off, 2*g.M())
	}
	within := func(g *graph.Graph) (count float64) {
		for u, v := range g.Edges() {
			if groups[u] == groups[v] {
				count++
			}
		}
		return count
	}
	if x, want := within(r.Graph), within(g); math.Abs(x/want-1) > 0.05 {
		t.Errorf("%v edges within groups, want %v", x, want)
	}
	got, _ := metric.Triangles(r.Graph)
	if want, _ := metric.Triangles(g); math.Abs(float64(got)/float64(want)-1) > 0.05 {
		t.Errorf("%d triangles, want %d", got, want)
	}
	if x := synthesistest.Alike(t, labels(t, r.Graph), groups); x < 0.95 {
		t.Errorf("communities have an NMI of %v", x)
	}
}

// With enough edges, randomised response is used and communities are found; otherwise the graph
// still has its degrees and triangles.
func TestStrict(t *testing.T) {
	g, groups := synthesistest.Grouped(t, 3)
	r, s := synthesistest.Run(t, g, Strict, 4, 1)
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 7 {
		t.Errorf("want degrees, pairs, edges of communities, two lists, triangles, and clustering: %v, %v", l, err)
	}
	if x := synthesistest.Alike(t, labels(t, r.Graph), groups); x < 0.8 {
		t.Errorf("communities have an NMI of %v", x)
	}
	if ks := metric.KS(metric.DegreeHistogram(g), metric.DegreeHistogram(r.Graph)); ks > 0.1 {
		t.Errorf("degrees are apart by %v", ks)
	}
	// Posterior means have 0.87 of the variance of degrees, their distribution 0.95.
	r, _ = synthesistest.Run(t, g, Strict, 2, 1)
	if got, want := variance(r.Graph), variance(g); got < 0.91*want {
		t.Errorf("degrees have a variance of %v, want %v", got, want)
	}
	rare := must.Get(gen.WattsStrogatz(3000, 4, 0.1, rand.New(rand.NewPCG(1, 1))))(t)
	r, s = synthesistest.Run(t, rare, Strict, 2, 1)
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 5 {
		t.Errorf("%v, %v: want degrees twice, how often they occur, triangles, and clustering", l, err)
	}
	got, _ := metric.Triangles(r.Graph)
	want, _ := metric.Triangles(rare)
	if ks := metric.KS(metric.DegreeHistogram(rare), metric.DegreeHistogram(r.Graph)); ks > 0.05 || math.Abs(float64(got)/float64(want)-1) > 0.15 {
		t.Errorf("degrees are apart by %v; %d triangles, want %d", ks, got, want)
	}
}

func variance(g *graph.Graph) float64 {
	var list []float64
	for _, d := range g.Degrees() {
		list = append(list, float64(d))
	}
	return stat.PopVariance(list, nil)
}

// Without a useful core, nodes get a separately released degree list, in the order of noisy
// degrees, and the edge count follows from the list.
func TestSparseGraphs(t *testing.T) {
	ring := must.Get(gen.WattsStrogatz(2000, 6, 0.2, rand.New(rand.NewPCG(1, 1))))(t)
	for eps, most := range map[gdp.Epsilon]float64{0.1: 0.2, 0.3: 0.05, 1: 0.05} {
		r, s := synthesistest.Run(t, ring, Strict, eps, 1)
		l, err := s.Ledger()
		if err != nil || len(l.Entries) != 5 || !strings.HasSuffix(l.Entries[2].Label, "list of degrees, counted") {
			t.Fatalf("at ε = %v: %v, %v", eps, l, err)
		}
		if m := float64(r.Graph.M()); math.Abs(m/float64(ring.M())-1) > most {
			t.Errorf("at ε = %v: %v edges, want %d", eps, m, ring.M())
		}
	}
	// Hubs stay hubs: in a hundred stars, the centres have more neighbours than other nodes.
	var edges []graph.Edge
	for u := range int32(2000) {
		if u%20 != 0 {
			edges = append(edges, graph.Edge{U: u / 20 * 20, V: u})
		}
	}
	r, s := synthesistest.Run(t, gdptest.Graph(t, 2000, edges), Strict, 3, 1)
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 5 || !strings.HasSuffix(l.Entries[1].Label, "list of degrees") {
		t.Fatalf("%v, %v", l, err)
	}
	centres := 0
	for u := int32(0); u < 2000; u += 20 {
		if r.Graph.Degree(u) > 8 {
			centres++
		}
	}
	if centres < 60 { // five at random, 80 here
		t.Errorf("%d of 100 hubs are hubs", centres)
	}
}
