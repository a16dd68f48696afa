package dpggan

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// law draws graphs and returns how far the pairs' counts are from their probabilities, in standard
// deviations of the sum of squares: above 5 once in 10⁶.
func law(t *testing.T, f vector.Matrix, longestFirst bool, bias float64, draws int) float64 {
	t.Helper()
	rng, counts := random(4), make([]int32, f.Rows*f.Rows)
	o := must.Get(inOrder(f, longestFirst))(t)
	for range draws {
		g := must.Get(o.bernoulli(bias, rng))(t)
		for u, v := range g.Edges() {
			counts[int(u)*f.Rows+int(v)]++
		}
	}
	var sum, spread float64
	n := float64(draws)
	for i := range f.Rows {
		for j := i + 1; j < f.Rows; j++ {
			p := probability(f, i, j, bias)
			variance := n * p * (1 - p)
			if variance < 1e-3 {
				continue // too rare to tell
			}
			d := float64(counts[i*f.Rows+j]) - n*p
			sum += d*d/variance - 1
			spread += 2 + (1-6*p*(1-p))/variance // of a squared binomial deviation
		}
	}
	return sum / math.Sqrt(spread)
}

// Graphs drawn in blocks have the distribution of independent pairs: where all pairs of a block are
// rare, where rows have their own bounds, over several blocks, and in both orders.
func TestBernoulliLaw(t *testing.T) {
	for _, x := range []struct {
		n, draws    int
		scale, bias float64
	}{
		{200, 400, 0.7, -0.5}, {200, 400, 1.5, -3}, {200, 400, 0.2, -5}, {200, 400, 1, 3}, {2*block + 90, 20, 0.8, -2}, {2*block + 90, 20, 0.2, -4},
	} {
		f := prior(x.n, 4, random(uint64(x.n)))
		for i := range f.Data {
			f.Data[i] *= float32(x.scale)
		}
		for _, longestFirst := range []bool{false, true} {
			if away := law(t, f, longestFirst, x.bias, x.draws); math.Abs(away) > 5 {
				t.Errorf("%+v, longest first %v: %.2f deviations away", x, longestFirst, away)
			}
		}
	}
}

// The highest-scoring pairs are the first of a sorted list, ties by node: in both orders, with
// blocks that are skipped, and with half of all rows equal.
func TestHighestOfAllPairs(t *testing.T) {
	for _, n := range []int{200, 2*block + 90} {
		for _, twins := range []bool{false, true} {
			f := prior(n, 4, random(uint64(n)))
			for u := range n / 2 {
				if twins {
					copy(f.Row(2*u), f.Row(0))
				}
			}
			var all []pairScore
			for u := range n {
				for v := u + 1; v < n; v++ {
					all = append(all, pairScore{vector.Dot(f.Row(u), f.Row(v)), graph.Edge{U: int32(u), V: int32(v)}})
				}
			}
			slices.SortFunc(all, func(x, y pairScore) int {
				if x.below(y) {
					return 1
				}
				return -1
			})
			for _, m := range []int{0, 1, 100, 3000, len(all)} {
				for _, longestFirst := range []bool{false, true} {
					o := must.Get(inOrder(f, longestFirst))(t)
					g, err := o.highest(m)
					if err != nil || g.M() != m {
						t.Fatalf("%d of %d nodes: %d edges, %v", m, n, g.M(), err)
					}
					for _, x := range all[:m] {
						if !g.HasEdge(x.pair.U, x.pair.V) {
							t.Fatalf("%d of %d nodes, longest first %v: %v is not there", m, n, longestFirst, x)
						}
					}
				}
			}
		}
	}
}

// Large graphs are decoded with the longest rows first, and every edge joins nodes with similar
// rows.
func TestManyNodesKeepTheirNames(t *testing.T) {
	const n = many + 3
	f := vector.New(n, 2)
	for u := range n {
		f.Row(u)[u%2] = float32(10 + u%7) // pairs of equal parity score at least 100, others 0
	}
	g := must.Get(bernoulli(f, -50, random(1)))(t)
	for u, v := range g.Edges() {
		if u%2 != v%2 {
			t.Fatalf("an edge of %d and %d", u, v)
		}
	}
	if want := int(pairs((n+1)/2) + pairs(n/2)); g.M() != want {
		t.Errorf("%d edges, want %d", g.M(), want)
	}
}

// The graph does not depend on the number of cores.
func TestDecodingOnCores(t *testing.T) {
	f := prior(2*block+30, 4, random(1))
	one := must.Get(bernoulli(f, -3, random(2)))(t)
	best := must.Get(highest(f, 2000))(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	if g, err := bernoulli(f, -3, random(2)); err != nil || !g.Equal(one) {
		t.Error("another graph on three cores", err)
	}
	if g, err := highest(f, 2000); err != nil || !g.Equal(best) || g.M() != 2000 {
		t.Error("other highest scores on three cores", err)
	}
}

// Probabilities of 0 and 1, and outputs that are not numbers.
func TestDecodingOfExtremes(t *testing.T) {
	f := prior(9, 2, random(1))
	for bias, want := range map[float64]int{-1e4: 0, 1e4: 36} {
		if g, err := bernoulli(f, bias, random(2)); err != nil || g.M() != want {
			t.Errorf("bias %v: %d edges, %v", bias, g.M(), err)
		}
	}
	for _, wild := range []float64{math.NaN(), math.Inf(1), 1e30} {
		f.Data[3] = float32(wild)
		if _, err := bernoulli(f, 0, random(2)); err == nil {
			t.Errorf("an output of %v is decoded", wild)
		}
		if _, err := highest(f, 3); err == nil {
			t.Errorf("an output of %v is sorted", wild)
		}
	}
}

// Every pair of a block has one index.
func TestPairsOfBlocks(t *testing.T) {
	const n = block + 7
	seen := map[[2]int]bool{}
	for _, b := range blocksOf(n) {
		for k := range b.pairs() {
			i, j := b.pair(k)
			if i >= j || j >= n || seen[[2]int{i, j}] {
				t.Fatalf("pair %d, %d", i, j)
			}
			seen[[2]int{i, j}] = true
		}
	}
	if int64(len(seen)) != pairs(n) {
		t.Errorf("%d pairs", len(seen))
	}
}

// Graphs have the paid number of edges in expectation.
func TestBiasFor(t *testing.T) {
	f := prior(12, 3, random(1))
	for _, m := range []int{1, 20, 60} {
		bias, sum := biasFor(f, m, random(5)), 0.0
		for i := range 12 {
			for j := i + 1; j < 12; j++ {
				sum += probability(f, i, j, bias)
			}
		}
		near(t, fmt.Sprintf("the expected number for %d", m), sum, float64(m), 0.02)
	}
	for m, want := range map[int]int{0: 0, 66: 66} {
		if g, err := bernoulli(f, biasFor(f, m, random(5)), random(2)); err != nil || g.M() != want {
			t.Errorf("%d edges, want %d: %v", g.M(), want, err)
		}
	}
}
