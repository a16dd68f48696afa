package accounting

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// Amplify returns the guarantee of a mechanism with guarantee b that runs as a whole on a secret
// sample: ε' = ln(1 + q(e^ε - 1)) and δ' = qδ. It holds for Poisson samples of rate q under
// AddRemove, and for samples of fixed size without replacement, of the fraction q, under ReplaceOne
// [BBG18, Thms 8, 9]. The product qε is not a bound: ε' ≥ qε always.
func Amplify(b Budget, q float64) (Budget, error) {
	if err := b.Validate(); err != nil {
		return Budget{}, err
	}
	if !(q >= 0 && q <= 1) {
		return Budget{}, fmt.Errorf("%w: sampling rate %v, want a number in [0, 1]", ErrInvalid, q)
	}
	e := float64(b.Epsilon)
	amplified := math.Log1p(q * math.Expm1(e))
	if e > 700 && q > 0 { // e^ε overflows
		amplified = e + math.Log(q+(1-q)*scalar.Exp(-e))
	}
	return Budget{Epsilon(min(e, roundUp(amplified))), Delta(min(float64(b.Delta), roundUp(q*float64(b.Delta))))}, nil
}

// roundUp adds a few units in the last place, which cover the rounding errors of the formulas
// above.
func roundUp(x float64) float64 { return x * (1 + 0x1p-50) }
