package train

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"reflect"
)

// checkpoint is the state of a trainer between two steps.
type checkpoint struct {
	Weights [][]int // dimensions, to identify the model
	Clip    float64 // the sensitivity of a step; 0 for non-private training
	Steps   int
	Done    int
	State   [][]float32
	Pending []float32 // noise drawn but not yet used
}

// MarshalBinary saves the state of the trainer. It reveals the noise, so it is as private as the
// data.
//
// The source of noise is saved separately, after the trainer, which waits until no noise is being
// drawn. Saved before, the source would draw again the noise that the trainer already holds.
func (t *Trainer) MarshalBinary() ([]byte, error) {
	c := checkpoint{Weights: t.config.Model.Weights, Clip: t.config.Clip, Steps: t.config.Steps, Done: t.done}
	var err error
	if c.State, err = t.arrays(); err != nil {
		return nil, err
	}
	if t.config.Clip != 0 {
		if t.source == nil {
			return nil, errors.New("train: a private trainer without noise cannot be saved")
		}
		if t.host != nil {
			c.Pending = t.host.pending
		} else if c.Pending, err = t.drawer.pending(); err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
	}
	var text bytes.Buffer
	if err := gob.NewEncoder(&text).Encode(c); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return text.Bytes(), nil
}

// UnmarshalBinary restores a state saved by MarshalBinary: the remaining steps are the same to the
// bit. The trainer must be a new one with the same configuration. If it is private,
// [Trainer.SetSource] must have given it the saved source of noise, in the state in which it was
// saved.
func (t *Trainer) UnmarshalBinary(text []byte) error {
	var c checkpoint
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&c); err != nil {
		return fmt.Errorf("train: the checkpoint: %w", err)
	}
	if t.done != 0 || t.closed() || (t.source != nil) != (t.config.Clip != 0) {
		return errors.New("train: restore a checkpoint into a new trainer, after SetSource")
	}
	dims := t.config.dimensions()
	same := reflect.DeepEqual(c.Weights, t.config.Model.Weights) && c.Steps == t.config.Steps &&
		len(c.State) == len(dims) && c.Clip == t.config.Clip
	for i := 0; same && i < len(dims); i++ {
		same = len(c.State[i]) == size(dims[i])
	}
	switch {
	case !same:
		return errors.New("train: the checkpoint is from another model or plan")
	case c.Done < 0 || c.Done > c.Steps:
		return fmt.Errorf("train: the checkpoint stands at step %d of %d", c.Done, c.Steps)
	case c.Pending != nil && (len(c.Pending) != t.config.Model.Entries() || c.Clip == 0 || c.Done == 0 || c.Done == c.Steps):
		return errors.New("train: the checkpoint's noise is of another model, or of no step")
	}
	if t.source != nil {
		if t.drawer != nil { // replaced by one for the remaining steps
			if err := t.drawer.close(); err != nil {
				return fmt.Errorf("train: %w", err)
			}
			t.drawer = nil
		}
		if err := t.setSource(t.source, c.Pending, c.Steps-c.Done); err != nil {
			return err
		}
	}
	for _, s := range t.state {
		if err := s.FinalizeAll(); err != nil {
			return fmt.Errorf("train: %w", err)
		}
	}
	t.put(c.State)
	t.done = c.Done
	return nil
}
