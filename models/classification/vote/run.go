package vote

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// Result is the result of a run.
type Result = classification.Result[*release.Scores]

// countShare is the share of ε spent on edge counts between classes.
const countShare = 0.05

// begin spends the session's ε on edge counts between classes, which direct the votes, and on the
// votes.
func (c Config) begin(in *classification.Input) (classification.Fit[*Result], error) {
	g, d, err := c.open(in)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		eps := s.Budget().Epsilon
		counting := countShare * eps
		e, err := g.prior(ctx, d)
		if err != nil {
			return nil, err
		}
		a := e.aims()
		count := gdp.NewDiscreteLaplace("classes", a.countQuery(), counting)
		if err := s.Affords(count, gdp.NewDiscreteLaplace("votes", a.votesQuery(), eps-counting)); err != nil {
			return nil, err
		}
		counts, err := count.Draw(s)
		if err != nil {
			return nil, err
		}
		a.aim(a.mixing(counts))
		votes, err := gdp.DiscreteLaplace(s, "votes", a.votesQuery(), eps-counting)
		if err != nil {
			return nil, err
		}
		// No edge is read from here on.
		return e.posterior(a, votes, scalar.Exp(-float64(eps-counting))), nil
	}, err
}

// begin trains the classifier by features alone.
func (c Edgeless) begin(in *classification.Input) (classification.Fit[*Result], error) {
	g, d, err := c.open(in)
	return func(ctx context.Context, _ *checkpoint.Run) (*Result, error) {
		predictions, err := g.predict(ctx, d.Split, d.Nodes)
		return classification.Scored(g.classes, predictions), err
	}, err
}

// exact counts votes without noise.
func (c Config) exact(in *classification.Input) (classification.Fit[*Result], error) {
	g, d, err := c.open(in)
	return func(ctx context.Context, _ *checkpoint.Run) (*Result, error) {
		e, err := g.prior(ctx, d)
		if err != nil {
			return nil, err
		}
		a, g := e.aims(), d.Graph.Undirected()
		a.aim(a.mixing(whole(a.count(g))))
		return e.posterior(a, whole(a.votes(g)), negligible), nil
	}, err
}

func whole(x []float64) []int64 {
	out := make([]int64, len(x))
	for i, v := range x {
		out[i] = int64(v)
	}
	return out
}

// negligible is the noise parameter α for exact counts.
const negligible = 1e-6

// open returns the classifier by features.
func (c Features) open(in *classification.Input) (g classifier, d *classification.Data, err error) {
	if d, err = in.Public(c.Classes, c.Split); err != nil {
		return g, d, err
	}
	if d.Classes > maxClasses {
		return g, d, fmt.Errorf("%d classes, want at most %d", d.Classes, maxClasses)
	}
	return classifier{x: d.Attrs, labels: d.Labels, classes: d.Classes, penalty: c.Penalty, folds: c.Folds, similar: c.Similar}, d, nil
}

// prior holds the class probabilities before the votes.
type prior struct {
	labelled    []int32 // labelled training nodes
	labels      []int32
	predictions []float64 // log-probabilities
	classes     int
}

// prior predicts the classes of all nodes. It reads no edges.
func (g classifier) prior(ctx context.Context, d *classification.Data) (e *prior, err error) {
	e = &prior{labels: d.Labels, labelled: d.Known, classes: g.classes}
	if e.predictions, err = g.predict(ctx, d.Split, d.Nodes); err != nil {
		return nil, err
	}
	e.calibrate()
	return e, nil
}

func (e *prior) aims() *aims { return newAims(e.classes, e.predictions, e.labels, e.labelled) }

func (e *prior) prediction(u int32) []float64 {
	return e.predictions[int(u)*e.classes:][:e.classes]
}

// calibrate raises all predictions to the power that maximises the likelihood of the known labels,
// since classifiers may be over- or underconfident.
func (e *prior) calibrate() {
	best, most := 1.0, math.Inf(-1)
	scaled := make([]float64, e.classes)
	for power := 0.3; power < 3; power *= 1.15 {
		fit := 0.0
		for _, u := range e.labelled {
			for k, x := range e.prediction(u) {
				scaled[k] = power * x
			}
			fit += scaled[e.labels[u]] - logSum(scaled)
		}
		if fit > most {
			most, best = fit, power
		}
	}
	for u := range len(e.predictions) / e.classes {
		prediction := e.prediction(int32(u))
		for k := range prediction {
			prediction[k] *= best
		}
		normalise(prediction)
	}
}

// posterior returns the released classifier from counts with noise parameter alpha. A node without
// votes is predicted by its features.
func (e *prior) posterior(a *aims, votes []int64, alpha float64) *Result {
	model := a.learn(e.predictions, votes, alpha, e.labels, e.labelled)
	scores := slices.Clone(e.predictions)
	parallel.Blocks(len(a.asked), 16, func(_, lo, hi int) {
		likelihood := make([]float64, e.classes)
		for u := int32(lo); u < int32(hi); u++ {
			if a.asked[u] == nil {
				continue
			}
			model.likelihood(u, likelihood)
			for k, x := range likelihood {
				scores[int(u)*e.classes+k] += model.power * x
			}
		}
	})
	r := classification.Scored(e.classes, scores)
	r.Power = model.power
	return r
}
