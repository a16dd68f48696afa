package classification

import (
	"context"
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Borrowed is the configuration of another method's mode, by whose name its runs are kept.
type Borrowed interface{ KeptBy() string }

// Fit pays, where the run is on a session, and trains. What is found wrong before it costs nothing.
type Fit[R any] func(ctx context.Context, run *checkpoint.Run) (R, error)

// given is a [Result], or has its [Common] part.
type given interface {
	complete(in *Input, s *gdp.Session) error
}

// Run runs a private mode of the method of that name. Errors begin with the name. Run again with
// the same configuration on the same journal, it returns the kept release at no cost.
func Run[C any, R given](ctx context.Context, s *gdp.Session, name string, c C, w *checkpoint.Watch, begin func(c C, in *Input) (Fit[R], error)) (r R, err error) {
	in, keeper := &Input{session: s}, name
	if b, ok := any(c).(Borrowed); ok {
		keeper = b.KeptBy()
	}
	fit, err := open(in, name, c, begin)
	if err == nil {
		r, err = checkpoint.Once(ctx, s, keeper, any(c), w, func(run *checkpoint.Run) (R, error) { return train(ctx, run, in, fit) })
	}
	return r, Named(name, err)
}

// Plain returns a mode without privacy of the method of that name.
func PlainOld[C any, R released](role method.Role, mode, about string, preset C, name string, begin func(c C, in *Input) (Fit[R], error)) method.Mode {
	return method.PlainOld(role, mode, about, preset, func(ctx context.Context, net *graph.Network, c C, seed uint64, w *checkpoint.Watch) (R, error) {
		return RunPlain(ctx, net, name, c, seed, w, begin)
	})
}

// released is what a mode gives.
// NewPrivate returns a mode of the method of that name that runs on a session.
func NewPrivate[C any, R released](of string, m method.Mode, settings C, begin func(c C, in *Input) (Fit[R], error)) method.PrivateMode[C, R] {
	return method.NewPrivate(of, m, settings, func(ctx context.Context, s *gdp.Session, c C, w *checkpoint.Watch) (r R, err error) {
		in := &Input{session: s}
		fit, err := begin(c, in)
		if err == nil {
			r, err = checkpoint.Once(ctx, s, of, c, w, func(run *checkpoint.Run) (R, error) { return train(ctx, run, in, fit) })
		}
		return r, Named(of, err)
	})
}

// NewPlain returns a mode that reads a graph in the clear.
func NewPlain[C any, R released](of string, m method.Mode, settings C, begin func(c C, in *Input) (Fit[R], error)) method.PlainMode[C, R] {
	return method.NewPlain(of, m, settings, func(ctx context.Context, net *graph.Network, c C, seed uint64, w *checkpoint.Watch) (r R, err error) {
		in := &Input{net: net}
		fit, err := begin(c, in)
		if err == nil {
			r, err = checkpoint.Plain(ctx, net, of, c, seed, w, func(run *checkpoint.Run) (R, error) { return train(ctx, run, in, fit) })
		}
		return r, Named(of, err)
	})
}

type released interface {
	given
	method.Result
}

// RunPlain runs such a mode, on a network that may be looked at. The seed decides what it draws.
func RunPlain[C any, R given](ctx context.Context, net *graph.Network, name string, c C, seed uint64, w *checkpoint.Watch, begin func(c C, in *Input) (Fit[R], error)) (r R, err error) {
	if err := net.Check(); err != nil {
		return r, Named(name, err)
	}
	in := &Input{net: net}
	fit, err := open(in, name, c, begin)
	if err == nil {
		r, err = checkpoint.Plain(ctx, net, name, any(c), seed, w, func(run *checkpoint.Run) (R, error) { return train(ctx, run, in, fit) })
	}
	return r, Named(name, err)
}

// open finds what is wrong before anything is paid for.
func open[C any, R given](in *Input, name string, c C, begin func(c C, in *Input) (Fit[R], error)) (Fit[R], error) {
	if err := ranges.Whole(name, c); err != nil {
		return nil, err
	}
	return begin(c, in)
}

// train pays and trains, and says of the result what is said of all.
func train[R given](ctx context.Context, run *checkpoint.Run, in *Input, fit Fit[R]) (R, error) {
	r, err := fit(ctx, run)
	if err == nil {
		err = r.complete(in, run.Session())
	}
	return r, err
}

// Named begins an error with the method's name, if it does not begin so.
func Named(name string, err error) error {
	if err == nil || strings.HasPrefix(err.Error(), name+": ") {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}
