package gdp

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Draws provides samples and noise to a training that rests on a claim. A method that follows its
// paper adds the noise where the paper does.
type Draws struct{ *Training }

// OnClaim returns samples and noise for a plan whose basis is a [Claim]. A plan with a proof is
// refused: use [Sum].
func (t *Training) OnClaim() (Draws, error) {
	if err := t.check(); err != nil {
		return Draws{}, err
	}
	t.user.Lock()
	defer t.user.Unlock()
	if _, claim := t.plan.Basis.(Claim); !claim {
		return Draws{}, fmt.Errorf("gdp: %s: OnClaim needs a plan whose basis is a Claim, not a %T", t.label, t.plan.Basis)
	}
	return Draws{t}, t.takes(onClaim)
}

// Sample begins a step: it samples from the records 0 … records-1 and returns the sample in
// ascending order. It fails after the last step of the plan, and while the step before has no
// noise.
func (d Draws) Sample(records int) ([]int32, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	if err := d.begin(); err != nil {
		return nil, err
	}
	d.user.Lock()
	defer d.user.Unlock()
	return d.sample(records)
}

// Noise adds the noise of the current step to every entry. If the claim states a bound that holds,
// all steps must have the same number of entries.
func (d Draws) Noise(dst []float32) error {
	if err := d.check(); err != nil {
		return err
	}
	if err := d.begin(); err != nil {
		return err
	}
	d.user.Lock()
	defer d.user.Unlock()
	if claim, _ := d.plan.Basis.(Claim); claim.Holds > 0 {
		if d.at.Size != 0 && d.at.Size != len(dst) {
			return fmt.Errorf("gdp: %s: noise for %d entries, the steps before had %d", d.label, len(dst), d.at.Size)
		}
		d.at.Size = len(dst)
	}
	if d.user.noised >= d.at.Steps {
		return fmt.Errorf("gdp: %s: noise is added once to each step, after its Sample", d.label)
	}
	return d.addNoise(dst)
}

// NewSampled releases the output of a sampler that uses private randomness. The basis is a [Claim]
// that the sampler follows the exponential mechanism over the scores; these are never evaluated. It
// is counted as that mechanism, and nothing is proved.
func NewSampled[T any](label string, scores Bounded[LInf], eps Epsilon, sample func(d *Data, r *rand.Rand) (T, error)) Release[T] {
	event := func(float64) (accounting.Event, error) {
		if claim, ok := scores.basis.(Claim); !ok || claim.Holds != 0 || sample == nil {
			return nil, errors.New("a sampler needs a function, and a Claim with Holds = 0 as basis")
		}
		return accounting.ExponentialMechanism{Epsilon: float64(eps)}, positive("ε", float64(eps))
	}
	return releaseOf(label, "exponential, by a sampler", scores, event, func(s *Session, private *noise.Stream) (T, error) {
		return sample(s.data, private.Rand())
	})
}
