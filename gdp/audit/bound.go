package audit

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/scalar"
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

// fromRates returns the ε shown by an event with probability at least often on one input and at
// most rarely on the other: often ≤ e^ε·rarely + δ.
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

// band returns simultaneous lower confidence bounds from n runs
// ([proof](../../docs/proofs/audits.md)): except with probability alpha, every event "at most t"
// that occurred in k of the runs has a probability of at least band[k].
//
// band[k] is the lower end of the Clopper-Pearson interval for k of n. All k share one level, the
// largest that [crossing] allows.
func band(n int, alpha float64) []float64 {
	key := bandOf{n, alpha}
	if known, ok := bands.Load(key); ok {
		return known.([]float64)
	}
	allowed := make([]float64, n+1) // a bound of 0 always holds
	for level, tries := alpha, 0; tries < 50; tries++ {
		bounds := make([]float64, n+1)
		for k := 1; k <= n; k++ {
			bounds[k] = max(bounds[k-1], mathext.InvRegIncBeta(float64(k), float64(n-k+1), level))
		}
		c := crossing(bounds[1:])
		if c <= alpha {
			allowed = bounds
			if c > .99*alpha {
				break
			}
		}
		level *= .995 * alpha / c
	}
	bands.Store(key, allowed)
	return allowed
}

type bandOf struct {
	n     int
	alpha float64
}

var bands sync.Map // cached for the process

// crossing returns the probability that, for some k, the k-th smallest of n uniform points lies
// below the k-th of n increasing bounds. It tracks the number of points below each bound in turn.
// The result is exact up to rounding; neglected masses count as crossed.
func crossing(bounds []float64) float64 {
	const nothing = 1e-30
	n := len(bounds)
	crossed, stayed := 0.0, 0.0
	below := make([]float64, n+1) // below[j]: probability of j points below the last bound and no crossing so far
	below[0] = 1
	least, last := 0, 0.0
	for k, bound := range bounds {
		p := (bound - last) / (1 - last) // for a point above the last bound
		last = bound
		odds, none := p/(1-p), scalar.Exp(float64(n-k)*math.Log1p(-p)) // probability of none of n-j points, for falling j
		for j := k; j >= least; j-- {
			from := below[j]
			below[j] = 0
			mass := from * none
			for i, rest := 0, float64(n-j); ; i++ { // i of n-j points
				if mass < nothing && float64(i) > rest*p*2 { // further masses at least halve each time
					crossed += 2 * mass
					break
				}
				if j+i <= k {
					below[j+i] += mass
				} else {
					crossed += mass
				}
				mass *= (rest - float64(i)) / float64(i+1) * odds
			}
			none *= 1 - p
		}
		for ; least < k && below[least] < nothing; least++ {
			crossed += below[least]
			below[least] = 0
		}
	}
	for _, mass := range below {
		stayed += mass
	}
	if crossed+stayed < 1-1e-6 { // a probability underflowed
		return 1
	}
	return crossed * (1 + 1e-6) // far above the rounding errors
}
