package lpgnet

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Result is what a run gives.
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

// begin takes the first MLP alone.
func (c Perceptron) begin(in *classification.Input) (classification.Fit[*Result], error) {
	stack, _, err := open(in, c.Layers)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		return stack.train(ctx, run, c.Network, 0, nil)
	}, err
}

// exact has exact degree vectors.
func (c Config) exact(in *classification.Input) (classification.Fit[*Result], error) {
	stack, whole, err := open(in, c.Layers)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		return stack.train(ctx, run, c.Network, c.Stacks, func(_ int, c clusters) ([]float64, error) {
			return c.query().Eval(&gdp.Data{Network: &graph.Network{Graph: whole}})
		})
	}, err
}
