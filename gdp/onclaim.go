package gdp

import "fmt"

// Draws are the samples and the noise of a training that rests on a claim: a method that is
// faithful to its paper adds the noise where the paper does.
type Draws struct{ *Training }

// OnClaim returns the samples and the noise of a plan whose basis is a [Claim]. A plan that has a
// proof is refused: its sums are made by [Sum].
func (t *Training) OnClaim() (Draws, error) {
	if err := t.check(); err != nil {
		return Draws{}, err
	}
	t.user.Lock()
	defer t.user.Unlock()
	if _, claim := t.plan.Basis.(Claim); !claim {
		return Draws{}, fmt.Errorf("gdp: %s: samples and noise by themselves are for a plan that rests on a Claim, not on a %T", t.label, t.plan.Basis)
	}
	return Draws{t}, t.takes(onClaim)
}

// Sample begins a step: it draws which of the records 0 … records-1 take part, in ascending order.
// After the last step of the plan it is an error, and as long as the step before has no noise.
func (d Draws) Sample(records int) ([]int32, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	d.user.Lock()
	defer d.user.Unlock()
	return d.sample(records)
}

// Noise adds to every entry the noise of the step that was begun. Where the claim says what holds,
// and something is proved of that, all steps have noise on as many entries.
func (d Draws) Noise(dst []float32) error {
	if err := d.check(); err != nil {
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
		return fmt.Errorf("gdp: %s: noise for a step that has not begun, or has its noise", d.label)
	}
	return d.addNoise(dst)
}
