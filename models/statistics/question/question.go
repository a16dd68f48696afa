package question

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/surrogate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/statistics/ask"
)

// Config is the configuration of a private mode: an [Asked] or a [Guess].
type Config interface {
	Check() error
	statistic() string
	answer(run *checkpoint.Run, x ask.Statistic) ([]ask.Value, error)
}

// Asked is a statistic, by the name that [ask.Find] knows, and the level of its intervals.
type Asked struct {
	Statistic string
	Level     float64 `range:"(0,1)"`
}

// Counted is a statistic that is counted in the clear.
type Counted struct{ Statistic string }

// Guess is a statistic of a graph that is made up, of a mean degree.
type Guess struct {
	Statistic  string
	MeanDegree float64 `range:"(0,1000000]"`
}

// edges is the statistic of presets.
const edges = "edges"

// Strict returns the number of edges, each edge hidden.
func Strict() Asked { return Asked{Statistic: edges, Level: ask.Level} }

// StrictNode returns the number of edges, each node hidden.
func StrictNode() Asked { return Strict() }

// NonPrivate returns the number of edges in the clear.
func NonPrivate() Counted { return Counted{Statistic: edges} }

// Null returns the control that knows how many nodes there are, and takes a mean degree of 20.
func Null() Guess { return Guess{Statistic: edges, MeanDegree: 20} }

// Check implements [Config].
func (c Asked) Check() error { return check(c.Statistic, c) }

// Check reports a setting that no run can have.
func (c Counted) Check() error { return check(c.Statistic, c) }

// Check implements [Config].
func (c Guess) Check() error { return check(c.Statistic, c) }

// check refuses a name that no statistic has, and settings out of their ranges.
func check(statistic string, config any) error {
	if _, err := ask.Find(statistic); err != nil {
		return fmt.Errorf("question: %w", err)
	}
	return ranges.Check("question", config)
}

func (c Asked) statistic() string { return c.Statistic }

func (c Guess) statistic() string { return c.Statistic }

// Result is an answer. What is counted or guessed has no intervals.
type Result struct {
	Statistic string         `json:"statistic"`
	Values    []ask.Value    `json:"values"`
	Intervals bool           `json:"intervals"`
	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"` // nil without privacy
}

// Outcome implements [method.Result]: the values of a statistic by its name, and the ends of
// their intervals, where there are any.
func (r *Result) Outcome() method.Outcome {
	values := release.Statistics{r.Statistic: nil}
	for _, v := range r.Values {
		values[r.Statistic] = append(values[r.Statistic], v.Value)
		if r.Intervals {
			values[r.Statistic+ask.Low] = append(values[r.Statistic+ask.Low], v.Low)
			values[r.Statistic+ask.High] = append(values[r.Statistic+ask.High], min(v.High, math.MaxFloat64))
		}
	}
	return method.Outcome{Release: values, Guarantee: r.Guarantee}
}

// Run asks for all of the session's budget. Run again with the same configuration on the same
// journal, it returns the kept answer at no cost.
func Run(ctx context.Context, s *gdp.Session, c Config, w *method.Watch) (*Result, error) {
	if c == nil {
		return nil, errors.New("question: no configuration")
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	x, err := ask.Find(c.statistic())
	if _, asked := c.(Asked); asked && err == nil {
		err = x.Check(s, s.Budget().Epsilon, ask.Level)
	}
	if err != nil {
		return nil, fmt.Errorf("question: %w", err)
	}
	return checkpoint.Once(ctx, s, "question", c, w, func(run *checkpoint.Run) (*Result, error) {
		values, err := c.answer(run, x)
		if err != nil {
			return nil, fmt.Errorf("question: %w", err)
		}
		guarantee, err := run.Session().Guarantee()
		_, asked := c.(Asked)
		return &Result{x.Name, values, asked, &guarantee}, err
	})
}

func (c Asked) answer(run *checkpoint.Run, x ask.Statistic) ([]ask.Value, error) {
	s := run.Session()
	a, err := x.AskAt(s, s.Budget().Epsilon, c.Level)
	if err != nil {
		return nil, err
	}
	return a.Values, nil
}

// answer is that of a made-up graph. Its values have no intervals: each is its own.
func (c Guess) answer(run *checkpoint.Run, x ask.Statistic) ([]ask.Value, error) {
	net, _, err := surrogate.Up(run.Session().Public(), c.MeanDegree)
	if err != nil {
		return nil, err
	}
	return x.Exact(net)
}

// RunPlain counts in the clear.
func RunPlain(ctx context.Context, net *graph.Network, c Counted, seed uint64, w *method.Watch) (*Result, error) {
	if net == nil || net.Graph == nil {
		return nil, errors.New("question: no graph")
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	return checkpoint.Plain(ctx, net, "question", c, seed, w, func(*checkpoint.Run) (*Result, error) {
		x, err := ask.Find(c.Statistic)
		if err != nil {
			return nil, fmt.Errorf("question: %w", err)
		}
		values, err := x.Exact(net)
		if err != nil {
			return nil, fmt.Errorf("question: %w", err)
		}
		return &Result{Statistic: x.Name, Values: values}, nil
	})
}
