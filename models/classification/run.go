package classification

import (
	"context"
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Fit spends the budget, if the run is on a session, and trains.
type Fit[R any] func(ctx context.Context, run *checkpoint.Run) (R, error)

// result is a [Result], or has its [Common] part.
type result interface {
	method.Result
	complete(in *Input, s *gdp.Session) error
}

// NewPrivate returns a mode of the method of that name that runs on a session. What begin refuses
// costs nothing.
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

// train begins a run, keeps it, and completes its result.
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

// named begins an error with the name of a method.
func named(of string, err error) error {
	if err == nil || strings.HasPrefix(err.Error(), of+": ") {
		return err
	}
	return fmt.Errorf("%s: %w", of, err)
}

// Borrow returns a mode of another method, under whose name its runs are kept.
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
