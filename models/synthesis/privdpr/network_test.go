package privdpr

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/train/networktest"
)

// point returns the network of a training after its first walks.
func point(t testing.TB, c settings, g *graph.Graph) (networktest.Point, *trainer) {
	t.Helper()
	tr := must.Get(newTrainer(c, g, nil, nil, streams(7)))(t)
	must.Do(t, tr.net.normalise(tr.oneStep))
	tr.walk(0)
	x := tr.rows()
	d := must.Get(tr.backpropagate(x))(t)
	p := networktest.Point{Network: tr.network(x.Rows), Inputs: tr.inputs()}
	f := tr.net.forward(x).outputs()
	for _, e := range tr.pairs {
		p.Loss += lossOf(g, c.Gamma, e.i, e.j).value(f[tr.index.at[e.i]], f[tr.index.at[e.j]])
	}
	size := padded(x.Rows) * c.Dim
	filled := [2][]float64{make([]float64, size), make([]float64, size)}
	copy(filled[0], x.Data)
	copy(filled[1], d.Data)
	p.Weights, p.Gradients = []any{filled[0]}, []any{filled[1]}
	for l, w := range tr.net.weights {
		p.Weights, p.Gradients = append(p.Weights, w.raw.Data), append(p.Gradients, tr.weights[l])
	}
	return p, tr
}

// sparse returns a directed graph of n nodes and at most 2n edges, in which some walks end early.
func sparse(t testing.TB, n int, seed uint64) *graph.Graph {
	r, edges := random(seed), []graph.Edge(nil)
	for range 2 * n {
		if u, v := int32(r.IntN(n)), int32(r.IntN(n)); u != v {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	return directed(t, n, edges...)
}

func TestTheKernelComputesTheGraph(t *testing.T) {
	for layers := range 4 {
		c := settings{DeepPageRank: DeepPageRank{Net: shallow(6)}}
		c.Batch, c.Hidden, c.Layers, c.Scale = 5, 7, layers, 0.6
		for _, c.Author.OneStepNorm = range []bool{false, true} {
			p, _ := point(t, c, sparse(t, 90, uint64(layers)))
			networktest.Agree(t, p, 1e-9)
		}
	}
}

// Training by GoMLX graphs gives the kernel's embedding, with batches of several padded sizes.
func TestTrainingByTheGraph(t *testing.T) {
	c := NonPrivate.Settings
	c.Dim, c.Hidden, c.Batch, c.WalkLength = 5, 6, 16, 4
	g := sparse(t, 300, 1)
	run := func() *Result {
		return must.Get(NonPrivate.With(c).RunOn(t.Context(), &graph.Network{Graph: g}, 3))(t)
	}
	sizes, tr := map[int]bool{}, must.Get(newTrainer(c.settings(), g, nil, nil, streams(3)))(t)
	for batch := range g.N() / c.Batch {
		tr.walk(batch)
		sizes[padded(len(tr.index.of(tr.pairs)))] = true
	}
	if len(sizes) < 2 {
		t.Fatalf("all batches are padded to %v rows", sizes)
	}
	kernel := run()
	t.Setenv("GOMLX_BACKEND", "go")
	for i, x := range run().Embedding.Values() {
		near(t, "an entry of V", float64(x), float64(kernel.Embedding.Values()[i]), 1e-5)
	}
}

// A missing backend stops a private run before anything is spent.
func TestNothingIsSpentWithoutTheBackend(t *testing.T) {
	s := session(t, toy(t), gdp.NodeLevel, 1)
	t.Setenv("GOMLX_BACKEND", "xla:none")
	if _, err := small(ClippedSum).Run(t.Context(), s); err == nil || !strings.HasPrefix(err.Error(), "privdpr: backend: ") {
		t.Errorf("the error is %v", err)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
		t.Errorf("%d entries in the ledger, %v", len(l.Entries), err)
	}
}

// The paper's setting, on a graph of Cora's size.
func BenchmarkGradient(b *testing.B) {
	r, edges := random(1), []graph.Edge(nil)
	for range 5278 {
		u := int32(r.IntN(2708))
		v := (u + 1 + int32(r.IntN(2707))) % 2708
		edges = append(edges, graph.Edge{U: u, V: v}, graph.Edge{U: v, V: u})
	}
	p, tr := point(b, printed.settings(), directed(b, 2708, edges...))
	x := tr.rows()
	networktest.Benchmark(b, p, func() { _, _ = tr.backpropagate(x) })
}
