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
