package gcn

import (
	"context"
	"errors"
	"math"

	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Stage is one training of several in a run, each of which may read what those before it
// gave.
type Stage struct {
	Network
	Width, Classes int // columns of the features, and classes
	// Begin returns the task, when the stages before it are trained. It is called once, also
	// where an interrupted run continues behind it, and has to come to the same then.
	Begin func() (Task, error)
	// Held are nodes whose loss chooses the epoch, the first of the best; nil: the last one counts.
	Held   []int32
	Anneal bool // the rate falls to 0

	fit   *fit
	model *Model
}

// FitStages takes the steps of all stages, which a run can be interrupted between.
func FitStages(ctx context.Context, run *checkpoint.Run, stages ...*Stage) error {
	weights, dropout := run.Stream("gcn weights"), run.Stream("gcn dropout")
	steps := 0
	var values []any
	for _, s := range stages {
		s.fit = newFit(s.Width, s.Classes, s.Network, weights, dropout.Uint64())
		s.fit.anneal, s.fit.held = s.Anneal, s.Held
		if s.Held != nil {
			s.fit.best = s.fit.snapshot(math.Inf(1))
		}
		steps += s.Epochs
		values = append(values, s.fit.values()...)
	}
	return run.Steps(ctx, steps, values, func(step int) error {
		at := 0
		for ; step >= stages[at].Epochs; at++ {
			step -= stages[at].Epochs
		}
		if err := stages[at].begin(); err != nil {
			return err
		}
		return stages[at].fit.step(step)
	})
}

// begin reads the task, if it was not read.
func (s *Stage) begin() error {
	if s.fit.data != nil {
		return nil
	}
	t, err := s.Begin()
	if err != nil {
		return err
	}
	if err := t.check(); err != nil {
		return err
	}
	if t.width() != s.Width || t.Classes != s.Classes {
		return errors.New("gcn: a task of another width, or with other classes, than its stage")
	}
	return s.fit.begin(t)
}

// Model returns the network of a stage that is trained.
func (s *Stage) Model() (*Model, error) {
	if s.fit == nil {
		return nil, errors.New("gcn: a stage that was not trained")
	}
	if s.model == nil {
		if err := s.begin(); err != nil {
			return nil, err
		}
		f := s.fit
		if f.best != nil {
			copy(f.w0.Data, f.best.w0)
			copy(f.w1.Data, f.best.w1)
		}
		f.forward(nil)
		s.model = &Model{Classes: s.Classes, Losses: f.losses, logits: f.data.logits.Data}
		f.data = nil // another step would overwrite what the model holds
	}
	return s.model, nil
}
