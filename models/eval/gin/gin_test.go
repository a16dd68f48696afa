package gin

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 19)) }

func gnm(t testing.TB, n, m int, seed uint64) *graph.Graph {
	t.Helper()
	g, err := gen.GNM(n, m, random(seed))
	if err != nil {
		t.Fatal(err)
	}
	return g
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

// The gradient by every parameter, through sums, normalisations and pools, is what differences of
// the loss say. Where those to the two sides differ a ReLU has its corner in between: of a few
// parameters nothing is said.
func TestGradients(t *testing.T) {
	graphs, labels := []*graph.Graph{gnm(t, 5, 6, 1), gnm(t, 1, 0, 2), gnm(t, 7, 9, 3), gnm(t, 4, 2, 4)}, []int32{0, 2, 1, 0}
	x, rng := newNetwork(4, 3, narrow(), random(1)), random(2)
	for _, p := range x.parts() {
		for i := range p.Value.Data {
			p.Value.Data[i] += float32(0.3 * (2*rng.Float64() - 1))
		}
	}
	const h = 1.0 / 512
	here := x.gradient(graphs, labels)
	var gradients [][]float32
	for _, p := range x.parts() {
		gradients = append(gradients, append([]float32(nil), p.Gradient.Data...))
	}
	all, corners, moving := 0, 0, 0
	for i, p := range x.parts() {
		size := 0.0
		for _, g := range gradients[i] {
			size = max(size, math.Abs(float64(g)))
		}
		if size > 1e-3 {
			moving++
		}
		for k, was := range p.Value.Data {
			p.Value.Data[k] = was + h
			up := x.gradient(graphs, labels)
			p.Value.Data[k] = was - h
			down := x.gradient(graphs, labels)
			p.Value.Data[k] = was
			if all++; math.Abs(up+down-2*here)/h > 0.02*size+2e-4 {
				corners++
				continue
			}
			if got, want := float64(gradients[i][k]), (up-down)/(2*h); math.Abs(got-want) > 0.02*size+2e-4 {
				t.Errorf("part %d, %d: derivative %.5g, and differences say %.5g", i, k, got, want)
			}
		}
	}
	// A bias before a normalisation moves nothing.
	if t.Logf("%d corners of %d parameters", corners, all); corners > all/10 || moving != len(x.parts())-4 {
		t.Errorf("%d of %d parameters are at a corner, %d of %d parts have a gradient", corners, all, moving, len(x.parts()))
	}
}

// What a network says of a graph does not depend on the order of nodes, nor on the graphs beside
// it; and rings of three and of six are one to it, as to every network that sums over neighbours
// (the paper's Lemma 2).
func TestWhatItCannotTell(t *testing.T) {
	x := newNetwork(5, 2, narrow(), random(3))
	x.gradient([]*graph.Graph{gnm(t, 9, 12, 1), gnm(t, 6, 4, 2)}, []int32{0, 1}) // for the running means
	g := gnm(t, 9, 14, 5)
	perm := make([]int32, 9)
	for i, u := range random(6).Perm(9) {
		perm[i] = int32(u)
	}
	other, err := g.Induced(perm)
	if err != nil {
		t.Fatal(err)
	}
	logits := func(graphs ...*graph.Graph) [][]float32 {
		p := x.forward(graphs, false)
		var rows [][]float32
		for i := range graphs {
			rows = append(rows, p.logits.Row(i))
		}
		return rows
	}
	near := func(a, b []float32) bool {
		for k := range a {
			if math.Abs(float64(a[k]-b[k])) > 1e-3*(1+math.Abs(float64(a[k]))) {
				return false
			}
		}
		return true
	}
	both := logits(g, other, gnm(t, 9, 20, 7))
	if !near(both[0], both[1]) || !near(both[0], logits(g)[0]) || near(both[0], both[2]) {
		t.Errorf("%v, alone %v", both, logits(g))
	}
	if same := logits(rings(t, 3, 3), rings(t, 6)); !near(same[0], same[1]) {
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

func mean(list []float64) (sum float64) {
	for _, x := range list {
		sum += x / float64(len(list))
	}
	return sum
}

// Classes that differ in the places of edges alone are learned, and are not from uniform graphs of
// the same sizes.
func TestClassesAreLearned(t *testing.T) {
	c := Config{Layers: 3, Hidden: 16, Epochs: 25, Batch: 8, Folds: 4, Rate: 0.01}
	of := twoKinds(t, 64)
	own, err := CrossValidate(t.Context(), of, of, c, 1)
	if err != nil {
		t.Fatal(err)
	}
	null := &graph.Collection{Labels: of.Labels, Classes: of.Classes}
	for i, w := range of.Graphs {
		null.Graphs = append(null.Graphs, &graph.Network{Graph: gnm(t, w.Graph.N(), w.Graph.M(), uint64(i))})
	}
	chance, err := CrossValidate(t.Context(), null, of, c, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.3f, and %.3f from uniform graphs", mean(own), mean(chance))
	if len(own) != c.Folds || mean(own) < 0.95 || mean(chance) > 0.8 {
		t.Errorf("accuracy %v from the graphs themselves, %v from uniform ones", own, chance)
	}
	again, err := CrossValidate(t.Context(), of, of, c, 1)
	if err != nil || mean(again) != mean(own) {
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

// What cannot be meant is refused by name, and nothing panics.
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
