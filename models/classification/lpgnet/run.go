package lpgnet

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Result is the result of a run.
type Result = gcn.Result

// begin spends ε of the session's budget on degree vectors.
func (c Config) begin(in *classification.Input) (classification.Fit[*Result], error) {
	stack, _, err := open(in, c.Layers)
	eps := in.Session().Budget().Epsilon / gdp.Epsilon(c.Stacks) // [LPGNET22] ε/K
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		return stack.train(ctx, run, c.Network, c.Stacks, func(i int, c clusters) ([]float64, error) {
			return gdp.Laplace(run.Session(), fmt.Sprintf("degree vectors %d", i), c.query(), eps)
		})
	}, err
}

// begin trains the first MLP alone.
func (c Perceptron) begin(in *classification.Input) (classification.Fit[*Result], error) {
	stack, _, err := open(in, c.Layers)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		return stack.train(ctx, run, c.Network, 0, nil)
	}, err
}

// exact uses exact degree vectors.
func (c Config) exact(in *classification.Input) (classification.Fit[*Result], error) {
	stack, whole, err := open(in, c.Layers)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		return stack.train(ctx, run, c.Network, c.Stacks, func(_ int, c clusters) ([]float64, error) {
			return c.query().Eval(&gdp.Data{Network: &graph.Network{Graph: whole}})
		})
	}, err
}

// clusters holds the predicted classes of all nodes.
type clusters struct {
	classes int
	of      []int32
}

// query counts each node's neighbours in each cluster, node by node.
func (c clusters) query() gdp.Bounded[gdp.L1] {
	return query.BlockDegrees[gdp.L1](gdp.EdgeLevel, c.of, c.classes) // [LPGNET22] degree vector
}

// nonNegative clips counts at 0, and gives a node whose counts are all 0 a neighbour in a random
// cluster.
func (c clusters) nonNegative(counts []float64, r *rand.Rand) []float32 {
	out := make([]float32, len(counts))
	for u := range c.of {
		row, sum := out[u*c.classes:][:c.classes], 0.0
		for k, x := range counts[u*c.classes:][:c.classes] {
			row[k] = float32(max(x, 0))
			sum += max(x, 0)
		}
		if sum == 0 {
			row[r.IntN(c.classes)] = 1
		}
	}
	return out
}
