package gdp

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
)

// Step is one training step: the sampled places among the records, and the one sum over them that
// the plan pays for. Compute it by [Sum] or [SumParallel].
type Step struct {
	training *Training
	places   []int32
	begun    bool // its sum, which cannot be repeated
}

// Step begins a step: it samples from the records 0 … records-1. All steps have the same number of
// records. It fails after the last step of the plan, and while the step before has no sum.
func (t *Training) Step(records int) (*Step, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	if err := t.begin(); err != nil {
		return nil, err
	}
	t.user.Lock()
	defer t.user.Unlock()
	if err := t.takes(bySum); err != nil {
		return nil, err
	}
	places, err := t.sample(records)
	if err != nil {
		return nil, err
	}
	t.open = &Step{training: t, places: places}
	return t.open, nil
}

// Places returns the sampled places, in ascending order.
func (s *Step) Places() []int32 {
	if s == nil {
		return nil
	}
	return slices.Clone(s.places)
}

// Sum adds up the contributions of the sampled places, each clipped to the plan's clipping norm,
// adds the noise of the step to every coordinate, and divides by the plan's divisor. It calls term
// once for each place, in ascending order. All sums of a training have the same size. After an
// invalid contribution the training can make no further step.
func Sum[T Float](s *Step, size int, term func(place int32, to *Term[T])) ([]float32, error) {
	return sum(s, size, 1, func() func(int32, *Term[T]) { return term })
}

// SumParallel is [Sum] on all cores. Each core calls worker once and is the only one to call the
// returned function.
func SumParallel[T Float](s *Step, size int, worker func() func(place int32, to *Term[T])) ([]float32, error) {
	return sum(s, size, parallel.Most(), worker)
}

func sum[T Float](s *Step, size, workers int, worker func() func(place int32, to *Term[T])) ([]float32, error) {
	if s == nil || s.training.check() != nil {
		return nil, fmt.Errorf("gdp: a step of %w: Training.Step makes one", ErrSession)
	}
	t := s.training
	if err := t.sized(s, size); err != nil {
		return nil, err
	}
	terms, _ := t.terms.([]*Term[T])
	for len(terms) < workers {
		terms = append(terms, newTerm[T](size, t.plan))
	}
	t.terms = terms
	shares := newShares(t.plan, t.at.Records-1)
	functions := make([]func(int32, *Term[T]), workers)
	block := (len(s.places) + 8*workers - 1) / (8 * workers)
	if workers == 1 {
		block = len(s.places)
	}
	parallel.Blocks(len(s.places), max(1, block), func(w, lo, hi int) {
		if functions[w] == nil {
			functions[w] = worker()
			terms[w].begin(t, shares)
		}
		for _, place := range s.places[lo:hi] {
			terms[w].take(place, functions[w])
		}
	})
	total := make([]int64, size)
	var err error
	for w, f := range functions {
		if f == nil {
			continue
		}
		for i, x := range terms[w].total {
			total[i] += x // exact, in any order
		}
		if terms[w].err != nil {
			err = terms[w].err
		}
	}
	if err == nil {
		err = shares.check()
	}
	if err != nil {
		return nil, fmt.Errorf("gdp: %s: %w", t.label, err)
	}
	return t.noised(total)
}

// sized refuses a second sum of a step, and a sum of another size than those before.
func (t *Training) sized(s *Step, size int) error {
	t.user.Lock()
	defer t.user.Unlock()
	switch {
	case t.open != s || s.begun:
		return fmt.Errorf("gdp: %s: each step has exactly one sum, taken before the next step begins", t.label)
	case size < 1 || size > math.MaxInt32:
		return fmt.Errorf("gdp: %s: a sum of %d coordinates, want 1 … %d", t.label, size, math.MaxInt32)
	case t.at.Size != 0 && t.at.Size != size:
		return fmt.Errorf("gdp: %s: a sum of %d coordinates, those before had %d", t.label, size, t.at.Size)
	}
	t.at.Size, s.begun = size, true
	return nil
}

// noised closes a step: it adds noise to the total, an integer multiple of the grain, and divides
// by the divisor.
func (t *Training) noised(total []int64) ([]float32, error) {
	t.user.Lock()
	defer t.user.Unlock()
	noisy := make([]float32, len(total))
	if err := t.addNoise(noisy); err != nil {
		return nil, err
	}
	t.open = nil
	unit, divisor := grain*t.plan.clip(), t.plan.divisor()
	h := t.session.hook
	if h != nil && h.Sum != nil {
		sum := lists.Map(total, func(x int64) float64 { return float64(x) * unit })
		h.Sum(t.label, t.at.Steps-1, sum)
	}
	values := make([]float64, len(total))
	for i, z := range noisy {
		values[i] = float64(total[i])*unit + float64(z)
	}
	if h != nil && h.Noisy != nil {
		h.Noisy(t.label, t.at.Steps-1, values)
	}
	for i, x := range values {
		noisy[i] = float32(x / divisor)
	}
	return noisy, nil
}

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
