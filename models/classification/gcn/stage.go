package gcn

import (
	"context"
	"errors"
	"math"

	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Stage is one of several trainings in a run; it may use the results of earlier ones.
type Stage struct {
	Network
	Width, Classes int // numbers of features and classes
	// Begin returns the task, after the earlier stages are trained. It is called once, and again if
	// an interrupted run resumes after this point; both calls must return the same task.
	Begin func() (Task, error)
	// Held are validation nodes, whose loss chooses the first best epoch; nil keeps the last epoch.
	Held   []int32
	Anneal bool // decay the learning rate to 0

	fit   *fit
	model *Model
}

// FitStages takes the steps of all stages; the run can be interrupted between any two.
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

// begin reads the task on the first call.
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
		return errors.New("gcn: the task's numbers of features or classes differ from its stage's")
	}
	return s.fit.begin(t)
}

// Model returns the trained network of a stage.
func (s *Stage) Model() (*Model, error) {
	if s.fit == nil {
		return nil, errors.New("gcn: the stage is not trained")
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
		f.data = nil // another step would overwrite the model's logits
	}
	return s.model, nil
}
