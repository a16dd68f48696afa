package gin

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/learn/train"
	"gonum.org/v1/gonum/stat"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 19)) }

func gnm(t testing.TB, n, m int, seed uint64) *graph.Graph {
	t.Helper()
	return must.Get(gen.GNM(n, m, random(seed)))(t)
}

// rings returns disjoint rings.
func rings(t testing.TB, sizes ...int32) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	first := int32(0)
	for _, n := range sizes {
		for u := range n {
			edges = append(edges, graph.Edge{U: first + u, V: first + (u+1)%n})
		}
		first += n
	}
	return gdptest.Graph(t, int(first), edges)
}

func narrow() Config {
	return Config{Layers: 2, Hidden: 4, Epochs: 30, Batch: 8, Folds: 5, Rate: 0.01}
}

// Logits of a graph do not depend on the order of its nodes, nor on the graphs beside it. Rings of
// three and of six have the same logits, as for every network that sums over neighbours
// ([GIN19] Lemma 2). A gradient comes from every weight.
func TestWhatItCannotTell(t *testing.T) {
	g, dense := gnm(t, 9, 14, 5), gnm(t, 9, 20, 7)
	perm := make([]int32, 9)
	for i, u := range random(6).Perm(9) {
		perm[i] = int32(u)
	}
	other := must.Get(g.Induced(perm))(t)
	triangles, hexagon, c := rings(t, 3, 3), rings(t, 6), narrow()
	p := must.Get(newPacking([]*graph.Graph{g, dense}, nil, 4))(t)
	x := network{p.tags, c.Hidden, c.Layers, 2}
	n := train.Network{Weights: train.Shapes(x.weights()), Loss: x.loss}
	step := must.Get(n.Compile(train.DefaultAdam(0.01), "go"))(t)
	defer step.Close()
	d := must.Get(step.Descend(train.Initial(x.weights(), random(3))))(t)
	defer d.Close()
	before := must.Get(d.Weights())(t)
	must.Get(d.Step(p.inputs([]*graph.Graph{g, dense, hexagon}, []int32{0, 1, 1})...))(t)
	after := must.Get(d.Weights())(t)
	for i := range after {
		if reflect.DeepEqual(before[i], after[i]) {
			t.Errorf("weight %d has no gradient", i)
		}
	}
	f := must.Get(n.Function("go", func(w, in []*Node) []*Node {
		logits, _ := x.logits(w, in, Ones(w[0].Graph(), shapes.Make(dtypes.Float32, 4*c.Layers, c.Hidden)))
		return []*Node{logits}
	}))(t)
	defer f.Finalize()
	logits := func(graphs ...*graph.Graph) [][]float32 {
		out := must.Get(f.Call1(append(d.Inputs(), p.inputs(graphs, make([]int32, len(graphs)))...)...))(t)
		return out.Value().([][]float32)
	}
	near := func(a, b []float32) bool {
		for k := range a {
			if math.Abs(float64(a[k]-b[k])) > 1e-4*(1+math.Abs(float64(a[k]))) {
				return false
			}
		}
		return true
	}
	both := logits(g, triangles, other, dense)
	if !near(both[0], both[2]) || !near(both[0], logits(g)[0]) || near(both[0], both[3]) {
		t.Errorf("%v, alone %v", both, logits(g))
	}
	if same := logits(triangles, hexagon); !near(same[0], same[1]) || near(same[0], both[0]) {
		t.Errorf("two triangles %v, a hexagon %v", same[0], same[1])
	}
}

// twoKinds are graphs of equal size, degrees and numbers of edges: rings with a chord across, and
// with one that cuts off a triangle.
func twoKinds(t testing.TB, count int) *graph.Collection {
	t.Helper()
	c := &graph.Collection{Classes: []string{"across", "triangle"}}
	for i := range count {
		n := 8 + i/2%4
		var edges []graph.Edge
		for u := range int32(n) {
			edges = append(edges, graph.Edge{U: u, V: (u + 1) % int32(n)})
		}
		far := int32(n / 2)
		if i%2 == 1 {
			far = 2
		}
		g := gdptest.Graph(t, n, append(edges, graph.Edge{U: 0, V: far}))
		c.Graphs, c.Labels = append(c.Graphs, &graph.Network{Graph: g}), append(c.Labels, int32(i%2))
	}
	return c
}

// Classes that differ in the places of edges alone are learned, and are not from uniform graphs of
// the same sizes.
func TestClassesAreLearned(t *testing.T) {
	c := Config{Layers: 3, Hidden: 16, Epochs: 25, Batch: 8, Folds: 4, Rate: 0.01}
	of := twoKinds(t, 64)
	own := must.Get(CrossValidate(t.Context(), of, of, c, 1))(t)
	null := &graph.Collection{Labels: of.Labels, Classes: of.Classes}
	for i, w := range of.Graphs {
		null.Graphs = append(null.Graphs, &graph.Network{Graph: gnm(t, w.Graph.N(), w.Graph.M(), uint64(i))})
	}
	chance := must.Get(CrossValidate(t.Context(), null, of, c, 1))(t)
	t.Logf("%.3f, and %.3f from uniform graphs", stat.Mean(own, nil), stat.Mean(chance, nil))
	if len(own) != c.Folds || stat.Mean(own, nil) < 0.95 || stat.Mean(chance, nil) > 0.8 {
		t.Errorf("accuracy %v from the graphs themselves, %v from uniform ones", own, chance)
	}
	again, err := CrossValidate(t.Context(), of, of, c, 1)
	if err != nil || stat.Mean(again, nil) != stat.Mean(own, nil) {
		t.Errorf("the same seed gives %v, %v", again, err)
	}
}

// Each graph is in one fold, and each class is in all folds in equal shares.
func TestFolds(t *testing.T) {
	labels := make([]int32, 100)
	for i := range labels {
		labels[i] = int32(min(i/30, 2)) // 30, 30 and 40
	}
	count := map[[2]int]int{}
	for i, k := range folds(labels, 10, random(8)) {
		count[[2]int{int(labels[i]), k}]++
	}
	for y, want := range []int{3, 3, 4} {
		for k := range 10 {
			if got := count[[2]int{y, k}]; got != want {
				t.Errorf("fold %d has %d graphs of class %d, want %d", k, got, y, want)
			}
		}
	}
}

// Invalid input is refused by name, and nothing panics.
func TestBadInput(t *testing.T) {
	of, none := twoKinds(t, 20), context.Context(nil)
	if _, err := CrossValidate(none, of, of, narrow(), 1); err == nil {
		t.Error("no context is taken")
	}
	if _, err := CrossValidate(t.Context(), nil, of, narrow(), 1); err == nil {
		t.Error("no graphs are taken")
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := CrossValidate(stopped, of, of, narrow(), 1); err == nil || !strings.Contains(err.Error(), "stopped in epoch 1 of 30") {
		t.Error(err)
	}
	bad := func(change func(c *Config)) Config {
		c := narrow()
		change(&c)
		return c
	}
	for want, c := range map[string]Config{
		"Layers=0: must be": bad(func(c *Config) { c.Layers = 0 }), "Batch=1: must be": bad(func(c *Config) { c.Batch = 1 }), "Rate=NaN: must be": bad(func(c *Config) { c.Rate = math.NaN() }),
		"fewer than 11 folds": bad(func(c *Config) { c.Folds = 11 }),
	} {
		if _, err := CrossValidate(t.Context(), of, of, c, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	other := *of
	other.Labels = append([]int32{1}, of.Labels[1:]...)
	short := &graph.Collection{Graphs: of.Graphs[:10], Labels: of.Labels[:10], Classes: of.Classes}
	for want, learn := range map[string]*graph.Collection{
		"graph 0 is of class 1": &other, "10 graphs to learn from": short, "without classes": {Graphs: of.Graphs},
	} {
		if _, err := CrossValidate(t.Context(), learn, of, narrow(), 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
