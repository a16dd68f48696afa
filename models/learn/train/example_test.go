package train_test

import (
	"context"
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/train"
)

// A logistic regression on one number per node, for 400 nodes, by full-batch gradient descent. The
// plan is paid for before the first step, and bounds the contribution of a node to a sum.
func ExampleTrainer() {
	const nodes, steps, clip = 400, 20, 1
	config := train.Config{
		Model: train.Model{
			Weights: [][]int{{1, 2}},
			Loss: func(t *train.Tape, batch []*Node) *Node {
				return train.CrossEntropy(t.Linear(0, batch[0]), batch[1])
			},
		},
		Optimiser: train.SGD{Rate: 1}, Steps: steps, Batch: nodes, Divisor: nodes, Clip: clip, Backend: "go",
		Inputs: []shapes.Shape{shapes.Make(dtypes.Float32, nodes, 1), shapes.Make(dtypes.Int32, nodes)},
	}
	weights, err := learn(config, gdp.Plan{
		Label: "steps", Steps: steps, Sampling: gdp.FullBatch{AddRemove: true},
		Multiplier: 20, Sensitivity: gdp.L2(clip), Divisor: nodes,
		Basis: gdp.Proof{Doc: "proofs/training.md#clipping", Test: "TestNoExampleMovesTheSumByMoreThanC"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("class 1 is the likelier one of nodes above 0: %v\n", weights[0][1] > weights[0][0])
	// Output: class 1 is the likelier one of nodes above 0: true
}

// learn trains on nodes with feature 1 or -1, and class 1 or 0.
func learn(config train.Config, plan gdp.Plan) ([][]float32, error) {
	nodes := config.Batch
	x, class, present, universe := make([]float32, nodes), make([]int32, nodes), make([]bool, nodes), make([]int32, nodes)
	for u := range nodes {
		class[u], present[u], universe[u] = int32(u%2), true, int32(u)
		x[u] = float32(2*class[u] - 1)
	}
	g, _, err := graph.FromEdges(nodes, nil, graph.Options{})
	if err != nil {
		return nil, err
	}
	s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.NodeUnbounded, gdp.Budget{Epsilon: 2, Delta: 1e-5}, gdp.Nodes(nodes), gdp.Seed(1))
	if err != nil {
		return nil, err
	}
	trainer, err := train.New(config, [][]float32{{0, 0}})
	if err != nil {
		return nil, err
	}
	training, err := s.Train(plan)
	if err != nil {
		return nil, err
	}
	source, err := training.Fused(config.Model.Entries())
	if err != nil {
		return nil, err
	}
	if err := trainer.SetSource(source); err != nil {
		return nil, err
	}
	for range config.Steps {
		err := trainer.StepOn(context.Background(), universe, func([]int32) ([]train.Batch, error) { // the sample is all records
			return []train.Batch{{Present: present, Inputs: []*tensors.Tensor{
				tensors.FromFlatDataAndDimensions(x, nodes, 1), tensors.FromFlatDataAndDimensions(class, nodes),
			}}}, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return trainer.Weights()
}
