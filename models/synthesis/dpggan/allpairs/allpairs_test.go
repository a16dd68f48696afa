package allpairs

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/learn/vector"
)

func codes(rng *rand.Rand, n, width int, scale float64) vector.Matrix {
	z := vector.New(n, width)
	for i := range z.Data {
		z.Data[i] = float32(scale * rng.NormFloat64())
	}
	return z
}

// reference returns a cross-entropy over all pairs in float64, entry by entry; share gives the
// weights of a pair as linked and as unlinked.
func reference(z vector.Matrix, bias float64, share func(i, j int) (linked, unlinked float64)) (loss, dbias float64, dz [][]float64) {
	dz = make([][]float64, z.Rows)
	for i := range dz {
		dz[i] = make([]float64, z.Cols)
	}
	for i := range z.Rows {
		for j := i; j < z.Rows; j++ {
			linked, unlinked := share(i, j)
			s := bias
			for k, v := range z.Row(i) {
				s += float64(v) * float64(z.Row(j)[k])
			}
			loss += linked*math.Log1p(scalar.Exp(-s)) + unlinked*math.Log1p(scalar.Exp(s))
			y := 1 / (1 + scalar.Exp(-s))
			slope := unlinked*y - linked*(1-y)
			dbias += slope
			for k := range z.Row(i) {
				dz[i][k] += slope * float64(z.Row(j)[k])
				dz[j][k] += slope * float64(z.Row(i)[k])
			}
		}
	}
	return loss, dbias, dz
}

// agree compares a loss and its gradient with the reference's.
func agree(t *testing.T, what string, loss, dbias float64, dz vector.Matrix, wantLoss, wantBias float64, want [][]float64) {
	t.Helper()
	if math.Abs(loss-wantLoss) > 1e-6*math.Abs(wantLoss)+1e-12 {
		t.Errorf("%s: loss %v, want %v", what, loss, wantLoss)
	}
	size, worst := math.Abs(wantBias), math.Abs(dbias-wantBias)
	for i := range want {
		for k, w := range want[i] {
			size = max(size, math.Abs(w))
			worst = max(worst, math.Abs(float64(dz.Row(i)[k])-w))
		}
	}
	if worst > 5e-6*size {
		t.Errorf("%s: a derivative of up to %v is wrong by %v", what, size, worst)
	}
}

func TestDivergenceByHand(t *testing.T) {
	mean, logs := vector.Dense([]float32{1, 0}, 2), vector.Dense([]float32{0, float32(math.Log(0.5))}, 2)
	dm, dl := vector.New(1, 2), vector.New(1, 2)
	if got := Divergence(mean, logs, 1, dm, dl); math.Abs(got-0.818147) > 1e-6 {
		t.Errorf("KL %v, want 0.818147", got)
	}
	for k, want := range []float64{1, 0} {
		if math.Abs(float64(dm.Data[k])-want) > 1e-6 {
			t.Errorf("derivative by a mean %v, want %v", dm.Data[k], want)
		}
	}
	for k, want := range []float64{0, -0.75} {
		if math.Abs(float64(dl.Data[k])-want) > 1e-6 {
			t.Errorf("derivative by ln σ %v, want %v", dl.Data[k], want)
		}
	}
}

// The loss of all pairs, its derivative by the bias and its gradient agree with the sum entry by
// entry, whether or not nodes fill whole tiles.
func TestCrossEntropyIsTheSumOverAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{2, 3, 63, 64, 65, 128, 200} {
		for _, width := range []int{1, 3, 8, 16, 17, 32} {
			z, g := codes(rng, n, width, 0.8), ring(t, n)
			var edges []graph.Edge
			for u, v := range g.Edges() {
				edges = append(edges, graph.Edge{U: u, V: v})
			}
			w := Weights{rng.Float64() * 5, rng.Float64(), rng.Float64(), rng.Float64()}
			bias := rng.NormFloat64()
			wantLoss, wantBias, want := reference(z, bias, func(i, j int) (float64, float64) {
				switch {
				case i == j:
					return w.LoopLinked, w.LoopUnlinked
				case g.HasEdge(int32(i), int32(j)):
					return w.Linked, 0
				}
				return 0, w.Unlinked
			})
			var d Decoder
			dz := vector.New(n, width)
			for range 2 { // the second time with buffers in use
				clear(dz.Data)
				loss, dbias := d.CrossEntropy(z, bias, edges, w, dz)
				agree(t, "all pairs", loss, dbias, dz, wantLoss, wantBias, want)
			}
			d.CrossEntropy(codes(rng, n+70, width, 1), 0, nil, w, vector.New(n+70, width)) // another size between
			clear(dz.Data)
			loss, dbias := d.CrossEntropy(z, bias, edges, w, dz)
			agree(t, "all pairs again", loss, dbias, dz, wantLoss, wantBias, want)
		}
	}
}

// Sampled pairs, with repeats and self-pairs.
func TestPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	z, pairs, total := codes(rng, 30, 16, 0.8), make([]graph.Edge, 2000), map[[2]int]float64{}
	for p := range pairs {
		u, v := rng.IntN(30), rng.IntN(30)
		pairs[p] = graph.Edge{U: int32(u), V: int32(v)}
		total[[2]int{min(u, v), max(u, v)}]++
	}
	wantLoss, wantBias, want := reference(z, 0.3, func(i, j int) (float64, float64) {
		return 2 * total[[2]int{i, j}], 0.7 * total[[2]int{i, j}]
	})
	var d Decoder
	dz := vector.New(30, 16)
	loss, dbias := d.Pairs(z, 0.3, pairs, 2, 0.7, dz)
	agree(t, "pairs", loss, dbias, dz, wantLoss, wantBias, want)
}

// Extreme scores do not overflow, and NaN codes are not hidden.
func TestScoresFarOut(t *testing.T) {
	z := vector.Dense([]float32{1e3, 1e3, -1e3, 1e3}, 1)
	dz := vector.New(4, 1)
	var d Decoder
	if loss, _ := d.Unlinked(z, 0, 1, dz); loss != 3e6 {
		t.Errorf("loss %v, want three pairs of 10⁶", loss)
	}
	for i, want := range []float64{2e3, 2e3, 0, 2e3} {
		if math.Abs(float64(dz.Data[i])-want) > 1e-30 {
			t.Errorf("derivative %v, want %v", dz.Data[i], want)
		}
	}
	z.Data[2] = float32(math.NaN())
	if loss, _ := d.Unlinked(z, 0, 1, dz); !math.IsNaN(loss) {
		t.Errorf("loss %v with a code of NaN", loss)
	}
}

// ring returns a ring with every third node joined to node 0.
func ring(t *testing.T, n int) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	for u := range n {
		edges = append(edges, graph.Edge{U: int32(u), V: int32((u + 1) % n)})
		if u%3 == 2 {
			edges = append(edges, graph.Edge{U: 0, V: int32(u)})
		}
	}
	return gdptest.Graph(t, n, edges)
}

// Results do not depend on the number of cores.
func TestCoresMakeNoDifference(t *testing.T) {
	z := codes(rand.New(rand.NewPCG(4, 1)), 300, 16, 1)
	run := func(cores int) []float32 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		dz := vector.New(300, 16)
		new(Decoder).CrossEntropy(z, 0.1, []graph.Edge{{U: 0, V: 1}, {U: 7, V: 299}}, Weights{2, 1, 1, 1}, dz)
		return dz.Data
	}
	one := run(1)
	for _, cores := range []int{2, 3, 16} {
		if !slices.Equal(one, run(cores)) {
			t.Errorf("%d cores make other digits than one", cores)
		}
	}
}

// No N × N array is allocated, nor a tenth of one.
func TestMemory(t *testing.T) {
	const n = 6000
	z, dz := codes(rand.New(rand.NewPCG(5, 1)), n, 16, 0.3), vector.New(n, 16)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var d Decoder
	d.Unlinked(z, 0, 1, dz)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 4*n*16*(lanes+4)+1<<20 {
		t.Errorf("%d bytes for codes of %d", used, 4*n*16)
	}
}
