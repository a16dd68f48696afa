package gdp

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// RowNoise provides samples to a training of a table of rows and adds the steps' noise to each row
// lazily, when the row is read. [noise.Lazy] states when this equals noise on every row at every
// step. The code that sums and clips, models/embedding/seprivgemb/skipgram, is trusted to keep to
// [Paid].
type RowNoise struct{ t *Training }

var errRowNoise = errors.New("gdp: an empty RowNoise: get one from Training.RowNoise")

// RowNoise returns the training's noise for a table of rows; a training has one. In a resumed
// training it is empty until UnmarshalBinary restores it.
func (t *Training) RowNoise(rows, width int) (*RowNoise, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	t.user.Lock()
	defer t.user.Unlock()
	if err := t.may(0); err != nil {
		return nil, err
	}
	if err := t.takes(byRowNoise); err != nil {
		return nil, err
	}
	switch {
	case t.user.lazy == nil:
		lazy, err := noise.NewLazy(t.noise, rows, width, t.SD(), t.plan.Steps)
		if err != nil {
			return nil, fmt.Errorf("gdp: %s: %w", t.label, err)
		}
		t.user.lazy = lazy
	case !t.user.lazy.Empty():
		return nil, fmt.Errorf("gdp: %s: its row noise is in use: a training has one RowNoise, restored once", t.label)
	}
	return &RowNoise{t}, nil
}

// Paid returns what the plan pays for.
func (x *RowNoise) Paid() Paid { return x.t.plan.Paid() }

// Sample begins a step: it samples from the records 0 … records-1 and returns the sample in
// ascending order. It fails until Advance has added the noise of the step before.
func (x *RowNoise) Sample(records int) ([]int32, error) {
	if x == nil || x.t == nil {
		return nil, errRowNoise
	}
	if err := x.t.begin(); err != nil {
		return nil, err
	}
	x.t.user.Lock()
	defer x.t.user.Unlock()
	if x.t.user.lazy.Empty() {
		return nil, fmt.Errorf("gdp: %s: the row noise of a resumed training must be restored by UnmarshalBinary first", x.t.label)
	}
	return x.t.sample(records)
}

// Advance adds the noise of the current step to what each row is owed, for a table that moves by
// rate times the step's sum over the plan's divisor.
func (x *RowNoise) Advance(rate float64) error {
	if x == nil || x.t == nil {
		return errRowNoise
	}
	t := x.t
	t.user.Lock()
	defer t.user.Unlock()
	switch {
	case t.user.ended != "":
		return fmt.Errorf("gdp: %s: the training %s", t.label, t.user.ended)
	case t.user.drawn() >= t.at.Steps:
		return fmt.Errorf("gdp: %s: noise is added once to each step, after its sample", t.label)
	}
	if err := t.user.lazy.Advance(rate / t.plan.divisor()); err != nil {
		return fmt.Errorf("gdp: %s: %w", t.label, err)
	}
	return nil
}

// Collect adds to a row all noise that it is owed. Different rows may be collected concurrently.
func (x *RowNoise) Collect(row int, dst []float32) error {
	if x == nil || x.t == nil {
		return errRowNoise
	}
	return x.t.user.lazy.Collect(row, dst)
}

// MarshalBinary saves the noise that rows are owed. Keep the bytes as private as the data.
func (x *RowNoise) MarshalBinary() ([]byte, error) {
	if x == nil || x.t == nil {
		return nil, errRowNoise
	}
	x.t.user.Lock()
	defer x.t.user.Unlock()
	if x.t.user.lazy.Empty() {
		return nil, fmt.Errorf("gdp: %s: the row noise of a resumed training must be restored by UnmarshalBinary first", x.t.label)
	}
	return x.t.user.lazy.MarshalBinary()
}

// UnmarshalBinary restores the noise of a resumed training, once, from the state that was saved
// with the training.
func (x *RowNoise) UnmarshalBinary(text []byte) error {
	if x == nil || x.t == nil {
		return errRowNoise
	}
	t := x.t
	t.user.Lock()
	defer t.user.Unlock()
	if !t.user.lazy.Empty() {
		return fmt.Errorf("gdp: %s: its row noise is in use: a training has one RowNoise, restored once", t.label)
	}
	var lazy noise.Lazy
	if err := lazy.UnmarshalBinary(text); err != nil {
		return fmt.Errorf("gdp: %s: %w", t.label, err)
	}
	if lazy.Steps() != t.user.noised {
		return fmt.Errorf("gdp: %s: the saved row noise belongs to another step than the training: restore both from one checkpoint", t.label)
	}
	*t.user.lazy = lazy
	return nil
}
