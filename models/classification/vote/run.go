package vote

import (
	"context"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/classification/node"
	"github.com/graphdp/graphdp/models/release"
)

// Result is what a run gives.
type Result = node.Result[*release.Scores]

// Run runs a private mode.
func Run(ctx context.Context, s *gdp.Session, c Config, w *checkpoint.Watch) (*Result, error) {
	return node.Run(ctx, s, "vote", c, w, Config.begin)
}

// begin spends the session's budget on one noisy count of votes.
func (c Votes) begin(in *node.Input) (node.Fit[*Result], error) {
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
		e, err := g.elect(ctx, d)
		if err != nil {
			return nil, err
		}
		q := e.ballots.query(d.Nodes)
		noisy, err := gdp.GaussianMultiplier(run.Session(), "votes", q, 1/mean) // the least for the budget: [BW18]
		if err != nil {
			return nil, err
		}
		// From here on nothing reads an edge.
		r := e.decide(noisy, float64(q.Bound())/mean)
		r.Multiplier = 1 / mean
		return r, nil
	}, err
}

// begin takes the classifier of features alone.
func (c Edgeless) begin(in *node.Input) (node.Fit[*Result], error) {
	g, d, err := c.open(in)
	return func(ctx context.Context, _ *checkpoint.Run) (*Result, error) {
		guesses, err := g.all(ctx, d.Split, d.Nodes)
		return node.Scored(g.classes, guesses), err
	}, err
}

// beginPlain counts votes without noise. It draws nothing.
func (c Exact) beginPlain(in *node.Input) (node.Fit[*Result], error) {
	g, d, err := c.open(in)
	return func(ctx context.Context, _ *checkpoint.Run) (*Result, error) {
		e, err := g.elect(ctx, d)
		if err != nil {
			return nil, err
		}
		return e.decide(e.ballots.count(d.Graph.Undirected()), tiny), nil
	}, err
}

// tiny is the noise that counts without noise are taken for.
const tiny = 1e-3

// open returns the classifier of features.
func (c Features) open(in *node.Input) (g guesser, d *node.Data, err error) {
	if d, err = in.Public(c.Classes, c.Split); err != nil {
		return g, d, err
	}
	if d.Nodes > mostNodes {
		return g, d, fmt.Errorf("%d nodes, want at most %d", d.Nodes, mostNodes)
	}
	return guesser{x: d.Attrs, labels: d.Labels, classes: d.Classes, penalty: c.Penalty, folds: c.Folds, similar: c.Similar}, d, nil
}

// election is what is known before votes are counted.
type election struct {
	labelled []int32 // training nodes whose class is known
	labels   []int32
	guesses  []float64 // logarithms of probabilities
	ballots  ballots
}

// elect guesses the classes of all nodes and casts their votes. It reads no edge.
func (g guesser) elect(ctx context.Context, d *node.Data) (e *election, err error) {
	e = &election{labels: d.Labels, labelled: d.Known, ballots: ballots{g.classes, make([]float64, d.Nodes*g.classes)}}
	if e.guesses, err = g.all(ctx, d.Split, d.Nodes); err != nil {
		return nil, err
	}
	e.temper()
	vote := make([]float64, g.classes)
	for u := range int32(d.Nodes) {
		for k, x := range e.guess(u) {
			vote[k] = math.Exp(x)
		}
		e.ballots.cast(u, vote)
	}
	for _, u := range e.labelled {
		clear(vote)
		vote[d.Labels[u]] = 1
		e.ballots.cast(u, vote)
	}
	return e, nil
}

func (e *election) guess(u int32) []float64 {
	k := e.ballots.classes
	return e.guesses[int(u)*k:][:k]
}

// temper raises all guesses to the power that predicts the known labels best: classifiers
// are too sure of themselves, or not sure enough.
func (e *election) temper() {
	best, most := 1.0, math.Inf(-1)
	tempered := make([]float64, e.ballots.classes)
	for power := 0.3; power < 3; power *= 1.15 {
		fit := 0.0
		for _, u := range e.labelled {
			for k, x := range e.guess(u) {
				tempered[k] = power * x
			}
			fit += tempered[e.labels[u]] - logSum(tempered)
		}
		if fit > most {
			most, best = fit, power
		}
	}
	for u := range len(e.guesses) / e.ballots.classes {
		guess := e.guess(int32(u))
		for k := range guess {
			guess[k] *= best
		}
		normalise(guess)
	}
}

// decide makes the classifier from counts with noise of a known size.
func (e *election) decide(counts []float64, sd float64) *Result {
	s := sample{classes: e.ballots.classes, counts: counts, features: e.guesses, train: e.labelled, labels: e.labels, sd: sd}
	model := s.learn()
	scores, likelihood := make([]float64, len(counts)), make([]float64, s.classes)
	for u := range int32(len(counts) / s.classes) {
		model.likelihood(s.row(u), likelihood)
		for k, x := range s.prior(u) {
			scores[int(u)*s.classes+k] = x + model.power*likelihood[k]
		}
	}
	r := node.Scored(s.classes, scores)
	r.Power = model.power
	return r
}
