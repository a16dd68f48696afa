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

// Summed is the classifier of [features.ClassSums], with scores mixed among the test nodes.
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

// Mixed is a naive Bayes classifier whose scores are mixed among the test nodes, the model that
// [Summed] releases.
type Mixed struct {
	Words *features.Words `json:"words"`
	mixing
}

// NumClasses implements [classification.Model].
func (m *Mixed) NumClasses() int { return m.Words.Classes }

// minProbability is a lower bound on class probabilities before mixing. Naive Bayes is
// overconfident for nodes with many words, since words are not independent: without a bound such a
// node outvotes all others.
const minProbability = 1e-4

// Scores implements [release.Model]. It mixes log-probabilities.
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

// logarithms turns scores into log-probabilities, bounded below by ln minProbability.
func logarithms(scores []float64) {
	top, all := slices.Max(scores), 0.0
	for _, x := range scores {
		all += scalar.Exp(x - top)
	}
	for k, x := range scores {
		scores[k] = max(x-top-math.Log(all), math.Log(minProbability))
	}
}
