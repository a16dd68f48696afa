package train

import (
	"fmt"
	"math/rand/v2"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Model is a model to train: weights and a loss.
type Model struct {
	// Weights holds the dimensions of each array.
	Weights [][]int
	// Loss builds the loss of each example, [B], from the layers of a tape and the batch's inputs.
	// Row i must depend only on example i.
	Loss func(t *Tape, batch []*Node) *Node
	// Chain describes the same model as a chain of layers, which can be trained without GoMLX; nil
	// if it is none.
	Chain *Chain
}

func (m Model) check() error {
	if len(m.Weights) == 0 || m.Loss == nil {
		return fmt.Errorf("train: a model without weights, or without a loss")
	}
	for i, dims := range m.Weights {
		if size(dims) < 1 {
			return fmt.Errorf("train: weight %d has dimensions %v", i, dims)
		}
	}
	return nil
}

// size returns the number of entries of an array.
func size(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= max(d, 0)
	}
	return n
}

// Entries returns the number of entries of all weights.
func (m Model) Entries() int {
	n := 0
	for _, dims := range m.Weights {
		n += size(dims)
	}
	return n
}

// split cuts a flat vector into arrays of the weights' shapes.
func (m Model) split(flat *Node) []*Node {
	parts := make([]*Node, len(m.Weights))
	at := 0
	for i, dims := range m.Weights {
		n := size(dims)
		parts[i] = Reshape(Slice(flat, AxisRange(at, at+n)), dims...)
		at += n
	}
	return parts
}

// join is the inverse of split.
func (m Model) join(parts []*Node) *Node {
	flat := make([]*Node, len(parts))
	for i, p := range parts {
		flat[i] = Reshape(p, -1)
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return Concatenate(flat, 0)
}

// Glorot initialises matrices [in, out] by [vector.Glorot], and vectors to 0.
func (m Model) Glorot(rng *rand.Rand) [][]float32 {
	weights := make([][]float32, len(m.Weights))
	for i, dims := range m.Weights {
		weights[i] = make([]float32, size(dims))
		if len(dims) == 2 {
			vector.Glorot(vector.Dense(weights[i], dims[1]), rng)
		}
	}
	return weights
}
