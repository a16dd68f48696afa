package accounting

import (
	"fmt"
	"math"
)

// Amplify returns the guarantee of a mechanism that keeps b and is run, as a
// whole, on a secret sample: ε' = ln(1 + q(e^ε - 1)) and δ' = qδ. It holds for
// Poisson samples of rate q under AddRemove, and for samples of fixed size
// without replacement, q the share drawn, under ReplaceOne [BBG18, Thms 8, 9].
// Multiplying ε itself by q does not give a bound: ε' ≥ qε always.
func Amplify(b Budget, q float64) (Budget, error) {
	if err := amplifiable(b, q); err != nil {
		return Budget{}, err
	}
	e := float64(b.Epsilon)
	amplified := math.Log1p(q * math.Expm1(e))
	if e > 700 && q > 0 { // e^ε overflows
		amplified = e + math.Log(q+(1-q)*math.Exp(-e))
	}
	return Budget{Epsilon(min(e, roundUp(amplified))), Delta(min(float64(b.Delta), roundUp(q*float64(b.Delta))))}, nil
}

// BeforeSampling returns the largest budget that [Amplify] turns into at most
// b: what the mechanism may spend on a sample of rate q.
func BeforeSampling(b Budget, q float64) (Budget, error) {
	if err := amplifiable(b, q); err != nil {
		return Budget{}, err
	}
	if q == 0 {
		return Budget{}, fmt.Errorf("%w: a rate of 0 samples nothing; any budget will do", ErrInvalid)
	}
	if float64(b.Delta) >= q {
		return Budget{}, fmt.Errorf("%w: δ = %v, want less than the rate %v", ErrInvalid, float64(b.Delta), q)
	}
	e := float64(b.Epsilon)
	before := math.Log1p(math.Expm1(e) / q)
	if e > 700 {
		before = e - math.Log(q) + math.Log1p((q-1)*math.Exp(-e))
	}
	return Budget{Epsilon(roundDown(before)), Delta(roundDown(float64(b.Delta) / q))}, nil
}

func amplifiable(b Budget, q float64) error {
	if err := b.Validate(); err != nil {
		return err
	}
	if !(q >= 0 && q <= 1) {
		return fmt.Errorf("%w: sampling rate %v, want a number in [0, 1]", ErrInvalid, q)
	}
	return nil
}

// A few units in the last place cover the rounding of the formulas above.
func roundUp(x float64) float64   { return x * (1 + 0x1p-50) }
func roundDown(x float64) float64 { return x * (1 - 0x1p-50) }
