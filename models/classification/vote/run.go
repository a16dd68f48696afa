package vote

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// Result is what a run gives.
type Result = classification.Result[*release.Scores]

// begin spends the session's budget on one noisy count of votes.
func (c Config) begin(in *classification.Input) (classification.Fit[*Result], error) {
	g, d, err := c.open(in)
	if err != nil {
		return nil, err
	}
	b, err := in.Gaussian()
	if err != nil {
		return nil, err
	}
	mean, err := gauss.Mean(b)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		e, err := g.prior(ctx, d)
		if err != nil {
			return nil, err
		}
		a := e.aims()
		q := a.query()
		noisy, err := gdp.GaussianMultiplier(run.Session(), "votes", q, 1/mean) // the least for the budget: [BW18]
		if err != nil {
			return nil, err
		}
		// From here on nothing reads an edge.
		r := e.posterior(a, noisy, float64(q.Bound())/mean)
		r.Multiplier = 1 / mean
		return r, nil
	}, err
}

// begin takes the classifier of features alone.
func (c Edgeless) begin(in *classification.Input) (classification.Fit[*Result], error) {
	g, d, err := c.open(in)
	return func(ctx context.Context, _ *checkpoint.Run) (*Result, error) {
		predictions, err := g.predict(ctx, d.Split, d.Nodes)
		return classification.Scored(g.classes, predictions), err
	}, err
}

// exact counts votes without noise. It draws nothing.
func (c Config) exact(in *classification.Input) (classification.Fit[*Result], error) {
	g, d, err := c.open(in)
	return func(ctx context.Context, _ *checkpoint.Run) (*Result, error) {
		e, err := g.prior(ctx, d)
		if err != nil {
			return nil, err
		}
		a := e.aims()
		return e.posterior(a, a.count(d.Graph.Undirected()), negligible), nil
	}, err
}

// negligible is the noise that counts without noise are taken for.
const negligible = 1e-3

// open returns the classifier of features.
func (c Features) open(in *classification.Input) (g classifier, d *classification.Data, err error) {
	if d, err = in.Public(c.Classes, c.Split); err != nil {
		return g, d, err
	}
	if d.Nodes > mostNodes || d.Classes > mostClasses {
		return g, d, fmt.Errorf("%d nodes of %d classes, want at most %d of %d", d.Nodes, d.Classes, mostNodes, mostClasses)
	}
	return classifier{x: d.Attrs, labels: d.Labels, classes: d.Classes, penalty: c.Penalty, folds: c.Folds, similar: c.Similar}, d, nil
}

// prior is what is known before votes are counted.
type prior struct {
	labelled    []int32 // training nodes whose class is known
	labels      []int32
	predictions []float64 // logarithms of probabilities
	classes     int
}

// prior predicts the classes of all nodes. It reads no edge.
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

// calibrate raises all predictions to the power that predicts the known labels best: classifiers
// are too sure of themselves, or not sure enough.
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

// posterior makes the released classifier of counts with noise of a known size. A node that got
// no votes is predicted by its features.
func (e *prior) posterior(a *aims, counts []float64, sd float64) *Result {
	model := a.learn(e.predictions, counts, sd, e.labels, e.labelled)
	scores, likelihood := slices.Clone(e.predictions), make([]float64, e.classes)
	for u, asked := range a.asked {
		if asked == nil {
			continue
		}
		model.likelihood(int32(u), likelihood)
		for k, x := range likelihood {
			scores[u*e.classes+k] += model.power * x
		}
	}
	r := classification.Scored(e.classes, scores)
	r.Power = model.power
	return r
}
