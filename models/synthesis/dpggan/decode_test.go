package dpggan

import (
	"math"
	"runtime"
	"testing"

	"github.com/graphdp/graphdp/models/train/vector"
)

// law draws graphs and returns how far the counts of pairs are from their probabilities, in
// standard deviations of the sum of all squares: beyond 5 once in 10⁶.
func law(t *testing.T, f vector.Matrix, bias float64, draws int) float64 {
	t.Helper()
	rng, counts := random(4), make([]int32, f.Rows*f.Rows)
	for range draws {
		g, err := bernoulli(f, bias, rng)
		if err != nil {
			t.Fatal(err)
		}
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
				continue // too rare to say anything
			}
			d := float64(counts[i*f.Rows+j]) - n*p
			sum += d*d/variance - 1
			spread += 2 + (1-6*p*(1-p))/variance // of one square of a binomial
		}
	}
	return sum / math.Sqrt(spread)
}

// The law of graphs drawn in blocks is that of every pair by itself: where all pairs of a block
// are rare, where rows have their own bounds, and over several blocks.
func TestBernoulliLaw(t *testing.T) {
	for _, x := range []struct {
		n, draws    int
		scale, bias float64
	}{
		{200, 400, 0.7, -0.5}, {200, 400, 1.5, -3}, {200, 400, 0.2, -5}, {200, 400, 1, 3}, {2*block + 90, 40, 0.8, -2}, {2*block + 90, 40, 0.2, -4},
	} {
		f := prior(x.n, 4, random(uint64(x.n)))
		for i := range f.Data {
			f.Data[i] *= float32(x.scale)
		}
		if away := law(t, f, x.bias, x.draws); math.Abs(away) > 5 {
			t.Errorf("%+v: %.2f deviations away", x, away)
		}
	}
}

// The same graph on one core and on many.
func TestDecodingOnCores(t *testing.T) {
	f := prior(2*block+30, 4, random(1))
	one, err := bernoulli(f, -3, random(2))
	if err != nil {
		t.Fatal(err)
	}
	best, err := highest(f, 2000)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	if g, err := bernoulli(f, -3, random(2)); err != nil || !g.Equal(one) {
		t.Error("another graph on three cores", err)
	}
	if g, err := highest(f, 2000); err != nil || !g.Equal(best) || g.M() != 2000 {
		t.Error("other highest scores on three cores", err)
	}
}

// Probabilities of 0 and 1, and outputs that are no numbers.
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

// Every pair of a block has one number.
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

// A graph of 10⁵ nodes and about 5·10⁵ edges. The scores are as wide as those of a trained decoder.
func BenchmarkBernoulli(b *testing.B) {
	const n = 100_000
	f := prior(n, 32, random(1))
	for i := range f.Data {
		f.Data[i] *= 0.55
	}
	bias := biasFor(f, 5*n, random(2))
	for b.Loop() {
		g, err := bernoulli(f, bias, random(3))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(g.M()), "edges")
	}
}

// The same graph by its highest scores.
func BenchmarkHighest(b *testing.B) {
	const n = 100_000
	f := prior(n, 32, random(1))
	for b.Loop() {
		if _, err := highest(f, 5*n); err != nil {
			b.Fatal(err)
		}
	}
}
