package vote

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/split"
)

// Result is what a run gives.
type Result struct {
	Model      *release.Scores `json:"model"`
	Split      split.Nodes     `json:"split"`
	Guarantee  *gdp.Guarantee  `json:"guarantee,omitempty"` // nil for [Train]
	Multiplier float64         `json:"noise_multiplier,omitempty"`
	Power      float64         `json:"power"` // of the votes' likelihood; 0: features decide alone
}

// Run spends the session's budget on one noisy count of votes and returns the classes of all
// nodes. Run again with the same configuration on the same journal, it returns the kept
// release at no cost.
func Run(ctx context.Context, s *gdp.Session, c Config, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	net, err := public(s)
	if err != nil {
		return nil, err
	}
	b := s.Budget()
	if b.Delta == 0 {
		return nil, fmt.Errorf("vote: the budget %v: %w", b, gdp.ErrDelta)
	}
	mean, err := gauss.Mean(b)
	if err != nil {
		return nil, fmt.Errorf("vote: %w", err)
	}
	return checkpoint.Once(ctx, s, "vote", c, w, func(run *checkpoint.Run) (*Result, error) {
		e, err := c.elect(ctx, net)
		if err != nil {
			return nil, err
		}
		q := e.ballots.query(net.Graph.N())
		noisy, err := gdp.GaussianMultiplier(run.Session(), "votes", q, 1/mean) // the least for the budget: [BW18]
		if err != nil {
			return nil, err
		}
		// From here on nothing reads an edge.
		r := e.decide(noisy, float64(q.Bound())/mean)
		r.Multiplier = 1 / mean
		g, err := run.Session().Guarantee()
		r.Guarantee = &g
		return r, err
	})
}

// Alone is the control: the classifier of features, which costs nothing at edge level.
func Alone(ctx context.Context, s *gdp.Session, c Config, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	net, err := public(s)
	if err != nil {
		return nil, err
	}
	g, nodes, err := c.open(net)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "vote", c, w, func(run *checkpoint.Run) (*Result, error) {
		guesses, err := g.all(ctx, nodes, net.Graph.N())
		if err != nil {
			return nil, fmt.Errorf("vote: %w", err)
		}
		scores := make([]float32, len(guesses))
		for i, x := range guesses {
			scores[i] = float32(x)
		}
		guarantee, err := run.Session().Guarantee()
		return &Result{Model: &release.Scores{Classes: g.classes, Values: scores}, Split: nodes, Guarantee: &guarantee}, err
	})
}

// Train is the method without noise on the votes. It draws nothing.
func Train(ctx context.Context, net *graph.Network, c Config, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if net == nil || net.Graph == nil {
		return nil, errors.New("vote: no network")
	}
	if err := complete(net); err != nil {
		return nil, err
	}
	e, err := c.elect(ctx, net)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("vote: %w", err)
	}
	return e.decide(e.ballots.count(net.Graph.Undirected()), exact), nil
}

// exact is the noise that counts without noise are taken for.
const exact = 1e-3

// complete reports what a network lacks.
func complete(net *graph.Network) error {
	if err := method.Lacking(net.Attrs != nil, net.Labels != nil); err != nil {
		return fmt.Errorf("vote: %w", err)
	}
	if n := net.Graph.N(); n > mostNodes {
		return fmt.Errorf("vote: %d nodes, want at most %d", n, mostNodes)
	}
	return nil
}

// public is what is public at edge level, as a network without edges.
func public(s *gdp.Session) (*graph.Network, error) {
	net, err := method.Edgeless(s)
	if err != nil {
		return nil, fmt.Errorf("vote: %w", err)
	}
	return net, complete(net)
}

// open returns the classifier of features and the division of the nodes.
func (c Config) open(net *graph.Network) (g guesser, nodes split.Nodes, err error) {
	g = guesser{x: net.Attrs, labels: net.Labels, classes: c.Classes, penalty: c.Penalty, folds: c.Folds, similar: c.Similar}
	if g.classes == 0 {
		g.classes = len(net.Classes)
	}
	if g.classes < 2 {
		return g, nodes, fmt.Errorf("vote: nodes of %d classes: there is nothing to tell apart; set Classes where the network does not name them", g.classes)
	}
	if nodes, err = c.Split.Of(net.Graph.N()); err != nil {
		return g, nodes, fmt.Errorf("vote: %w", err)
	}
	return g, nodes, nil
}

// election is what is known before votes are counted.
type election struct {
	nodes    split.Nodes
	labelled []int32 // training nodes whose class is known
	labels   []int32
	guesses  []float64 // logarithms of probabilities
	ballots  ballots
}

// elect guesses the classes of all nodes and casts their votes. It reads no edge.
func (c Config) elect(ctx context.Context, net *graph.Network) (*election, error) {
	g, nodes, err := c.open(net)
	if err != nil {
		return nil, err
	}
	n := net.Graph.N()
	e := &election{nodes: nodes, labels: net.Labels, labelled: g.known(nodes.Train), ballots: ballots{g.classes, make([]float64, n*g.classes)}}
	if e.guesses, err = g.all(ctx, nodes, n); err != nil {
		return nil, fmt.Errorf("vote: %w", err)
	}
	e.temper()
	vote := make([]float64, g.classes)
	for u := range int32(n) {
		for k, x := range e.guess(u) {
			vote[k] = math.Exp(x)
		}
		e.ballots.cast(u, vote)
	}
	for _, u := range e.labelled {
		clear(vote)
		vote[net.Labels[u]] = 1
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
	m := &release.Scores{Classes: s.classes, Values: make([]float32, len(counts))}
	likelihood := make([]float64, s.classes)
	for u := range int32(len(counts) / s.classes) {
		model.likelihood(s.row(u), likelihood)
		for k, x := range s.prior(u) {
			m.Values[int(u)*s.classes+k] = float32(x + model.power*likelihood[k])
		}
	}
	return &Result{Model: m, Split: e.nodes, Power: model.power}
}
