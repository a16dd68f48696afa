package privdpr

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/claim"
	"gonum.org/v1/gonum/floats"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x707264)) }

func directed(t testing.TB, n int, edges ...graph.Edge) *graph.Graph {
	t.Helper()
	g, _ := must.Two(graph.FromEdges(n, edges, graph.Options{Directed: true}))(t)
	return g
}

// chord is a triangle with a chord: every node has a successor.
var chord = []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 0}, {U: 0, V: 2}}

// Lemma 2.4 and [PRIVDPR25] Eq. 1, by hand (§5.3 of the sheet).
func TestLemma24(t *testing.T) {
	claim.Holds(t, "privdpr", "Lemma 2.4: PageRank scores sum to 1, where every node has a successor")
	claim.Fails(t, "privdpr", "Lemma 2.4: PageRank scores sum to 1 in every graph")
	for _, x := range []struct {
		g    *graph.Graph
		want []float64
		sum  float64
	}{
		{directed(t, 3, chord...), []float64{0.38778971, 0.21481063, 0.39739966}, 1},
		{directed(t, 4, append(chord, graph.Edge{U: 3, V: 2})...), []float64{0.37252685, 0.19582391, 0.39414924, 0.0375}, 1},
		{directed(t, 2, graph.Edge{U: 0, V: 1}), []float64{0.075, 0.13875}, 0.21375},
	} {
		got := must.Get(PageRank(x.g, 0.85))(t)
		for i, want := range x.want {
			near(t, "score", got[i], want, 1.4e-8)
		}
		near(t, "sum", floats.Sum(got), x.sum, 1e-14)
		if e := Objective(x.g, 0.85, got); e > 1e-30 {
			t.Errorf("Eq. 3 at the scores is %v", e)
		}
	}
	if _, err := PageRank(directed(t, 1), 1); err == nil {
		t.Error("damping 1 is accepted")
	}
}

// Lemma 4.1 on the triangle with a chord, and its gap in closed form on random graphs.
func TestLemma41(t *testing.T) {
	claim.Holds(t, "privdpr", "Lemma 4.1: Eq. 3 is at most the sum of Eq. 5 over the edges, where every node has a predecessor")
	g := directed(t, 3, chord...)
	f := []float64{0.2, 0.3, 0.5}
	near(t, "Eq. 3", Objective(g, 0.85, f), 0.11495, 1e-4)
	near(t, "Eq. 5", Surrogate(g, 0.85, f), 0.14385, 1e-4)
	near(t, "gap", Surrogate(g, 0.85, f)-Objective(g, 0.85, f), 0.0289, 1e-12)
	scores := must.Get(PageRank(g, 0.85))(t)
	near(t, "Eq. 5 at the scores", Surrogate(g, 0.85, scores), 0.000316071716, 2e-9) // nine digits printed

	r := random(1)
	for range 300 {
		g, gap := randomDigraph(t, r), 0.0
		f := make([]float64, g.N())
		for i := range f {
			f[i] = r.Float64()
		}
		// γ² Σ_j d_in² Var_{i→j}(f_i/d_out); no edge stands for a node without predecessors.
		for j := range int32(g.N()) {
			if g.InDegree(j) == 0 {
				gap -= math.Pow(0.15/float64(g.N())-f[j], 2)
				continue
			}
			mean, square, d := 0.0, 0.0, float64(g.InDegree(j))
			for _, i := range g.InNeighbors(j) {
				x := f[i] / float64(g.Degree(i))
				mean, square = mean+x/d, square+x*x/d
			}
			gap += 0.85 * 0.85 * d * d * (square - mean*mean)
		}
		if got := Surrogate(g, 0.85, f) - Objective(g, 0.85, f); math.Abs(got-gap) > 1e-12 {
			t.Fatalf("the gap is %v, want %v", got, gap)
		}
	}
}

func randomDigraph(t testing.TB, r *rand.Rand) *graph.Graph {
	t.Helper()
	n := 2 + r.IntN(9)
	var edges []graph.Edge
	for u := range int32(n) {
		for v := range int32(n) {
			if u != v && r.Float64() < 0.3 {
				edges = append(edges, graph.Edge{U: u, V: v})
			}
		}
	}
	return directed(t, n, edges...)
}

// The surrogate's minimum is not PageRank but the point that gradient descent finds.
func TestTheSurrogatesMinimumIsNotPageRank(t *testing.T) {
	claim.Fails(t, "privdpr", "§4.2: minimising the upper bound of Lemma 4.1 gives PageRank scores")
	g := directed(t, 3, chord...)
	f := []float64{0.3, 0.3, 0.3}
	for range 20_000 {
		d := make([]float64, 3)
		for i, j := range arcs(g) {
			di, dj := lossOf(g, 0.85, i, j).gradient(f[i], f[j])
			d[i] += di
			d[j] += dj
		}
		for i := range f {
			f[i] -= 0.2 * d[i]
		}
	}
	for i, want := range []float64{0.38154859, 0.20410200, 0.38749559} {
		near(t, "minimiser", f[i], want, 2.5e-8) // eight digits printed
	}
}

// G8: if some nodes have no predecessors, Eq. 3 exceeds the sum; and most training pairs are not
// edges at all.
func TestLemma41FailsWithoutPredecessors(t *testing.T) {
	claim.Fails(t, "privdpr", "Lemma 4.1 in every graph: with a node without predecessors Eq. 3 can exceed its bound (G8)")
	g := directed(t, 2, graph.Edge{U: 0, V: 1})
	near(t, "Eq. 3", Objective(g, 0.85, []float64{0.5, 0.5}), 0.180625, 1e-12)
	if s := Surrogate(g, 0.85, []float64{0.5, 0.5}); s != 0 {
		t.Errorf("the sum of Eq. 5 is %v, want 0", s)
	}
}

// Eq. 5 as the paper writes it, its reference value, and its gradient.
func TestLoss(t *testing.T) {
	claim.Holds(t, "privdpr", "Eq. 5 is a square, (γ d_in f_i/d_out + (1-γ)/N - f_j)²/d_in, and never negative")
	golden := edgeLoss{gamma: 0.85, n: 2708, outDegI: 3, inDegJ: 5}
	near(t, "ℓ", golden.value(0.4, 0.6), 2.2148428343e-4, 1e-10)
	near(t, "front", 2*0.85*golden.residual(0.4, 0.6), -0.0565725012, 1e-8)
	r := random(2)
	for range 2000 {
		l := edgeLoss{gamma: r.Float64(), n: float64(2 + r.IntN(50)), outDegI: float64(1 + r.IntN(9)), inDegJ: float64(1 + r.IntN(9))}
		fi, fj := r.Float64(), r.Float64()
		x := fi/l.outDegI - fj/(l.inDegJ*l.gamma)
		paper := l.inDegJ*l.gamma*l.gamma*x*x + x*2*l.gamma*(1-l.gamma)/l.n + (1-l.gamma)*(1-l.gamma)/(l.inDegJ*l.n*l.n)
		if got := l.value(fi, fj); math.Abs(got-paper) > 1e-11*(1+paper) || got < 0 {
			t.Fatalf("ℓ is %v, by the paper's formula %v", got, paper)
		}
		const h = 1e-6
		di, dj := l.gradient(fi, fj)
		if n := (l.value(fi+h, fj) - l.value(fi-h, fj)) / (2 * h); math.Abs(n-di) > 1e-7*(1+math.Abs(di)) {
			t.Fatalf("∂ℓ/∂f_i is %v, by differences %v", di, n)
		}
		if n := (l.value(fi, fj+h) - l.value(fi, fj-h)) / (2 * h); math.Abs(n-dj) > 1e-7*(1+math.Abs(dj)) {
			t.Fatalf("∂ℓ/∂f_j is %v, by differences %v", dj, n)
		}
	}
}

// [PRIVDPR25] Alg. 2, lines 4 to 7: walks follow arcs, end at sinks and never make more than B
// pairs; on a cycle they are known in advance, and choices among successors are uniform.
func TestWalks(t *testing.T) {
	cycle := directed(t, 4, graph.Edge{U: 0, V: 1}, graph.Edge{U: 1, V: 2}, graph.Edge{U: 2, V: 3}, graph.Edge{U: 3, V: 0})
	got := walkPairs(nil, cycle, []int32{1}, 2, 5, random(3))
	want := []pair{{1, 2}, {1, 3}, {1, 0}, {1, 1}, {1, 2}}
	for k, p := range got {
		if len(got) != 10 || p != want[k%5] {
			t.Fatalf("walks on a cycle: %v", got)
		}
	}
	if p := walkPairs(nil, directed(t, 3, graph.Edge{U: 0, V: 1}), []int32{0, 1, 2}, 1, 16, random(3)); len(p) != 1 || p[0] != (pair{0, 1}) {
		t.Errorf("walks into a sink: %v", p)
	}
	star := directed(t, 4, graph.Edge{U: 0, V: 1}, graph.Edge{U: 0, V: 2}, graph.Edge{U: 0, V: 3})
	var count [4]int
	const n = 30_000
	for range n {
		count[walkPairs(nil, star, []int32{0}, 1, 16, random(uint64(count[1]+count[2]+count[3])))[0].j]++
	}
	for v, k := range count[1:] { // five standard deviations: a false alarm once in a million
		if math.Abs(float64(k)-n/3) > 5*math.Sqrt(n*2/9.0) {
			t.Errorf("successor %d of 3 was taken %d times of %d", v+1, k, n)
		}
	}
	g := must.Get(gen.GNM(60, 200, random(4)))(t)
	for _, p := range walkPairs(nil, g, []int32{5}, 3, 1, random(5)) {
		if !g.HasEdge(p.i, p.j) {
			t.Errorf("%v is not an edge", p)
		}
	}
}
