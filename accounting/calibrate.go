package accounting

import (
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// ErrImpossible says that no value of the free parameter keeps the budget.
var ErrImpossible = errors.New("accounting: no value of the parameter keeps the budget")

// Limits of the search for noise multipliers; beyond them a plan is
// a mistake. Calibrated numbers are right to one part in 10⁶, on the safe side.
const (
	leastNoise    = 1e-4
	mostNoise     = 1e9
	relativeError = 1e-6
)

// CalibrateNoise returns the smallest noise multiplier, to one part in 10⁶,
// whose plan keeps the budget; the cost of plan(s) must fall as s rises.
func CalibrateNoise(a Accountant, b Budget, plan func(multiplier float64) Event) (float64, error) {
	return calibrate(a, b, plan, goal{name: "noise multiplier", start: 1, cheapest: mostNoise, dearest: leastNoise})
}

// CalibrateSteps returns the largest number of steps, up to limit, whose plan
// keeps the budget; the cost of plan(n) must rise with n.
func CalibrateSteps(a Accountant, b Budget, limit int, plan func(steps int) Event) (int, error) {
	if limit < 1 || limit > 1<<53 {
		return 0, fmt.Errorf("%w: a limit of %d steps, want 1 to 2⁵³", ErrInvalid, limit)
	}
	if plan == nil {
		return 0, fmt.Errorf("%w: no plan to calibrate", ErrInvalid)
	}
	n, err := calibrate(a, b, func(x float64) Event { return plan(int(x)) },
		goal{name: "number of steps", start: min(64, float64(limit)), cheapest: 1, dearest: float64(limit), whole: true})
	return int(n), err
}

// A goal is what to calibrate: values between the cheapest, which costs least
// privacy, and the dearest, which serves best.
type goal struct {
	name                     string
	start, cheapest, dearest float64
	whole                    bool // integers only
}

// A trial is a value that has been tried and the ε it costs.
type trial struct {
	x   float64
	eps Epsilon
}

// calibrate finds the value nearest to the dearest one that keeps the budget:
// it widens a bracket by growing factors, then narrows it by interpolation.
func calibrate(a Accountant, b Budget, plan func(float64) Event, g goal) (float64, error) {
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
	at, err := try(g.start)
	if err != nil {
		return 0, err
	}
	end := g.dearest
	if at.eps > b.Epsilon {
		end = g.cheapest
	}
	for factor := 2.0; ; factor *= factor {
		if at.x == end {
			if at.eps > b.Epsilon {
				return 0, fmt.Errorf("%w: a %s of %g costs ε = %g, the budget is %v", ErrImpossible, g.name, end, float64(at.eps), b)
			}
			return at.x, nil
		}
		x := min(end, at.x*factor)
		if end < at.x {
			x = max(end, at.x/factor)
		}
		if g.whole {
			x = math.Floor(x)
		}
		next, err := try(x)
		if err != nil {
			return 0, err
		}
		if (next.eps > b.Epsilon) != (at.eps > b.Epsilon) {
			if next.eps > b.Epsilon {
				return narrow(at, next, b.Epsilon, g.whole, try)
			}
			return narrow(next, at, b.Epsilon, g.whole, try)
		}
		at = next
	}
}

// narrow closes the gap between a value that keeps the budget and one that
// does not, and returns the former. It goes by the secant in logarithms, held
// away from the ends so that the bracket closes from both sides.
func narrow(good, bad trial, target Epsilon, whole bool, try func(float64) (trial, error)) (float64, error) {
	for step := 0; ; step++ {
		gap := math.Log(bad.x / good.x)
		least := 0.9 * relativeError
		if whole {
			least = 1 / min(good.x, bad.x)
		}
		if math.Abs(gap) <= relativeError || whole && math.Abs(bad.x-good.x) <= 1 {
			return good.x, nil
		}
		share := 0.5
		if good.eps > 0 && !math.IsInf(float64(bad.eps), 1) && step%4 != 3 {
			share = math.Log(float64(target/good.eps)) / math.Log(float64(bad.eps/good.eps))
		}
		least = min(0.5, least/math.Abs(gap))
		x := good.x * scalar.Exp(gap*min(1-least, max(least, share)))
		if whole {
			x = min(max(good.x, bad.x)-1, max(min(good.x, bad.x)+1, math.Round(x)))
		}
		t, err := try(x)
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
