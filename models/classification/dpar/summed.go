package dpar

import (
	"context"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/features"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Summed is the classifier of [features.ClassSums], whose scores are mixed among the test nodes.
type Summed struct {
	features.ClassSums
	Prediction
}

func (c Summed) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Undivided(c.Classes)
	if err != nil {
		return nil, err
	}
	if err := d.Featured(); err != nil {
		return nil, err
	}
	in.InTheClear(c.inTheClear())
	learn, err := c.Learning(in.Session(), d)
	return func(_ context.Context, run *checkpoint.Run) (*Result, error) {
		nodes, err := c.Split.Within(run.Session())
		if err != nil {
			return nil, err
		}
		r := &Result{Nodes: len(nodes.Train)}
		r.Split = nodes
		words, multiplier, err := learn(run.Session(), nodes.Train)
		r.Multiplier, r.Mixed = multiplier, &Mixed{words, c.among(d.Nodes, nodes)}
		return r, err
	}, err
}

// Mixed classifies nodes by their words, mixed among the test nodes: what leaves the session of
// [Summed].
type Mixed struct {
	Words *features.Words `json:"words"`
	mixing
}

// NumClasses implements [classification.Model].
func (m *Mixed) NumClasses() int { return m.Words.Classes }

// leastShare is the smallest probability of a class that is mixed. Words are not independent, so
// that what they say of a node with many of them is too sure: without a bound it outvotes all
// others.
const leastShare = 1e-4

// Scores implements [release.Model]. What is mixed are logarithms of probabilities.
func (m *Mixed) Scores(net *graph.Network, u int32) ([]float32, error) {
	return m.mixed(net, u, func(u int32) ([]float64, error) {
		scores, err := m.Words.Scores(net, u)
		own := make([]float64, len(scores))
		for k, x := range scores {
			own[k] = float64(x)
		}
		if m.Hops > 0 && err == nil {
			logarithms(own)
		}
		return own, err
	})
}

// logarithms turns scores into logarithms of probabilities, none below leastShare.
func logarithms(scores []float64) {
	top, all := slices.Max(scores), 0.0
	for _, x := range scores {
		all += scalar.Exp(x - top)
	}
	for k, x := range scores {
		scores[k] = max(x-top-math.Log(all), math.Log(leastShare))
	}
}
