package walks

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/train/networktest"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// point is the loss of a batch of random walks, with the gradients of the kernel.
func point(t testing.TB, c SkipGram, nodes, many int) (p networktest.Point, kernel func()) {
	t.Helper()
	r, walks := rand.New(rand.NewPCG(6, 1)), make([][]int32, many)
	for b := range walks {
		for range c.Length {
			walks[b] = append(walks[b], r.Int32N(int32(nodes)))
		}
	}
	tr := c.newTrainer(nodes, walks, r)
	for i := range tr.out.Data {
		tr.out.Data[i] = tr.in.Data[len(tr.in.Data)-1-i]
	}
	shared, workers := tr.newScores(), make([]*worker, parts)
	for part := range workers {
		w := tr.newWorker(part, shared, rand.New(rand.NewPCG(6, 2)))
		for b := range w.windows {
			w.windows[b] = int32(c.Window)
		}
		w.fill(walks[:min(tr.size, many)], 1, 1)
		workers[part] = w
	}
	all, x := *workers[0], tr.newExecuted(nil)
	all.in, all.out = tr.in, tr.out
	p = networktest.Point{Network: tr.network(), Inputs: []any{x.read(&all)}, Weights: []any{x.x.Data, x.y.Data}, Gradients: []any{x.byX.Data, x.byY.Data}}
	kernel = func() { parallel.Each(parts, func(part int) { workers[part].step(1e-3) }) }
	kernel()
	for i := range all.contexts {
		for j, u := range all.of(i) {
			if j > 0 && u == all.of(i)[0] {
				continue
			}
			at := i*len(all.of(i)) + j
			a := -all.coefficients.Row(i)[j] / 1e-3
			vector.AddScaled(x.byX.Row(i), a, x.y.Row(at))
			vector.AddScaled(x.byY.Row(at), a, x.x.Row(i))
			score := float64(vector.Dot(x.x.Row(i), x.y.Row(at)))
			if j == 0 {
				score = -score
			}
			p.Loss += math.Log1p(math.Exp(score))
		}
	}
	return p, kernel
}

func TestTheKernelComputesTheGraph(t *testing.T) {
	for _, nodes := range []int{4, 60} {
		c := SkipGram{Dim: 40, Walks: 1, Length: 6, Window: 3, Negatives: 3, Rate: 0.3}
		p, _ := point(t, c, nodes, 20)
		networktest.Agree(t, p, 1e-5)
	}
}

// A training by the graph has the rows of one by the kernel.
func TestTrainingByTheGraph(t *testing.T) {
	club, c := data.Karate().Network, Deepwalk.Settings
	c.Dim, c.Walks, c.Length, c.Window = 20, 2, 10, 3
	run := func() []float32 {
		r := must.Get(Deepwalk.With(c).RunOn(t.Context(), &club, 7))(t)
		return append(r.In.Values(), r.Out.Values()...)
	}
	kernel := run()
	t.Setenv("GOMLX_BACKEND", "go")
	for i, x := range run() {
		if math.Abs(float64(x-kernel[i])) > 1e-5 {
			t.Fatalf("entry %d is %v, by the kernel %v", i, x, kernel[i])
		}
	}
}

// A batch of the usual settings on a graph of Cora's size.
func BenchmarkGradient(b *testing.B) {
	p, kernel := point(b, usual, 2708, 2*widest)
	networktest.Benchmark(b, p, kernel)
}
