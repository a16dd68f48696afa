package noise

import (
	"math/big"

	"github.com/graphdp/graphdp/data/scalar"
)

// twoSided is the distribution with density exp(-|x|)/2.
var twoSided = law{
	draw:  (*Stream).laplace,
	above: (*Stream).laplaceAbove,
	upper: func(t int) float64 { return scalar.Exp(-float64(t)) / 2 * (1 + 0x1p-44) },
	tail:  laplaceTail,
	most:  40,
}

// TopLaplace is [Stream.TopGaussian] for the noise of [Stream.Laplace].
func (s *Stream) TopLaplace(n int, at []int32, values []float64, scale float64, k int) (indices []int32, noisy []float64, err error) {
	return s.top("a sparse Laplace", twoSided, n, at, values, scale, k)
}

// laplaceAbove draws from the density exp(t-x) on x ≥ t: beyond t the distribution is exponential.
func (s *Stream) laplaceAbove(t int) real {
	z := s.laplace()
	z.negative, z.whole = false, z.whole+uint64(t)
	return z
}

// laplaceTail bounds e^-t/2 for 0 < t ≤ 40 within 2^-digits. It uses e^-1 = Σ_i (-1)^i/i!; 128
// extra digits leave room for the rounding errors of the terms and of 40 products.
func laplaceTail(t int, digits uint) (low, high *big.Float) {
	prec := digits + 128
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }
	end := new(big.Float).SetMantExp(number(1), -int(prec))
	inverse, term := number(0), number(1)
	for i := 1; term.Sign() != 0 && new(big.Float).Abs(term).Cmp(end) >= 0; i++ {
		inverse.Add(inverse, term)
		term.Quo(term, number(-float64(i)))
	}
	p := number(.5)
	for range t {
		p.Mul(p, inverse)
	}
	slack := new(big.Float).SetMantExp(number(1), -int(digits)-1)
	return new(big.Float).SetPrec(prec).Sub(p, slack), new(big.Float).SetPrec(prec).Add(p, slack)
}
