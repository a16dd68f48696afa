package dpgs

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// The drawn graph has the given degrees, edges of each kind and triangles.
func TestDrawStrict(t *testing.T) {
	net := blocks(t, 4, 400, 0.015, 0.0005, 1)
	closed := must.Get(gen.Close(net.Graph, 900, source(4)))(t)
	net.Graph = closed
	d := must.Get(StrictNonPrivate.RunOn(t.Context(), net, 1))(t)
	want, got := net.Graph.Degrees(), d.Graph.Degrees()
	missing := 0
	for u, k := range got {
		if k > want[u] {
			t.Errorf("node %d has %d neighbours, and was to have %d", u, k, want[u])
		}
		missing += int(want[u] - k)
	}
	if missing > 20 {
		t.Errorf("%d of %d stubs found no partner", missing, 2*net.Graph.M())
	}
	triangles, _ := metric.Triangles(net.Graph)
	if made, _ := metric.Triangles(d.Graph); math.Abs(float64(made-triangles)) > 0.1*float64(triangles) {
		t.Errorf("%d triangles, want about %d", made, triangles)
	}
}

// If edges join nodes with similar features, so do the drawn ones.
func TestNearPairsAreJoined(t *testing.T) {
	net := blocks(t, 4, 150, 0.002, 0.002, 1)
	l := pairs.kinds(net.Graph.N(), net.Attrs, net.Labels)
	var edges []graph.Edge
	for u, v := range net.Graph.Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	for i, p := range slices.Concat(l.list()[:6]...) { // of ranks below 4
		if i%3 > 0 {
			edges = append(edges, graph.Edge{U: p.u, V: p.v})
		}
	}
	net.Graph, _ = must.Two(graph.FromEdges(600, edges, graph.Options{}))(t)
	d := must.Get(StrictNonPrivate.RunOn(t.Context(), net, 1))(t)
	want, got := 0.0, 0.0
	made := l.count(d.Graph)
	for k, x := range l.count(net.Graph)[:6] {
		want, got = want+x, got+made[k]
	}
	if math.Abs(got-want) > 0.1*want || want < 800 {
		t.Errorf("%v edges of near pairs, want %v", got, want)
	}
}

// The whole budget is spent on four releases, or five with randomised response, and is proved; a
// second run replays the first. With little noise the graph is near the one without.
func TestStrict(t *testing.T) {
	net := blocks(t, 4, 150, 0.06, 0.004, 1)
	for _, eps := range []gdp.Epsilon{1, 20} {
		s := protect(t, net, eps)
		var first *graph.Graph
		for range 2 {
			d := must.Get(Strict.Run(t.Context(), s))(t)
			if g := d.Guarantee; math.Abs(float64(g.Proved-eps)) > 1e-3*float64(eps) || g.Claimed != g.Proved {
				t.Errorf("claimed %v, proved %v, want %v", g.Claimed, g.Proved, eps)
			}
			if first == nil {
				first = d.Graph
			}
			if !first.Equal(d.Graph) {
				t.Error("the second run is another one")
			}
		}
		asked := map[gdp.Epsilon]int{1: 0, 20: 1}[eps] // queries of pairs
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 4+asked || len(l.Parts) != asked {
			t.Errorf("%v, %v", l, err)
		}
		auc := func(a, b []int32) float64 { // AUC of degrees in b for degrees above 14 in a
			var high, low []float64
			for u, k := range a {
				if k > 14 {
					high = append(high, float64(b[u]))
				} else {
					low = append(low, float64(b[u]))
				}
			}
			return must.Get(metric.AUC(high, low))(t)
		}
		least := map[gdp.Epsilon]float64{1: 0.55, 20: 0.97}[eps] // a coin has 0.5 ± 0.03
		if x := auc(net.Graph.Degrees(), first.Degrees()); x < least || math.Abs(float64(first.M()-net.Graph.M())) > 300 {
			t.Errorf("ε = %v: degrees tell high from low with AUC %v; %d edges of %d", eps, x, first.M(), net.Graph.M())
		}
	}
}

// Without randomised response, the cap at an edge follows the degrees, so that nearly all triangles
// are counted, with little noise.
func TestStrictCountsTriangles(t *testing.T) {
	net := blocks(t, 4, 400, 0.015, 0.0005, 1)
	closed := must.Get(gen.Close(net.Graph, 900, source(4)))(t)
	net.Graph = closed
	triangles, _ := metric.Triangles(closed)
	for seed := range uint64(5) {
		s := must.Get(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 2, Delta: 1e-5}, gdp.Seed(seed)))(t)
		d := must.Get(Strict.Run(t.Context(), s))(t)
		if d.Answers != nil || d.Room < 5 || d.Room > 40 || math.Abs(d.Triangles-float64(triangles)) > 350 {
			t.Errorf("%.0f triangles, with room for %d at an edge, of %d", d.Triangles, d.Room, triangles)
		}
	}
}

// Nodes without labels, or with uninformative features, still give a graph.
func TestStrictWithLittle(t *testing.T) {
	net := blocks(t, 2, 20, 0.3, 0.1, 1)
	offsets := make([]int64, 41)
	for u := range offsets {
		offsets[u] = int64(u)
	}
	same := must.Get(graph.NewAttributes(1, offsets, make([]int32, 40), slices.Repeat([]float32{1}, 40)))(t)
	for name, x := range map[string]*graph.Network{
		"no labels": {Graph: net.Graph, Attrs: net.Attrs}, "one word for all": {Graph: net.Graph, Attrs: same, Labels: net.Labels},
		"no features": {Graph: net.Graph, Labels: net.Labels}, "nothing": {Graph: net.Graph},
	} {
		for _, eps := range []gdp.Epsilon{3, 20} {
			d, err := Strict.Run(t.Context(), protect(t, x, eps))
			if err != nil || d.Graph.N() != 40 || d.Graph.M() < net.Graph.M()/2 || (d.Answers != nil) != (eps > 4) {
				t.Fatalf("%s, ε = %v: %v, %v", name, eps, d, err)
			}
			kept := 0
			for u, v := range d.Graph.Edges() {
				if net.Graph.HasEdge(u, v) {
					kept++
				}
			}
			if share := float64(kept) / float64(net.Graph.M()); eps == 20 && share < .9 {
				t.Errorf("%s: of the edges %v is kept", name, share)
			}
		}
		if d, err := StrictNonPrivate.RunOn(t.Context(), x, 1); err != nil || d.Graph.M() < net.Graph.M()/2 {
			t.Errorf("%s without noise: %v, %v", name, d, err)
		}
	}
}

// Two graphs with equal answers to the four queries give equal releases for equal noise: nothing
// else is read.
func TestStrictReadsItsAnswersAlone(t *testing.T) {
	const n = 40
	offsets, words := make([]int64, n+1), make([]int32, n) // a word for each node: no near pairs
	for u := range n {
		offsets[u+1], words[u] = int64(u)+1, int32(u)
	}
	x := must.Get(graph.NewAttributes(n, offsets, words, slices.Repeat([]float32{1}, n)))(t)
	drawn := func(pairs ...graph.Edge) *Result {
		for u := int32(4); u < n-1; u++ {
			pairs = append(pairs, graph.Edge{U: u, V: u + 1})
		}
		g := gdptest.Graph(t, n, pairs)
		return must.Get(Strict.Run(t.Context(), protect(t, &graph.Network{Graph: g, Attrs: x}, 2)))(t)
	}
	a := drawn(graph.Edge{U: 0, V: 1}, graph.Edge{U: 2, V: 3})
	b := drawn(graph.Edge{U: 0, V: 3}, graph.Edge{U: 1, V: 2})
	c := drawn(graph.Edge{U: 0, V: 1}, graph.Edge{U: 0, V: 3}) // with other degrees
	if !slices.Equal(a.Degrees, b.Degrees) || !a.Graph.Equal(b.Graph) || a.Triangles != b.Triangles || slices.Equal(a.Degrees, c.Degrees) {
		t.Errorf("%v edges and %v, %v triangles and %v", a.Graph.M(), b.Graph.M(), a.Triangles, b.Triangles)
	}
}

// Pairs are asked if the expected flipped responses per node are few and ε for pairs is large
// enough. The rest is for counts; their parts sum to ε.
func TestThePartsOfEpsilon(t *testing.T) {
	for _, x := range []struct {
		nodes        int
		directed     bool
		eps          gdp.Epsilon
		numbers, all gdp.Epsilon
	}{
		{2708, false, 3, 3, 0}, {2708, false, 3.5, .8, 2.7}, {2708, false, 5, .8, 4.2}, {2708, false, 10, .8, 9.2}, {2708, true, 10, 10, 0},
		{100, false, 3.39, 3.39, 0}, {100, false, 3.41, .8, 2.61},
		{18_333, false, 5, 5, 0}, {18_333, false, 5.5, .8, 4.7}, {5397, false, 3.8, .8, 3}, {5399, false, 3.8, 3.8, 0}, // 256·(1 + e³) = 5397.9
		{1 << 24, false, 15, 15, 0}, // too many answers in all
	} {
		numbers, all := Strict.Settings.parts(gdp.Public{Nodes: x.nodes, Directed: x.directed}, x.eps)
		if math.Abs(float64(numbers-x.numbers)) > 1e-12 || math.Abs(float64(all-x.all)) > 1e-12 {
			t.Errorf("%d nodes, ε = %v: %v and %v, want %v and %v", x.nodes, x.eps, numbers, all, x.numbers, x.all)
		}
	}
}

// Two estimates of a count are combined by their noise: over many samples the mean is unbiased, and
// the error below that of each.
func TestKindsAreTakenTogether(t *testing.T) {
	net := blocks(t, 4, 100, 0.03, 0.003, 1)
	l := pairs.kinds(net.Graph.N(), net.Attrs, net.Labels)
	const flip, sd, runs = 0.1, 15., 200
	r := source(5)
	truth, far := l.count(net.Graph), l.kinds()-2
	sum, squares, first, second := 0., 0., 0., 0.
	for range runs {
		var edges []graph.Edge
		for u := range int32(net.Graph.N()) {
			for v := range u {
				if net.Graph.HasEdge(u, v) != (r.Float64() < flip) {
					edges = append(edges, graph.Edge{U: v, V: u})
				}
			}
		}
		d := &Result{Answers: gdptest.Graph(t, net.Graph.N(), edges), Flip: flip, KindNoise: sd}
		for _, x := range truth {
			d.Kinds = append(d.Kinds, x+sd*r.NormFloat64())
		}
		off := d.edges(l)[far-2] - truth[far-2]
		sum += off / runs
		squares += off * off / runs
		first += math.Pow(d.Kinds[far-2]-truth[far-2], 2) / runs
		d.KindNoise = 1e9 // answers alone
		second += math.Pow(d.edges(l)[far-2]-truth[far-2], 2) / runs
	}
	want := first * second / (first + second)
	if math.Abs(sum) > 5*math.Sqrt(squares/runs) || math.Abs(squares-want) > .3*want || math.Max(first, second) > 20*want {
		t.Errorf("off by %v on average; its square is %v, want %v of %v and %v", sum, squares, want, first, second)
	}
}
