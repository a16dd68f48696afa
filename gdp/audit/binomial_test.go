package audit

import (
	"math"
	"math/big"
	"testing"
)

// tail returns P[Binomial(n, p) ≥ k] by summing exact terms at 200 bits.
func tail(n, k int, p float64) float64 {
	x := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	power := func(b *big.Float, e int) *big.Float {
		r := x(1)
		for range e {
			r.Mul(r, b)
		}
		return r
	}
	sum, not := x(0), new(big.Float).SetPrec(200).Sub(x(1), x(p))
	for i := k; i <= n; i++ {
		term := new(big.Float).SetPrec(200).SetInt(new(big.Int).Binomial(int64(n), int64(i)))
		term.Mul(term, power(x(p), i))
		sum.Add(sum, term.Mul(term, power(not, n-i)))
	}
	f, _ := sum.Float64()
	return f
}

func TestAtLeastAgainstExactSums(t *testing.T) {
	for _, n := range []int{1, 2, 7, 40, 150} {
		for _, k := range []int{0, 1, n / 3, n / 2, n - 1, n, n + 1} {
			for _, p := range []float64{0, 1e-9, 1e-3, .1, .5, .77, .999, 1} {
				got, want := atLeast(n, k, p), tail(n, k, p)
				if math.Abs(got-want) > 1e-11*want {
					t.Errorf("P[Binomial(%d, %v) ≥ %d] = %v, want %v", n, p, k, got, want)
				}
				if p > 0 && p < 1 && k >= 0 && k < n {
					mass := want - tail(n, k+1, p)
					if got := binomialMass(n, k, p); math.Abs(got-mass) > 1e-11*want {
						t.Errorf("P[Binomial(%d, %v) = %d] = %v, want %v", n, p, k, got, mass)
					}
				}
			}
		}
	}
}

// Golden values: scipy 1.15.3, scipy.stats.beta.ppf(.025, k, n-k+1) and
// beta.ppf(.975, k+1, n-k).
func TestClopperPearsonGoldenValues(t *testing.T) {
	for _, c := range []struct {
		n, k      int
		low, high float64
	}{
		{100, 0, 0, 0.03621669264517641}, {100, 5, 0.016431879182052155, 0.11283491110546275},
		{1000, 990, 0.9816867569448875, 0.9951944893089507}, {50, 50, 0.9288782635358024, 1},
		{37, 12, 0.1801386480520567, 0.4978532835133968},
	} {
		if low := lower(c.n, c.k, .025); low > c.low || low < c.low*(1-1e-9) {
			t.Errorf("%d of %d: lower end %v, want %v", c.k, c.n, low, c.low)
		}
		if high := upper(c.n, c.k, .025); high < c.high-1e-15 || high > c.high*(1+1e-9) {
			t.Errorf("%d of %d: upper end %v, want %v", c.k, c.n, high, c.high)
		}
	}
}

// coverage returns the least probability, over p, that the end for the count that
// comes up lies on the right side of p: exact, by summing over all counts.
func coverage(n int, end func(n, k int, alpha float64) float64, alpha float64, covers func(end, p float64) bool) float64 {
	ends := make([]float64, n+1)
	for k := range ends {
		ends[k] = end(n, k, alpha)
	}
	least := 1.0
	for i := 1; i < 400; i++ {
		p := float64(i) / 400
		var right float64
		for k, e := range ends {
			if covers(e, p) {
				right += binomialMass(n, k, p)
			}
		}
		least = min(least, right)
	}
	return least
}

// The intervals cover every p with the probability stated, and intervals for
// twice the error do not.
func TestClopperPearsonCovers(t *testing.T) {
	const alpha = .1
	below := func(end, p float64) bool { return end <= p }
	above := func(end, p float64) bool { return end >= p }
	for _, n := range []int{1, 5, 20, 60} {
		for name, got := range map[string][2]float64{
			"lower": {coverage(n, lower, alpha, below), coverage(n, lower, 2*alpha, below)},
			"upper": {coverage(n, upper, alpha, above), coverage(n, upper, 2*alpha, above)},
		} {
			if got[0] < 1-alpha-1e-12 {
				t.Errorf("n=%d: the %s end covers with probability %v", n, name, got[0])
			}
			if got[1] >= 1-alpha {
				t.Errorf("n=%d: the %s end for twice the error still covers with %v: the test is blind", n, name, got[1])
			}
		}
	}
}
