package train

import (
	"encoding"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/gomlx/gomlx/core/tensors"
)

// checkpoint is a trainer between two steps.
type checkpoint struct {
	Weights [][]int // their dimensions, to know the model by
	Steps   int
	Done    int
	State   [][]float32
	Random  [][]uint64 // of each device
	Pending []float32  // noise that is drawn and not used
	Noise   []byte     // the state of the source of noise
}

// Save writes where the training stands. Who reads it can take the noise off: it
// is as private as the data.
func (t *Trainer) Save(w io.Writer) error {
	c := checkpoint{Weights: t.config.Model.Weights, Steps: t.config.Steps, Done: t.done}
	if t.state == nil {
		return errors.New("train: the trainer is closed, or a step of it failed")
	}
	last := len(t.state[0]) - 1
	for _, s := range t.state[0][:last] {
		flat, err := tensors.CopyFlatData[float32](s)
		if err != nil {
			return fmt.Errorf("train: %w", err)
		}
		c.State = append(c.State, flat)
	}
	for _, s := range t.state {
		random, err := tensors.CopyFlatData[uint64](s[last])
		if err != nil {
			return fmt.Errorf("train: %w", err)
		}
		c.Random = append(c.Random, random)
	}
	var err error
	if t.drawer != nil {
		// The noise first: until it is drawn its source moves on.
		if c.Pending, err = t.drawer.pending(); err != nil {
			return fmt.Errorf("train: %w", err)
		}
		source, ok := t.config.Noise.(encoding.BinaryMarshaler)
		if !ok {
			return errors.New("train: the source of noise cannot be saved")
		}
		if c.Noise, err = source.MarshalBinary(); err != nil {
			return fmt.Errorf("train: %w", err)
		}
	}
	if err := gob.NewEncoder(w).Encode(c); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}

// Restore goes on where Save stopped: the steps to come are the same to the bit.
// The trainer is a new one of the same configuration; source makes the source of
// noise from its saved state, and is not called for plain training.
func (t *Trainer) Restore(r io.Reader, source func(saved []byte) (Noise, error)) error {
	var c checkpoint
	if err := gob.NewDecoder(r).Decode(&c); err != nil {
		return fmt.Errorf("train: the checkpoint: %w", err)
	}
	if t.done != 0 || t.state == nil {
		return errors.New("train: a checkpoint goes into a new trainer")
	}
	last := len(t.state[0]) - 1
	same := reflect.DeepEqual(c.Weights, t.config.Model.Weights) && c.Steps == t.config.Steps &&
		len(c.State) == last && len(c.Random) == t.config.Devices && (c.Noise != nil) == (t.drawer != nil)
	for i := 0; same && i < last; i++ {
		same = len(c.State[i]) == t.state[0][i].Size()
	}
	for _, r := range c.Random {
		same = same && len(r) == t.state[0][last].Size()
	}
	switch {
	case !same:
		return errors.New("train: the checkpoint is of another model or plan")
	case c.Done < 0 || c.Done > c.Steps:
		return fmt.Errorf("train: the checkpoint stands at step %d of %d", c.Done, c.Steps)
	case c.Pending != nil && len(c.Pending) != t.config.Model.entries():
		return errors.New("train: the checkpoint's noise is of another model")
	}
	if t.drawer != nil {
		noise, err := source(c.Noise)
		if err != nil {
			return fmt.Errorf("train: %w", err)
		}
		if err := t.drawer.restore(noise, c.Pending, c.Steps-c.Done); err != nil {
			return fmt.Errorf("train: %w", err)
		}
		t.config.Noise = noise
	}
	t.put(c.State, c.Random)
	t.done = c.Done
	return nil
}
