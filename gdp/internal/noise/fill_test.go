package noise

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// Each layer has the same area, the top one ends at x = 0, and points accepted immediately lie
// under the curve.
func TestLayers(t *testing.T) {
	density := func(x float64) float64 { return scalar.Exp(-x * x / 2) }
	area := zigguratTail*density(zigguratTail) + math.Sqrt(math.Pi/2)*scalar.Erfc(zigguratTail/math.Sqrt2)
	for i, l := range zigguratLayers[1:] {
		width := l.width * 0x1p52
		if got := width * l.rise; !(math.Abs(got/area-1) < 1e-12) {
			t.Errorf("layer %d has an area of %v, the lowest %v", i+1, got, area)
		}
		if !(math.Abs(density(l.inside)-l.low-l.rise) < 1e-15 && math.Abs(density(width)-l.low) < 1e-15) {
			t.Errorf("layer %d does not lie along the curve", i+1)
		}
	}
	if top := zigguratLayers[layers-1]; top.inside != 0 || !(math.Abs(top.low+top.rise-1) < 1e-15) {
		t.Errorf("the top layer is %+v", top)
	}
	if lowest := zigguratLayers[0]; lowest.inside != zigguratTail || !(math.Abs(lowest.width*0x1p52*density(zigguratTail)/area-1) < 1e-12) {
		t.Errorf("the lowest layer is %+v", lowest)
	}
}

// The tail has the distribution of a normal variable beyond its start, also far out: 200,000 draws
// correspond to 750 million normal variables. The test detects a tail cut at 5.5.
func TestTail(t *testing.T) {
	const draws, alpha = 200_000, 1e-9
	w := newBulk(open("tail").fork()).at([3]uint32{})
	x := make([]float64, draws)
	upper := func(x float64) float64 { return scalar.Erfc(x/math.Sqrt2) / scalar.Erfc(zigguratTail/math.Sqrt2) }
	far := map[float64]int{4: 0, 4.5: 0, 5: 0, 5.5: 0}
	for i := range x {
		x[i] = w.tail()
		for at := range far {
			if x[i] > at {
				far[at]++
			}
		}
	}
	if !stattest.KS(x, func(x float64) float64 { return 1 - upper(x) }, alpha) {
		t.Error("the tail has another law")
	}
	for at, n := range far {
		if !stattest.Count(n, draws, upper(at), alpha) || stattest.Count(0, draws, upper(at), alpha) {
			t.Errorf("%d of %d draws of the tail beyond %v, or none not noticed", n, draws, at)
		}
	}
}

// Four million draws in cells a tenth wide and in the tails, against the normal law.
func TestFillLaw(t *testing.T) {
	const draws, alpha, sd = 1 << 22, 1e-9, 0.37
	dst := make([]float32, draws)
	must.Do(t, open("law").Fill(dst, sd))
	const cells = 120
	counts, far := make([]int, cells), map[float64]int{}
	for _, v := range dst {
		x := float64(v) / sd
		counts[min(max(0, int(math.Floor(10*x))+cells/2), cells-1)]++
		for _, at := range []float64{4, 4.5, 5} {
			if math.Abs(x) > at {
				far[at]++
			}
		}
	}
	phi := func(x float64) float64 { return scalar.Erfc(-x/math.Sqrt2) / 2 }
	probabilities := func(sd float64) []float64 {
		p := make([]float64, cells)
		for i := range p {
			lo, hi := float64(i-cells/2)/10, float64(i+1-cells/2)/10
			p[i] = phi(hi/sd) - phi(lo/sd)
		}
		p[0] = phi(float64(1-cells/2) / 10 / sd)
		p[cells-1] = p[0]
		return p
	}
	if !stattest.ChiSquare(counts, probabilities(1), alpha) || stattest.ChiSquare(counts, probabilities(0.99), alpha) {
		t.Error("another law, or a standard deviation 1% off not noticed")
	}
	for x, n := range far {
		if !stattest.Count(n, draws, 2*phi(-x), alpha) {
			t.Errorf("%d of %d beyond %v", n, draws, x)
		}
	}
	if stattest.Count(0, draws, 2*phi(-4), alpha) {
		t.Error("a tail that ends at 4 is not noticed")
	}
}

// The same words on one core and on many, and for Add as for Fill.
func TestFillIsReproducible(t *testing.T) {
	for _, n := range []int{0, 1, 100, chunk, chunk + 1, 100*chunk - 3} {
		fill := func(procs int) ([]float32, uint64) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			s, dst := open("cores"), make([]float32, n)
			must.Do(t, s.Fill(dst, 2))
			return dst, s.Uint64()
		}
		one, next := fill(1)
		seven, next7 := fill(7)
		if !slices.Equal(one, seven) || next != next7 {
			t.Errorf("%d entries on one core and on seven differ", n)
		}
		added := make([]float32, n)
		for i := range added {
			added[i] = float32(i % 5)
		}
		must.Do(t, open("cores").Add(added, 2))
		for i := range added {
			if added[i] != float32(i%5)+one[i] {
				t.Fatalf("entry %d: %v added, %v filled", i, added[i], one[i])
			}
		}
	}
}

// Noise that is drawn twice, or for two chunks, or at the places of two rows, is new each time.
func TestFillNeverRepeats(t *testing.T) {
	s := open("again")
	a, b := make([]float32, 3*chunk), make([]float32, 3*chunk)
	must.Do(t, s.Fill(a, 1))
	must.Do(t, s.Fill(b, 1))
	const alpha = 1e-9
	x, y := doubles(a), doubles(b)
	for what, pair := range map[string][2][]float64{
		"two calls":                       {x, y},
		"two chunks":                      {x[:chunk], x[chunk : 2*chunk]},
		"the last chunks":                 {x[chunk : 2*chunk], x[2*chunk:]},
		"a chunk and the next call's own": {x[chunk : 2*chunk], y[:chunk]},
	} {
		if !stattest.Uncorrelated(pair[0], pair[1], alpha) || !stattest.SameDistribution(pair[0], pair[1], alpha) {
			t.Errorf("%s have something in common", what)
		}
	}
	if stattest.Uncorrelated(x, x, alpha) {
		t.Error("the same noise twice is not noticed")
	}
}

// Every entry gets noise, for any number of entries: a draw is never 0.
func TestEveryEntryGetsNoise(t *testing.T) {
	for _, n := range []int{1, 7, 8, 9, chunk - 1, chunk, chunk + 1, 3*chunk + 5} {
		dst := make([]float32, n)
		must.Do(t, open("every entry").Add(dst, 1))
		if at := slices.Index(dst, 0); at >= 0 {
			t.Errorf("entry %d of %d has no noise", at, n)
		}
	}
}
