package gdp

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/lists"
)

// Fused provides samples and noise to a training whose sums a device computes and clips. That code,
// such as models/learn/train, is trusted to clip to [Paid] and to add the noise to the whole sum.
// Noise may be drawn one step ahead, in another goroutine.
type Fused struct {
	t     *Training
	names []int32 // of the records, without duplicates
}

// Paid is what the noise of a plan pays for: the number of steps, the largest change Clip of a
// step's sum when one record is added or removed, and the divisor of the noisy sum.
type Paid struct {
	Steps         int
	Clip, Divisor float64
}

// Paid returns what the plan pays for.
func (p Plan) Paid() Paid { return Paid{p.Steps, p.clip(), p.divisor()} }

// Fused returns samples and noise for steps whose sums have the given size.
func (t *Training) Fused(size int) (*Fused, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	t.user.Lock()
	defer t.user.Unlock()
	if size < 1 || t.at.Size != 0 && t.at.Size != size {
		return nil, fmt.Errorf("gdp: %s: sums of %d entries, where those before had %d", t.label, size, t.at.Size)
	}
	t.at.Size = size
	return &Fused{t: t}, t.takes(fused)
}

// Paid returns what the plan pays for.
func (f *Fused) Paid() Paid { return f.t.plan.Paid() }

// Sample begins a step and returns the sampled records, in the given order. A record has the same
// name in all steps; duplicate names are refused.
func (f *Fused) Sample(records []int32) ([]int32, error) {
	t := f.t
	if err := t.begin(); err != nil {
		return nil, err
	}
	t.user.Lock()
	defer t.user.Unlock()
	if !slices.Equal(records, f.names) {
		names := slices.Sorted(slices.Values(records))
		if len(slices.Compact(names)) < len(records) {
			return nil, fmt.Errorf("gdp: %s: a record that is listed twice", t.label)
		}
		f.names = slices.Clone(records)
	}
	places, err := t.sample(len(records))
	if err != nil {
		return nil, err
	}
	taken := lists.Map(places, func(place int32) int32 { return records[place] })
	if h := t.session.hook; h != nil && h.Records != nil {
		taken = h.Records(t.label, t.at.Steps-1, records, taken)
	}
	return taken, nil
}

// Noise adds the noise of the next step to a sum.
func (f *Fused) Noise(dst []float32) error {
	t := f.t
	if err := t.begin(); err != nil {
		return err
	}
	t.user.Lock()
	defer t.user.Unlock()
	switch {
	case len(dst) != t.at.Size:
		return fmt.Errorf("gdp: %s: noise for %d entries of sums of %d", t.label, len(dst), t.at.Size)
	case t.user.noised > t.at.Steps:
		return fmt.Errorf("gdp: %s: noise can be added for the next step at most: take the steps before it first", t.label)
	}
	return t.addNoise(dst)
}
