package accounting

import (
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// ErrImpossible means that no noise multiplier keeps the budget.
var ErrImpossible = errors.New("accounting: no noise multiplier keeps the budget")

// Limits of the search for noise multipliers; a plan that needs values outside is a mistake.
// Results are accurate to one part in 10⁶ and never too small.
const (
	leastNoise    = 1e-4
	mostNoise     = 1e9
	relativeError = 1e-6
)

// CalibrateNoise returns the smallest noise multiplier s, to one part in 10⁶, such that plan(s)
// keeps the budget. The cost of plan(s) must decrease in s. It brackets the solution by growing
// factors, then narrows the bracket by interpolation.
func CalibrateNoise(a Accountant, b Budget, plan func(multiplier float64) Event) (float64, error) {
	if a == nil || plan == nil {
		return 0, fmt.Errorf("%w: no accountant, or no plan to calibrate", ErrInvalid)
	}
	if err := b.Validate(); err != nil {
		return 0, err
	}
	try := func(x float64) (trial, error) {
		eps, err := a.Epsilon(plan(x), b.Delta)
		return trial{x, eps}, err
	}
	at, err := try(1)
	if err != nil {
		return 0, err
	}
	end := leastNoise
	if at.eps > b.Epsilon {
		end = mostNoise
	}
	for factor := 2.0; ; factor *= factor {
		if at.x == end {
			if at.eps > b.Epsilon {
				return 0, fmt.Errorf("%w: a noise multiplier of %g costs ε = %g, the budget is %v", ErrImpossible, end, float64(at.eps), b)
			}
			return at.x, nil
		}
		x := min(end, at.x*factor)
		if end < at.x {
			x = max(end, at.x/factor)
		}
		next, err := try(x)
		if err != nil {
			return 0, err
		}
		if (next.eps > b.Epsilon) != (at.eps > b.Epsilon) {
			if next.eps > b.Epsilon {
				return narrow(at, next, b.Epsilon, try)
			}
			return narrow(next, at, b.Epsilon, try)
		}
		at = next
	}
}

// A trial is a multiplier and the ε that it costs.
type trial struct {
	x   float64
	eps Epsilon
}

// narrow shrinks the bracket between a value that keeps the budget and one that does not, and
// returns the former. It uses the secant in logarithms, kept away from the ends so that the bracket
// shrinks from both sides.
func narrow(good, bad trial, target Epsilon, try func(float64) (trial, error)) (float64, error) {
	for step := 0; ; step++ {
		gap := math.Log(bad.x / good.x)
		if math.Abs(gap) <= relativeError {
			return good.x, nil
		}
		share := 0.5
		if good.eps > 0 && !math.IsInf(float64(bad.eps), 1) && step%4 != 3 {
			share = math.Log(float64(target/good.eps)) / math.Log(float64(bad.eps/good.eps))
		}
		least := min(0.5, 0.9*relativeError/math.Abs(gap))
		t, err := try(good.x * scalar.Exp(gap*min(1-least, max(least, share))))
		if err != nil {
			return 0, err
		}
		if t.eps <= target {
			good = t
		} else {
			bad = t
		}
	}
}
