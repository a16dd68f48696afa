// Package classification is the frame of node classifiers: input, split, result and constructors of
// modes.
//
//	input   what a run may read before it pays: features, labels, classes and the split of the
//	        nodes, checked in one place for all methods (input.go)
//	run     modes on a session, and on a graph in the clear (run.go)
//	result  the model, with the split, the guarantee and the details of the run (result.go)
//
// A mode has a settings type and a function that begins a run. The function requests its data from
// the [Input], checks the settings, and returns a [Fit], which pays and trains:
//
//	var Strict = classification.NewPrivate("yours", method.Mode{
//		Role: method.Strict, Name: "strict", About: "…", Relation: gdp.EdgeLevel,
//	}, Config{Epochs: 100}, Config.begin)
package classification

import (
	"context"
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Fit spends the budget, if the run is on a session, and trains.
type Fit[R any] func(ctx context.Context, run *checkpoint.Run) (R, error)

// result is a [Result], or embeds [Common].
type result interface {
	method.Result
	complete(in *Input, s *gdp.Session) error
}

// NewPrivate returns a mode of the named method that runs on a session. If begin returns an error,
// nothing is spent.
func NewPrivate[C any, R result](of string, m method.Mode, settings C, begin func(c C, in *Input) (Fit[R], error)) method.PrivateMode[C, R] {
	return method.NewPrivate(of, m, settings, func(ctx context.Context, s *gdp.Session, c C, w *checkpoint.Watch) (R, error) {
		return train(of, &Input{session: s}, c, begin, func(do func(run *checkpoint.Run) (R, error)) (R, error) {
			return checkpoint.Once(ctx, s, of, c, w, do)
		}, ctx)
	})
}

// NewPlain returns a mode that reads a graph in the clear.
func NewPlain[C any, R result](of string, m method.Mode, settings C, begin func(c C, in *Input) (Fit[R], error)) method.PlainMode[C, R] {
	return method.NewPlain(of, m, settings, func(ctx context.Context, net *graph.Network, c C, seed uint64, w *checkpoint.Watch) (R, error) {
		return train(of, &Input{net: net}, c, begin, func(do func(run *checkpoint.Run) (R, error)) (R, error) {
			return checkpoint.Plain(ctx, net, of, c, seed, w, do)
		}, ctx)
	})
}

// train begins a run, checkpoints it, and completes its result.
func train[C any, R result](of string, in *Input, c C, begin func(c C, in *Input) (Fit[R], error), keep func(do func(run *checkpoint.Run) (R, error)) (R, error), ctx context.Context) (r R, err error) {
	fit, err := begin(c, in)
	if err == nil {
		r, err = keep(func(run *checkpoint.Run) (R, error) {
			r, err := fit(ctx, run)
			if err == nil {
				err = r.complete(in, run.Session())
			}
			return r, err
		})
	}
	return r, named(of, err)
}

// named prefixes an error with the name of a method.
func named(of string, err error) error {
	if err == nil || strings.HasPrefix(err.Error(), of+": ") {
		return err
	}
	return fmt.Errorf("%s: %w", of, err)
}

// Borrow returns a mode of another method; stored runs keep that method's name.
func Borrow[C any, R result](of string, m method.PrivateMode[C, R]) method.PrivateMode[C, R] {
	return method.NewPrivate(of, m.Mode, m.Settings, func(ctx context.Context, s *gdp.Session, c C, w *checkpoint.Watch) (R, error) {
		r, err := m.With(c).Run(ctx, s, watching(w))
		return r, named(of, err)
	})
}

// BorrowPlain is [Borrow] for a mode that reads a graph in the clear.
func BorrowPlain[C any, R result](of string, m method.PlainMode[C, R]) method.PlainMode[C, R] {
	return method.NewPlain(of, m.Mode, m.Settings, func(ctx context.Context, net *graph.Network, c C, seed uint64, w *checkpoint.Watch) (R, error) {
		r, err := m.With(c).RunOn(ctx, net, seed, watching(w))
		return r, named(of, err)
	})
}

func watching(w *checkpoint.Watch) method.Option {
	return func(own *method.Watch) {
		if w != nil {
			*own = *w
		}
	}
}

// Model is a trained node classifier, the released model.
type Model interface {
	release.Model
	NumClasses() int
}

// Result is the result of a run with a model of type M.
type Result[M Model] struct {
	Model M `json:"model"`
	Common
}

// Scored returns a result with one row of scores per node.
func Scored(classes int, rows []float64) *Result[*release.Scores] {
	m := &release.Scores{Classes: classes, Values: make([]float32, len(rows))}
	for i, x := range rows {
		m.Values[i] = float32(x)
	}
	return &Result[*release.Scores]{Model: m}
}

// Common holds the fields shared by all results.
type Common struct {
	Split     split.Nodes    `json:"split"`
	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"` // nil without privacy
	Details
}

// Details are reported numbers of a run, besides its release. None of them is private.
type Details struct {
	Steps      int     `json:"steps,omitempty"`            // of the classifier's training
	Rate       float64 `json:"sampling_rate,omitempty"`    // of these steps
	Multiplier float64 `json:"noise_multiplier,omitempty"` // of each noisy query or step
	Power      float64 `json:"power,omitempty"`            // of the votes' likelihood; 0: features only
	Edges      int     `json:"noisy_edges,omitempty"`      // of a noisy graph
}

// Outcome implements [method.Result].
func (r *Result[M]) Outcome() method.Outcome { return r.Of(r.Model) }

// Of returns the outcome that releases a model.
func (c *Common) Of(m Model) method.Outcome {
	return method.Outcome{
		Release:   release.Classifier{Model: m, Classes: m.NumClasses(), Split: c.Split},
		Guarantee: c.Guarantee, Details: c.Details,
	}
}

// complete sets the split and the guarantee.
func (c *Common) complete(in *Input, s *gdp.Session) error {
	if in.split.Train != nil { // else the run has set it
		c.Split = in.split
	}
	if s == nil {
		return nil
	}
	g, err := s.Guarantee()
	g.InTheClear = in.clear
	c.Guarantee = &g
	return err
}
