package walks

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/train/networktest"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method/release"
)

// Training equals plain loops over the same samples, in float64.
func TestTrainingIsTheReference(t *testing.T) {
	walks := [][]int32{{0, 1, 2, 1, 0, 3}, {3, 1, 3, 0, 3, 2}, {4, 0, 1, 3, 4, 4}, {1, 2, 0, 0, 1, 3}, {2, 2, 1, 4, 2, 0}}
	c := SkipGram{Dim: 40, Walks: 1, Length: 6, Window: 3, Negatives: 2, Rate: 0.3}
	tr := c.newTrainer(5, walks, rand.New(rand.NewPCG(4, 5)))
	tr.size = 2
	w := tr.newWorker(0, tr.newScores(), rand.New(rand.NewPCG(tr.seed, 0)))
	copied := func(m vector.Matrix) (rows [5][40]float64) {
		for u := range rows {
			for k := range rows[u] {
				rows[u][k] = float64(m.Row(u)[k])
			}
		}
		return rows
	}
	in, out := copied(tr.in), copied(tr.out)
	for lo := 0; lo < len(walks); lo += tr.size {
		rate := c.Rate * (1 - float64(lo)/float64(len(walks)))
		side := walks[lo:min(lo+tr.size, len(walks))]
		for place := range c.Length {
			for b := range side {
				w.windows[b] = 1 + w.rng.Int32N(int32(c.Window))
			}
			for distance := 1; distance <= c.Window; distance++ {
				w.fill(side, place, distance)
				x, y := in, out
				for i, v := range w.contexts {
					for j, u := range w.of(i) {
						score, label := 0.0, 0.0
						for k := range x[v] {
							score += x[v][k] * y[u][k]
						}
						if j == 0 {
							label = 1
						} else if u == w.of(i)[0] {
							continue
						}
						by := rate * (label - 1/(1+math.Exp(-score)))
						for k := range x[v] {
							in[v][k] += by * y[u][k]
							out[u][k] += by * x[v][k]
						}
					}
				}
			}
		}
	}
	for i := range tr.steps() {
		must.Do(t, tr.step(i))
	}
	moved := 0.0
	for u := range in {
		for k := range in[u] {
			if off := max(math.Abs(in[u][k]-float64(tr.in.Row(u)[k])), math.Abs(out[u][k]-float64(tr.out.Row(u)[k]))); off > 1e-5 {
				t.Fatalf("row %d, entry %d is %v and %v, want %v and %v", u, k, tr.in.Row(u)[k], tr.out.Row(u)[k], in[u][k], out[u][k])
			}
			moved += math.Abs(out[u][k])
		}
	}
	if moved < 0.1 {
		t.Error("the training moves nothing")
	}
	for _, m := range []vector.Matrix{tr.in, tr.out} {
		for u := range in {
			if slices.ContainsFunc(m.Row(u)[c.Dim:], func(x float32) bool { return x != 0 }) {
				t.Error("a column beyond Dim is not 0")
			}
		}
	}
}

// All pairs within a window are used once: for a walk of 5 nodes with windows of 2 each, and for
// windows drawn from 1 and 2 at least the pairs at distance 1.
func TestEveryPairOfAWindowIsInOneBatch(t *testing.T) {
	tr := SkipGram{Dim: 1, Walks: 1, Length: 5, Window: 2, Negatives: 1, Rate: 1}.newTrainer(5, [][]int32{{0, 1, 2, 3, 4}}, rand.New(rand.NewPCG(1, 1)))
	w := tr.newWorker(0, tr.newScores(), rand.New(rand.NewPCG(1, 2)))
	w.windows[0] = 2
	found := map[[2]int32]int{}
	for place := range 5 {
		for distance := 1; distance <= 2; distance++ {
			w.fill(tr.walks, place, distance)
			for i, v := range w.contexts {
				found[[2]int32{w.of(i)[0], v}]++
			}
		}
	}
	for u := range int32(5) {
		for v := range int32(5) {
			want := 0
			if d := u - v; d != 0 && d*d <= 4 {
				want = 1
			}
			if got := found[[2]int32{u, v}]; got != want {
				t.Errorf("centre %d and context %d are %d pairs, want %d", u, v, got, want)
			}
		}
	}
}

// A seed gives the same bits on one thread and on two, each of which has a part of the columns;
// another seed gives others.
func TestBitsDoNotDependOnThreads(t *testing.T) {
	club := data.Karate().Network
	c := Node2vec.Settings
	c.Dim, c.Walks, c.Length = 70, 2, 20
	run := func(threads int, seed uint64) *Result {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		return must.Get(Node2vec.With(c).RunOn(t.Context(), &club, seed))(t)
	}
	one, two, other := run(1, 7), run(2, 7), run(2, 8)
	if n := embed.Same(one.In, two.In) + embed.Same(one.Out, two.Out); n != 2*34*70 {
		t.Errorf("%d of %d numbers are the same on one thread and on two", n, 2*34*70)
	}
	if embed.Same(two.In, other.In) > 100 {
		t.Error("two seeds give the same rows")
	}
}

// Rows of the two halves of a graph with two dense groups have different directions.
func TestRowsTellGroupsApart(t *testing.T) {
	g := groups(t)
	for _, mode := range modes {
		o := must.Get(mode.RunPlain(t.Context(), g, mode.Config(), 1, nil))(t)
		in := o.Release.(release.Embedding).Matrix
		cosine := func(u, v int32) float64 { return in.Dot(u, v) / math.Sqrt(in.Dot(u, u)*in.Dot(v, v)) }
		within, between := 0.0, 0.0
		for u := range int32(40) {
			for v := range u {
				if u/20 == v/20 {
					within += cosine(u, v) / 380
				} else {
					between += cosine(u, v) / 400
				}
			}
		}
		if !(within > between+0.2) {
			t.Errorf("%s: mean cosines of %.2f within groups and %.2f between", mode.Name, within, between)
		}
	}
}

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

// Training by the graph gives the rows of training by the kernel.
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
