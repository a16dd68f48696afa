package ask

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// laplaces adds up some Laplace variables.
func laplaces(r *rand.Rand, terms int) (sum float64) {
	for range terms {
		sum += r.ExpFloat64() - r.ExpFloat64()
	}
	return sum
}

// The distribution of weighted sums of noise matches samples, or is slightly wider if the weights
// are nearly equal.
func TestBeyond(t *testing.T) {
	const draws = 200_000
	r := rand.New(rand.NewPCG(1, 0x736861))
	for _, terms := range []int{1, 2} {
		for _, u := range []float64{0, 0.05, 0.3, 0.48, 0.495, 0.5, 0.7, 1} {
			v := 1 - u
			var sizes []float64
			for range draws {
				sizes = append(sizes, math.Abs(u*laplaces(r, terms)-v*laplaces(r, terms)))
			}
			for _, x := range []float64{0, 0.5, 1, 2, 4} {
				count := 0
				for _, s := range sizes {
					if s > x {
						count++
					}
				}
				p, rounding := beyond(x, u, v, terms), 1e-12
				if p < beyond(x, max(u, v), min(u, v, 0.97*max(u, v)), terms)-rounding || p > beyond(x, max(u, v), max(u, v), terms)+rounding {
					t.Errorf("%d terms, %v and %v: P(|S| > %v) = %v, less than with a smaller weight or more than with a larger one", terms, u, v, x, p)
				}
				near := u != v && math.Abs(u-v) < 0.02
				if stattest.Count(count, draws, min(p, 1), certain) || near && (p-0.02)*draws < float64(count) && float64(count) <= p*draws {
					continue
				}
				t.Errorf("%d terms, %v and %v: %d of %d beyond %v, want a share of %v", terms, u, v, count, draws, x, p)
			}
		}
	}
	for _, p := range []float64{0.4, 0.05, 1e-9} {
		if q := quantileOfTwo(p); math.Abs((1+q/2)*math.Exp(-q)-p) > 1e-9*p || (1+q/2)*math.Exp(-q) > p {
			t.Errorf("%v is passed with %v, want %v", q, (1+q/2)*math.Exp(-q), p)
		}
	}
}

// An interval of a share fails as rarely as stated, and for large numbers not much more rarely. If
// both numbers are 0 it is [0, 1], as often.
func TestShareOf(t *testing.T) {
	const draws, miss, scale = 20_000, 0.1, 3.0
	r := rand.New(rand.NewPCG(2, 0x736861))
	for _, terms := range []int{1, 2} {
		for _, c := range [][2]float64{{0, 0}, {0, 5}, {3, 0}, {2, 2}, {0, 1e6}, {500, 500}, {500, 300}, {1e5, 1}, {1, 9e9}} {
			held := 0
			for range draws / 10 {
				low, high := shareOf(c[0]+scale*laplaces(r, terms), c[1]+scale*laplaces(r, terms), terms, scale, 0, miss)
				m := c[0] / (c[0] + c[1])
				if !(0 <= low && low <= high && high <= 1) {
					t.Fatalf("%v: from %v to %v", c, low, high)
				}
				if low <= m && m <= high || low == 0 && high == 1 {
					held++
				}
			}
			if n := draws / 10; held < int((1-miss)*float64(n)) && !stattest.Count(held, n, 1-miss, certain) {
				t.Errorf("%v: %d of %d hold", c, held, n)
			}
			if n := draws / 10; c[0] == 500 && held > int((1-miss)*float64(n)) && !stattest.Count(held, n, 1-miss, certain) {
				t.Errorf("%v: %d of %d hold, more than they say", c, held, n)
			}
		}
	}
}

// Without noise the interval of two numbers is their share; with slack it is slightly wider.
func TestShareWithoutNoise(t *testing.T) {
	if low, high := shareOf(3, 1, 1, 1e-9, 0, 0.05); math.Abs(low-0.75) > 1e-7 || math.Abs(high-0.75) > 1e-7 {
		t.Error(low, high)
	}
	if low, high := shareOf(3, 1, 1, 1e-9, 0.4, 0.05); math.Abs(low-0.65) > 1e-7 || math.Abs(high-0.85) > 1e-7 {
		t.Error(low, high)
	}
	for _, miss := range []float64{0.4, 1e-300} {
		if low, high := shareOf(-50, 20, 1, 1, 0, miss); low != 0 || high < 0 {
			t.Error(low, high)
		}
	}
}

// Bisection finds the same as all shares of a fine grid one by one. If both weights are nearly
// equal, a share may count as possible or not.
func TestSharesOneByOne(t *testing.T) {
	const grid, miss = 2000, 0.01
	r := rand.New(rand.NewPCG(3, 0x736861))
	for range 300 {
		a, b, terms := 16*r.Float64()-8, 16*r.Float64()-8, 1+r.IntN(2)
		ends := func(less float64) (least, most float64) {
			least, most = 1, 0
			for i := range grid + 1 {
				m := float64(i) / grid
				x, u, v := (1-m)*a-m*b, max(m, 1-m), min(m, 1-m)
				if v > 0.98*u {
					v = less * u
				}
				possible := beyond(math.Abs(x), u, v, terms) >= miss
				if x < 0 || possible {
					least = min(least, m)
				}
				if x > 0 || possible {
					most = max(most, m)
				}
			}
			return least, most
		}
		low, high := shareOf(a, b, terms, 1, 0, miss)
		least, most := ends(0.97)
		lower, upper := ends(1)
		const width = 1.0/grid + 1e-6
		if low > least || low < lower-width || high < most || high > upper+width {
			t.Errorf("%v and %v, %d terms: from %v to %v, one by one from %v … %v to %v … %v", a, b, terms, low, high, lower, least, most, upper)
		}
	}
}
