package noise

import (
	"math"
	"math/big"
)

// gap draws the number of failures before the first success in n trials of probability p, 0 < p <
// 1; n if there is no success. It is the number g with
//
//	(1-p)^(g+1) < u ≤ (1-p)^g
//
// for a u uniform on [0, 1). Logarithms of the first digits of u give g, unless u is very close to
// such a power. Then further digits and exact powers decide.
func (s *Stream) gap(p float64, n int64) int64 {
	u := s.uniform()
	unit := math.Ldexp(1, int(s.drop)-64) // u is in [head·unit, (head+1)·unit)
	least := math.Log((float64(u.head)+1)*unit) / math.Log1p(-p)
	most := math.Log(float64(u.head)*unit) / math.Log1p(-p)
	lo, hi := int64(0), n
	// The head as a float is off by 2⁻⁵³ of u, which moves g by that over p. Logarithms and
	// quotient have relative errors of a few times 2⁻⁵³.
	if x := math.Floor(least*(1-0x1p-45) - 0x1p-50/p); x >= float64(n) {
		return n
	} else if x > 0 {
		lo = int64(x)
	}
	if x := math.Floor(most*(1+0x1p-45) + 0x1p-50/p); x < float64(n) {
		hi = int64(x)
	}
	for lo < hi {
		if mid := hi - (hi-lo)/2; s.underPower(&u, p, mid) {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}

// underPower reports whether u < (1-p)^g.
func (s *Stream) underPower(u *number, p float64, g int64) bool {
	width := 64 - s.drop
	x := new(big.Int)
	for i := 0; ; i++ {
		x.Lsh(x, width).Or(x, new(big.Int).SetUint64(s.digit(u, i)))
		if i > 0 && i&(i-1) != 0 {
			continue // compare when the number of words has doubled
		}
		digits := uint(i+1) * width
		low := new(big.Float).SetMantExp(new(big.Float).SetInt(x), -int(digits))
		high := new(big.Float).SetMantExp(new(big.Float).SetInt(new(big.Int).Add(x, big.NewInt(1))), -int(digits))
		if high.Cmp(power(p, g, digits, big.ToZero)) <= 0 {
			return true
		}
		if low.Cmp(power(p, g, digits, big.AwayFromZero)) >= 0 {
			return false
		}
	}
}

// power returns (1-p)^g with every product rounded in one direction.
func power(p float64, g int64, digits uint, mode big.RoundingMode) *big.Float {
	number := func(x float64) *big.Float { return new(big.Float).SetMode(mode).SetPrec(digits + 128).SetFloat64(x) }
	base, product := number(1), number(1)
	base.Sub(base, number(p))
	for ; g > 0; g >>= 1 {
		if g&1 == 1 {
			product.Mul(product, base)
		}
		base.Mul(base, base)
	}
	return product
}
