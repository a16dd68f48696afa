package audit

import (
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"gonum.org/v1/gonum/mathext"
)

// Level is the δ and the confidence of a bound.
type Level struct {
	Delta      accounting.Delta
	Confidence float64 // in (0, 1); 0.95 means one wrong audit in twenty at most
}

// ErrInvalid marks an invalid parameter of an audit.
var ErrInvalid = errors.New("audit: invalid parameter")

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// Validate returns an error if δ is outside [0, 1) or the confidence outside (0, 1).
func (l Level) Validate() error {
	if err := l.Delta.Validate(); err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	if !(l.Confidence > 0 && l.Confidence < 1) {
		return invalid("confidence %v, want a number between 0 and 1", l.Confidence)
	}
	return nil
}

// alpha returns the allowed error probability.
func (l Level) alpha() float64 { return 1 - l.Confidence }

// Bound is a lower bound on the ε of a mechanism at one δ.
type Bound struct {
	Epsilon    accounting.Epsilon `json:"epsilon"` // 0: nothing was found
	Delta      accounting.Delta   `json:"delta"`
	Confidence float64            `json:"confidence"` // 1: exact
	Trials     int                `json:"trials"`     // the number of runs or canaries used
	Method     string             `json:"method"`
	// IfGaussian is a larger bound, valid if the mechanism is as private as one Gaussian release; 0
	// if nothing was found or it was not requested.
	IfGaussian accounting.Epsilon `json:"if_gaussian,omitempty"`
}

// Violates reports whether the bound contradicts a claim of ε.
func (b Bound) Violates(claimed accounting.Epsilon) bool { return b.Epsilon > claimed }

// String formats the bound as a sentence.
func (b Bound) String() string {
	s := fmt.Sprintf("ε ≥ %.4g at δ = %g (%s, %d trials, confidence %g)", float64(b.Epsilon), float64(b.Delta), b.Method, b.Trials, b.Confidence)
	if b.IfGaussian > 0 {
		s += fmt.Sprintf("; ε ≥ %.4g if the noise is Gaussian", float64(b.IfGaussian))
	}
	return s
}

// fromRates returns the ε shown by an event with probability at least often in one world and at
// most rarely in the other: often ≤ e^ε·rarely + δ.
func fromRates(often, rarely, delta float64) float64 {
	if often <= delta {
		return 0
	}
	return max(0, math.Log((often-delta)/rarely))
}

// atLeast returns P[Binomial(n, p) ≥ k].
func atLeast(n, k int, p float64) float64 {
	switch {
	case k <= 0:
		return 1
	case k > n || p <= 0:
		return 0
	case p >= 1:
		return 1
	}
	return mathext.RegIncBeta(float64(k), float64(n-k+1), p)
}
