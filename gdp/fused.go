package gdp

import (
	"fmt"
	"slices"
)

// Fused hands out the samples and the noise of a training whose sums a device computes and clips,
// such as models/learn/train does, which is trusted to clip to [Paid] and to add the noise to all
// of its sum. Noise may be drawn one step ahead, by another goroutine.
type Fused struct {
	t     *Training
	names []int32 // of records, each of which is there once
}

// Paid is what a plan pays for: a number of steps, in each of which a record more or less moves the
// sum by at most Clip, and what the noisy sum is divided by.
type Paid struct {
	Steps         int
	Clip, Divisor float64
}

// Paid returns what the plan pays for.
func (p Plan) Paid() Paid { return Paid{p.Steps, p.clip(), p.divisor()} }

// Fused returns the samples and the noise of the steps of a training, for sums of the given size.
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

// Paid returns what the noise was paid for.
func (f *Fused) Paid() Paid { return f.t.plan.Paid() }

// Sample begins a step: it returns those of the records that take part, in their order. A record
// has one name, in all steps; a name that is given twice is refused.
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
	taken := make([]int32, len(places))
	for i, place := range places {
		taken[i] = records[place]
	}
	if h := t.session.hook; h != nil && h.Records != nil {
		taken = h.Records(t.label, t.at.Steps-1, records, taken)
	}
	return taken, nil
}

// Noise adds to every entry of a sum the noise of the next step.
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
