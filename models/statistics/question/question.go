// Package question wraps each question about a private graph as a method, for trials, audits,
// studies and the board. To just ask, use [ask] or `gdp ask`.
//
//	[Strict]      the mechanism chosen by a public rule; edge level
//	[StrictNode]  the same at node level
//	[NonPrivate]  the statistic, computed in the clear
//	[Null]        the statistic of a random graph with as many nodes; reads no data
package question

import (
	"context"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/surrogate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/statistics/ask"
)

// Asked is a statistic, by its name for [ask.Find], with the level of its intervals.
type Asked struct {
	Statistic string
	Level     float64 `range:"(0,1)"`
}

// Counted is a statistic computed in the clear.
type Counted struct{ Statistic string }

// Guess is a statistic of a generated graph with the given mean degree.
type Guess struct {
	Statistic  string
	MeanDegree float64 `range:"(0,1000000]"`
}

// Check returns an error if the statistic does not exist.
func (c Asked) Check() error { return named(c.Statistic) }

// Check returns an error if the statistic does not exist.
func (c Counted) Check() error { return named(c.Statistic) }

// Check returns an error if the statistic does not exist.
func (c Guess) Check() error { return named(c.Statistic) }

func named(statistic string) error {
	if _, err := ask.Find(statistic); err != nil {
		return fmt.Errorf("question: %w", err)
	}
	return nil
}

// Result is an answer. Exact and guessed values have no intervals.
type Result struct {
	Statistic string         `json:"statistic"`
	Values    []ask.Value    `json:"values"`
	Intervals bool           `json:"intervals"`
	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"` // nil without privacy
}

// Outcome implements [method.Result]: the values of the statistic, and the ends of their intervals,
// if any.
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

// asking spends the session's whole budget on the question.
func asking(ctx context.Context, s *gdp.Session, c Asked, w *method.Watch) (*Result, error) {
	x, err := ask.Find(c.Statistic)
	if err == nil {
		err = x.Check(s, s.Budget().Epsilon, c.Level)
	}
	if err != nil {
		return nil, fmt.Errorf("question: %w", err)
	}
	return keep(ctx, s, c, w, func(s *gdp.Session) (*Result, error) {
		a, err := x.AskAt(s, s.Budget().Epsilon, c.Level)
		if err != nil {
			return nil, err
		}
		return &Result{Statistic: x.Name, Values: a.Values, Intervals: true}, nil
	})
}

// guessing answers from a surrogate graph. Each value is its own interval.
func guessing(ctx context.Context, s *gdp.Session, c Guess, w *method.Watch) (*Result, error) {
	return keep(ctx, s, c, w, func(s *gdp.Session) (*Result, error) {
		net, _, err := surrogate.Up(s.Public(), c.MeanDegree)
		if err != nil {
			return nil, err
		}
		return exactly(net, c.Statistic)
	})
}

// keep runs once, and adds the guarantee.
func keep(ctx context.Context, s *gdp.Session, config any, w *method.Watch, answer func(s *gdp.Session) (*Result, error)) (*Result, error) {
	return checkpoint.Once(ctx, s, "question", config, w, func(run *checkpoint.Run) (*Result, error) {
		r, err := answer(run.Session())
		if err != nil {
			return nil, fmt.Errorf("question: %w", err)
		}
		guarantee, err := run.Session().Guarantee()
		r.Guarantee = &guarantee
		return r, err
	})
}

func exactly(net *graph.Network, statistic string) (*Result, error) {
	x, err := ask.Find(statistic)
	if err != nil {
		return nil, err
	}
	values, err := x.Exact(net)
	return &Result{Statistic: x.Name, Values: values}, err
}

func counting(ctx context.Context, net *graph.Network, c Counted, seed uint64, w *method.Watch) (*Result, error) {
	return checkpoint.Plain(ctx, net, "question", c, seed, w, func(*checkpoint.Run) (*Result, error) {
		r, err := exactly(net, c.Statistic)
		if err != nil {
			return nil, fmt.Errorf("question: %w", err)
		}
		return r, nil
	})
}

// Method is the question and its controls.
var Method = method.Method{
	Name: "question", About: "one statistic of a private graph, such as the number of triangles", Releases: release.KindStatistics,
	Modes: []method.Mode{Strict.Mode, StrictNode.Mode, NonPrivate.Mode, Null.Mode},
}

// edges is the default statistic.
const edges = "edges"

// The modes.
var (
	Strict = method.NewPrivate("question", method.Mode{
		Role: method.Strict, Name: "strict", About: "noisy value at edge level; a public rule selects the mechanism", Relation: gdp.EdgeLevel, Attack: &onEdge,
	}, Asked{Statistic: edges, Level: ask.Level}, asking)
	StrictNode = method.NewPrivate("question", method.Mode{
		Role: method.Strict, Name: "strict-node", About: "noisy value at node level; a public rule selects the mechanism", Edition: 2,
		Relation: gdp.NodeLevel, Also: []gdp.Relation{gdp.NodeUnbounded}, Attack: &onNode,
	}, Asked{Statistic: edges, Level: ask.Level}, asking)
	NonPrivate = method.NewPlain("question", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "the exact value",
	}, Counted{Statistic: edges}, counting)
	Null = method.NewPrivate("question", method.Mode{
		Role: method.Null, Name: "null", About: "surrogate graph's statistic; knows the node count and an assumed mean degree",
		Relation: gdp.EdgeLevel, Also: []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded}, Attack: &onEdge,
	}, Guess{Statistic: edges, MeanDegree: 20}, guessing)
)
