package train

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/models/learn/vector"
)

// Chain is a net of linear layers, each of which reads what the one before it gives, with the
// cross-entropy of what the last one gives. The first input of its batches are rows of floats, the
// second one classes as int32.
type Chain struct {
	Layers []Layer
	// Squares says that the third input are the rows' squared norms, as [SquaredNorm] gives them.
	Squares bool
}

// Layer is y = f(x W + b).
type Layer struct {
	Weight int         // the number of W among a model's weights
	Bias   int         // that of b, or -1 where there is none
	Active *Activation // f, or nil for the identity, which that of the last layer is
}

// Activation is a function that a layer applies to each number.
type Activation struct {
	Apply func(z []float32)        // puts f(z) in the place of z
	Slope func(y, delta []float32) // multiplies delta by f'(z), where y = f(z)
}

// ReLU is max(z, 0).
var ReLU = &Activation{Apply: vector.Rectify, Slope: vector.Rectified}

// check reports what keeps the chain from being the model: each weight is in one layer, and layers
// fit to each other.
func (c *Chain) check(weights [][]int) error {
	used := 0
	seen := make([]bool, len(weights))
	take := func(w, rank int) ([]int, error) {
		if w < 0 || w >= len(weights) || seen[w] || len(weights[w]) != rank {
			return nil, fmt.Errorf("train: a chain of layers with weight %d where there is none such, or twice", w)
		}
		seen[w] = true
		used++
		return weights[w], nil
	}
	width := 0
	for i, l := range c.Layers {
		dims, err := take(l.Weight, 2)
		if err != nil {
			return err
		}
		if i > 0 && dims[0] != width {
			return fmt.Errorf("train: layer %d of a chain takes %d numbers, the one before it gives %d", i, dims[0], width)
		}
		width = dims[1]
		if l.Bias < 0 {
			continue
		}
		if dims, err = take(l.Bias, 1); err != nil {
			return err
		}
		if dims[0] != width {
			return fmt.Errorf("train: layer %d of a chain gives %d numbers, its bias has %d", i, width, dims[0])
		}
	}
	if used != len(weights) || used == 0 {
		return fmt.Errorf("train: a chain of layers with %d of %d weights", used, len(weights))
	}
	if c.Layers[len(c.Layers)-1].Active != nil {
		return errors.New("train: the last layer of a chain has an activation: the loss needs its linear output")
	}
	return nil
}
