package perceptron

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Stage is one of several trainings in a run. Begin is called before its first step, after the
// earlier stages are finished, and again if an interrupted run resumes within the stage. It returns
// the stage's data, and may open the training with weights of an earlier stage. Both calls must
// sample the same values.
type Stage struct {
	*Fit
	Begin func() (Data, error)
}

// Train takes the steps of all stages; the run can be interrupted between any two. [Fit.Weights]
// then returns each stage's weights.
func Train(ctx context.Context, run *checkpoint.Run, stages ...Stage) error {
	var steps int
	var values []any
	for _, s := range stages {
		steps += s.Steps
		values = append(values, s.Fit, &s.order)
	}
	var batches *Batches
	defer func() {
		if batches != nil {
			batches.Close()
		}
	}()
	at, before := 0, 0 // current stage, and the steps of the earlier ones
	take := func(step int) error {
		for step >= before+stages[at].Steps {
			before += stages[at].Steps
			at++
		}
		s := stages[at]
		if batches == nil {
			data, err := s.Begin()
			if err != nil {
				return err
			}
			if s.trainer == nil {
				return errors.New("perceptron: the stage is not open")
			}
			if batches, err = s.Batches(data); err != nil {
				return err
			}
		}
		if err := s.Step(ctx, batches); err != nil {
			return err
		}
		if step+1 == before+s.Steps {
			batches.Close()
			batches = nil
			return s.finish()
		}
		return nil
	}
	err := run.Steps(ctx, steps, values, func(step int) error {
		if err := take(step); err != nil {
			return fmt.Errorf("%s: %w", run.Method, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, s := range stages {
		if s.Steps > 0 && s.weights == nil {
			if err := s.finish(); err != nil {
				return fmt.Errorf("%s: %w", run.Method, err)
			}
		}
	}
	return nil
}

// Train takes the steps of the only stage of a run, and returns the weights.
func (f *Fit) Train(ctx context.Context, run *checkpoint.Run, begin func() (Data, error)) ([][]float32, error) {
	if err := Train(ctx, run, Stage{Fit: f, Begin: begin}); err != nil {
		return nil, err
	}
	return f.Weights()
}

// Pay pays for the training by a plan, and sets its source.
func (f *Fit) Pay(run *checkpoint.Run, p gdp.Plan) (*gdp.Training, error) {
	t, err := run.Train(p)
	if err != nil {
		return nil, err
	}
	return t, f.SetSource(t)
}

// Finished reports whether all steps are taken.
func (f *Fit) Finished() bool { return f.weights != nil }

// finish keeps the final weights and frees the trainer.
func (f *Fit) finish() error {
	w, err := f.Weights()
	if err != nil {
		return err
	}
	if f.best.Weights != nil {
		w = f.best.Weights
	}
	f.Close()
	f.weights = w
	return nil
}

// snapshot is the state of a training between two steps.
type snapshot struct {
	Weights [][]float32 // if finished
	Trainer []byte      // if begun
	Best    chosen
}

// MarshalBinary saves the state of the training, which is as private as the data.
func (f *Fit) MarshalBinary() ([]byte, error) {
	s := snapshot{Weights: f.weights, Best: f.best}
	if f.trainer != nil {
		var err error
		if s.Trainer, err = f.trainer.MarshalBinary(); err != nil {
			return nil, err
		}
	}
	var text bytes.Buffer
	if err := gob.NewEncoder(&text).Encode(s); err != nil {
		return nil, fmt.Errorf("perceptron: %w", err)
	}
	return text.Bytes(), nil
}

// UnmarshalBinary restores a state saved by MarshalBinary.
func (f *Fit) UnmarshalBinary(text []byte) error {
	var s snapshot
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&s); err != nil {
		return fmt.Errorf("perceptron: the checkpoint: %w", err)
	}
	if s.Weights != nil {
		f.Close()
		f.weights = s.Weights
		return nil
	}
	f.best = s.Best
	if s.Trainer == nil {
		return nil
	}
	if f.trainer == nil {
		var zeros [][]float32
		for _, dims := range f.Model.Weights {
			n := 1
			for _, d := range dims {
				n *= d
			}
			zeros = append(zeros, make([]float32, n))
		}
		if err := f.Open(zeros); err != nil {
			return err
		}
	}
	return f.trainer.UnmarshalBinary(s.Trainer)
}
