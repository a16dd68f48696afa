package eclipse

import (
	"context"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// unproved is the reason why nothing is proved.
const unproved = "singular vectors are used without noise and reveal which nodes have edges"

// Result is the result of a run.
type Result = gcn.Result

// begin builds a graph from noisy singular values and trains the network on it, paid for by the
// paper's accounting.
func (c Config) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := open(in, c.Classifier)
	if err != nil {
		return nil, err
	}
	_, err = in.Gaussian()
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		task := gcn.TaskOf(d)
		if task.Graph, err = c.perturb(ctx, run, d.Nodes); err != nil {
			return nil, err
		}
		return gcn.Classify(ctx, run, task, c.Network)
	}, err
}

// open returns the training data without edges.
func open(in *classification.Input, c gcn.Classifier) (*classification.Data, error) {
	d, err := in.Labelled(c.Classes, c.Split)
	if err == nil && d.Nodes > maxNodes {
		err = fmt.Errorf("%d nodes, want at most %d", d.Nodes, maxNodes)
	}
	return d, err
}

// perturb builds the graph, following the authors' code.
func (c Config) perturb(ctx context.Context, run *checkpoint.Run, n int) (*graph.Graph, error) {
	s, seed := run.Session(), run.Stream("first vectors")
	first := gdp.Epsilon(c.CountShare) * s.Budget().Epsilon
	rest := gdp.Budget{Epsilon: s.Budget().Epsilon - first, Delta: s.Budget().Delta}
	rank := min(c.Rank, n)
	var of spectrum // of the session's graph
	q := gdp.Query(fmt.Sprintf("%d largest singular values", rank), gdp.EdgeLevel, gdp.L2(math.Sqrt2), gdp.Claim{
		Source:    "[ECLIPSE24]",
		Statement: "singular values move by √2 in the ℓ2 norm",
		Why:       "true of exact singular values; these are found by iteration, and their vectors are used besides",
	}, func(*gdp.Data) ([]float64, error) { return of.values, nil }).OnNodes(n)
	values := gdp.NewGaussianMultiplier("singular values", q, classical(rest)).Claiming(rest) // [ECLIPSE24] noise
	count := gdp.NewLaplace("number of edges", query.EdgeCount[gdp.L1](gdp.EdgeLevel, n, n-1), first)
	if err := run.Reserve(count, values); err != nil {
		return nil, err
	}
	data, err := s.ReadOnClaim("singular vectors", gdp.Claim{
		Source: "[ECLIPSE24]", Statement: "singular vectors are anchored, and cost nothing", Why: unproved,
	})
	if err != nil {
		return nil, err
	}
	if of, err = largest(ctx, data.Network.Graph.Undirected(), rank, seed); err != nil {
		return nil, err
	}
	edges, err := count.Draw(s)
	if err != nil {
		return nil, err
	}
	noisy, err := values.Draw(s)
	if err != nil {
		return nil, err
	}
	for i, x := range noisy {
		noisy[i] = max(x, 0)
	}
	keep := int(min(max(math.Round(edges[0]), 1), float64(n)*float64(n-1)/2, maxKept))
	return of.keep(n, noisy, keep) // [ECLIPSE24] low rank
}

// classical returns the noise multiplier √(2 ln(1.25/δ))/ε, which suffices for (ε, δ) only if ε <
// 1: [DR14] Thm 3.22.
func classical(b gdp.Budget) float64 {
	return math.Sqrt(2*math.Log(1.25/float64(b.Delta))) / float64(b.Epsilon)
}

// begin trains the network on a low-rank graph without noise.
func (c LowRank) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := open(in, c.Classifier)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		task := gcn.TaskOf(d)
		of, err := largest(ctx, task.Graph, c.Rank, run.Stream("first vectors"))
		if err != nil {
			return nil, err
		}
		if task.Graph, err = of.keep(d.Nodes, of.values, task.Graph.M()); err != nil {
			return nil, err
		}
		return gcn.Classify(ctx, run, task, c.Network)
	}, err
}
