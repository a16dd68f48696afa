package seprivgemb

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb/skipgram"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/train/networktest"
)

// point is the loss of the first batch of Algorithm 2, with the gradients of its kernel.
func point(t testing.TB, c SkipGram, g *graph.Graph) (p networktest.Point, kernel func()) {
	t.Helper()
	a := must.Get(newAlgorithm2(c, g, nil, rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 2))))(t)
	batch := allEdges(g)[:c.Batch]
	x := new(executed)
	p = networktest.Point{Network: skipgram.Network(c.Batch, c.Negatives, c.Dim), Inputs: []any{x.read(a, batch)}, Weights: []any{x.centres, x.targets}}
	for _, i := range batch {
		s := a.list[i]
		v, out := a.tables.In(s.centre), make([][]float32, len(s.targets))
		for j, u := range s.targets {
			out[j] = a.tables.Out(u)
		}
		byV, coefficients := make([]float32, c.Dim), make([]float32, len(out))
		gradient(s.weight, v, out, byV, coefficients)
		p.Loss += loss(s.weight, v, out)
		x.byCentres = append(x.byCentres, byV...)
		for _, a := range coefficients {
			for _, entry := range v {
				x.byTargets = append(x.byTargets, a*entry)
			}
		}
	}
	p.Gradients = []any{x.byCentres, x.byTargets}
	return p, func() { _ = a.addGradients(batch) }
}

func TestTheKernelComputesTheGraph(t *testing.T) {
	for _, proximity := range []Proximity{DeepWalk, Degree, Uniform} {
		c := printed
		c.Dim, c.Batch, c.Proximity = 20, 30, proximity
		p, _ := point(t, c, random(t, 4, 40, 90))
		networktest.Agree(t, p, 1e-5)
	}
}

// The loss with biases has the gradient of a step without clipping.
func TestTheKernelOfBiasesComputesTheGraph(t *testing.T) {
	g := random(t, 4, 40, 90)
	c := BiasedSkipGram.Settings
	c.Dim, c.Clip = 5, 8
	b := newBiases(g, c, rand.New(rand.NewPCG(3, 1)))
	for i := range b.rows.Data {
		b.rows.Data[i] += 0.1
	}
	before, noise := slices.Clone(b.rows.Data), func(int, []float32) error { return nil }
	places := []int32{1, 5, 17}
	var ends [][][]int32
	var signs, weights []float32
	pair := func(u, v int32, sign, weight float64) {
		ends, signs, weights = append(ends, [][]int32{{u}, {v}}), append(signs, float32(sign)), append(weights, float32(weight))
	}
	for u, v := range g.Edges() {
		pair(u, v, -1, 1)
	}
	for u := range int32(g.N()) {
		for _, d := range places {
			pair(u, (u+d)%int32(g.N()), 1, c.Push/float64(2*len(places)))
		}
	}
	p := networktest.Point{Network: train.Network{Weights: train.Vectors([]int{g.N(), c.Dim}), Loss: c.loss}, Weights: []any{before}, Inputs: []any{ends, signs, weights}}
	for i, e := range ends {
		x, y := b.rows.Row(int(e[0][0])), b.rows.Row(int(e[1][0]))
		score := float64(x[0]+y[0]) + dot64(x[1:], y[1:])
		p.Loss += float64(weights[i]) * softplus(float64(signs[i])*score)
	}
	must.Do(t, b.step(1, places, noise))
	by := make([]float32, len(before))
	for i, x := range b.rows.Data {
		by[i] = before[i] - x
	}
	p.Gradients = []any{by}
	networktest.Agree(t, p, 1e-5)
}

// Training by the graph gives the rows of training by the kernel.
func TestTrainingByTheGraph(t *testing.T) {
	g := random(t, 4, 40, 90)
	for _, author := range []bool{false, true} {
		c := printed
		c.Dim, c.Batch, c.Proximity, c.Author = 6, 20, Uniform, author
		_, kernel := trained(t, g, c, 5, 0.1, 5)
		t.Setenv("GOMLX_BACKEND", "go")
		_, got := trained(t, g, c, 5, 0.1, 5)
		t.Setenv("GOMLX_BACKEND", "")
		for i, x := range got.Values() {
			if want := kernel.Values()[i]; math.Abs(float64(x-want)) > 1e-5 {
				t.Fatalf("author %v: entry %d is %v, by the kernel %v", author, i, x, want)
			}
		}
	}
}

// The setting of the paper.
func BenchmarkGradient(b *testing.B) {
	p, kernel := point(b, printed, random(b, 4, 2000, 30_000))
	networktest.Benchmark(b, p, kernel)
}
