package ask

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

// The upper end is from the round that drops no edge: if the first caps drop most, the numbers of
// edges, of cut edges and of edges between classes are below their upper ends.
func TestUpperEndsAreOfTheLastRound(t *testing.T) {
	net := &graph.Network{Graph: random(t, 120, 0.4, 5), Classes: []string{"a", "b", "c"}}
	for u := range net.Graph.N() {
		net.Labels = append(net.Labels, int32(u%4)-1)
	}
	for _, x := range []Statistic{Edges, Cut, Mixing} {
		exact := exactly(t, x, net)
		for _, rel := range nodeLevel {
			a := must.Get(x.AskAt(protected(t, net, rel, 100, 1), 100, 0.999))(t)
			for _, v := range a.Values {
				if want := exact[v.Of].Value; v.Low > want || v.High < want || v.Of == "" && math.Abs(v.Value/want-1) > 0.2 {
					t.Errorf("%s, %v, %s: %v, want %v", x.Name, rel, v.Of, v, want)
				}
			}
		}
	}
}

// All edge counts between classes are jointly within their intervals as often as stated, though
// each has two ends.
func TestMixingOfNodesDividesItsFailures(t *testing.T) {
	const draws, level = 400, 0.6
	net := labelled(t)
	exact := exactly(t, Mixing, net)
	covers(t, "mixing", draws, level, func(seed uint64) bool {
		return mixingOfNodes.holds(t, Mixing, net, exact, protected(t, net, gdp.NodeLevel, 4, seed), level)
	})
}

// Values of similar cells that noise can explain are shrunk to a mean of 0; others are kept, and so
// are those of a cap that truncates nothing.
func TestPooledCells(t *testing.T) {
	rounds := []Round{{Scale: 1}, {Scale: 100}}
	for name, x := range map[string]struct{ answers, want []float64 }{
		"noise": {[]float64{90, -120, 80, -100, 110, -60, 70, -50}, []float64{0, 0, 0, 0, 0, 0, 0, 0}},
		"edges": {[]float64{5000, 5020, 4990, 5010, 5000, 4980, 5000, 5000}, []float64{4999, 4999, 4999, 4999, 4999, 4999, 4999, 4999}},
	} {
		values, cells := make([]Value, len(x.want)), make([]int, len(x.want))
		for c := range cells {
			cells[c], values[c] = c, Value{Low: 0, High: 1e6}
		}
		pool(values, rounds, [][]float64{make([]float64, len(cells)), x.answers}, cells)
		for c, v := range values {
			if math.Abs(v.Value-x.want[c]) > 10 {
				t.Errorf("%s: cell %d is %v, want %v", name, c, v.Value, x.want[c])
			}
		}
	}
	values := []Value{{High: 1e6}, {High: 1e6}, {Low: 40, High: 1e6}}
	if won := pool(values, rounds, [][]float64{{5000, 300, 20}, {5100, 200, 100}}, []int{0, 1, 2}); won != 0 || values[0].Value < 4000 || values[2].Value < 40 {
		t.Errorf("round %d won: %v", won, values)
	}
}

// With negligible noise stars are counted exactly.
func TestStarsOfNodesAreNear(t *testing.T) {
	net := &graph.Network{Graph: random(t, 200, 0.2, 6)}
	for k := 2; k <= 3; k++ {
		want := 0.0
		for _, d := range net.Graph.Degrees() {
			want += choose(int(d), k)
		}
		for _, rel := range nodeLevel {
			a := must.Get(Stars(k).Ask(protected(t, net, rel, 500, 1), 500))(t)
			if v := a.Values[0]; math.Abs(v.Value/want-1) > 0.1 || v.Low > want || v.Low < want/2 {
				t.Errorf("%v: %v stars of %d edges, want %v", rel, v, k, want)
			}
		}
	}
}

// If one node can have more stars than are countable, only caps below that are asked.
func TestStarsOfLargeGraphs(t *testing.T) {
	for _, rel := range nodeLevel {
		for _, eps := range []gdp.Epsilon{1, 400} {
			a, err := Stars(maxLeaves).Ask(protected(t, &graph.Network{Graph: random(t, 3000, 0.001, 6)}, rel, eps, 1), eps)
			if err != nil || a.Facts == nil || !(a.Values[0].Low >= 0) {
				t.Errorf("%v, ε = %v: %v, %v", rel, eps, a, err)
			}
		}
	}
}

// At node level the errors of triangles and wedges are below those of the answer 0, and decrease
// with ε, on graphs with communities, with hubs and without either.
func TestCountsOfNodesAreBetterThanZero(t *testing.T) {
	hubs := must.Get(gen.BarabasiAlbert(1000, 6, rand.New(rand.NewPCG(1, 1))))(t)
	clusters := must.Get(gen.Close(hubs, 4000, rand.New(rand.NewPCG(2, 2))))(t)
	for name, g := range map[string]*graph.Graph{"clusters": clusters, "even": random(t, 1000, 0.03, 1)} {
		for _, x := range []Statistic{Triangles, Wedges} {
			exact := must.Get(x.Exact(&graph.Network{Graph: g}))(t)
			last := 0.8 // of the mean relative error
			for _, eps := range []gdp.Epsilon{0.5, 2, 8} {
				off := 0.0
				for seed := range uint64(20) {
					a := must.Get(x.Ask(opened(t, g, gdp.NodeLevel, eps, seed), eps))(t)
					off += math.Abs(a.Values[0].Value/exact[0].Value-1) / 20
				}
				if off > last {
					t.Errorf("%s of %s at ε = %v: an error of %.3f, want less than %.3f", x.Name, name, eps, off, last)
				}
				t.Logf("%s of %s at ε = %v: %.3f", x.Name, name, eps, off)
				last = off
			}
		}
	}
}

// Triangles within parts estimate all of them: the value is close, and the lower end is below the
// total. One part is the whole graph.
func TestTrianglesOfParts(t *testing.T) {
	net := &graph.Network{Graph: random(t, 300, 0.3, 8)}
	exact := must.Get(Triangles.Exact(net))(t)
	want := exact[0].Value
	for _, rel := range nodeLevel {
		for parts, off := range map[int]float64{1: 0.01, 3: 0.1} {
			q := must.Get(newQuestion(protected(t, net, rel, 500, 1), 500, Level))(t)
			values, facts := must.Two(q.trianglesWithin(parts))(t)
			if v := values[0]; math.Abs(v.Value/want-1) > off || v.Low > want/float64(parts*parts)*1.1 || v.High < want || len(facts) != 2 {
				t.Errorf("%v, %d parts: %v, want %v", rel, parts, v, want)
			}
		}
		s := protected(t, net, rel, 1, 1)
		q := must.Get(newQuestion(s, 2, Level))(t)
		if _, _, err := q.trianglesWithin(3); err == nil {
			t.Error("triangles are asked for more than there is")
		}
		if _, _, err := trianglesOfNodes.ask(q); err == nil {
			t.Error("triangles are asked for more than there is")
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) > 0 {
			t.Errorf("what cannot be paid whole is begun: %v, %v", l.Entries, err)
		}
	}
}

// The number of edges at node level is as accurate as with one good cap, on graphs with hubs,
// without hubs and on dense ones; its error decreases with ε.
func TestEdgesOfNodes(t *testing.T) {
	hubs := must.Get(gen.BarabasiAlbert(2000, 15, rand.New(rand.NewPCG(1, 1))))(t)
	for name, x := range map[string]struct {
		g    *graph.Graph
		most [3]float64 // of the mean relative error, at ε = 1, 3 and 9
	}{
		"hubs": {hubs, [3]float64{0.08, 0.01, 0.005}}, "even": {random(t, 2000, 0.01, 1), [3]float64{0.016, 0.01, 0.007}}, "dense": {random(t, 400, 0.5, 2), [3]float64{0.7, 0.03, 0.005}},
	} {
		last := math.Inf(1)
		for i, eps := range []gdp.Epsilon{1, 3, 9} {
			off, m := 0.0, float64(x.g.M())
			for seed := range uint64(20) {
				a := must.Get(Edges.Ask(opened(t, x.g, gdp.NodeLevel, eps, seed), eps))(t)
				off += math.Abs(a.Values[0].Value-m) / m / 20
			}
			if off > x.most[i] || off > last {
				t.Errorf("%s at ε = %v: an error of %.4f, want %v, and less than %.4f", name, eps, off, x.most[i], last)
			}
			last = off
		}
	}
}
