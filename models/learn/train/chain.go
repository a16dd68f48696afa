package train

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/models/learn/vector"
)

// Chain is a feed-forward net of linear layers, trained with the cross-entropy of the last layer's
// output. The first input of a batch holds float rows, the second one classes as int32.
type Chain struct {
	Layers []Layer
	// Squares reports whether the third input holds the rows' squared norms by [SquaredNorm].
	Squares bool
}

// Layer is y = f(x W + b).
type Layer struct {
	Weight int         // index of W among the model's weights
	Bias   int         // index of b, or -1 without bias
	Active *Activation // f, or nil for the identity; the last layer must have nil
}

// Activation is an elementwise activation function.
type Activation struct {
	Apply func(z []float32)        // replaces z by f(z)
	Slope func(y, delta []float32) // multiplies delta by f'(z), where y = f(z)
}

// ReLU is max(z, 0).
var ReLU = &Activation{Apply: vector.Rectify, Slope: vector.Rectified}

// check returns an error unless each weight is in exactly one layer and the layers' shapes match.
func (c *Chain) check(weights [][]int) error {
	used := 0
	seen := make([]bool, len(weights))
	take := func(w, rank int) ([]int, error) {
		if w < 0 || w >= len(weights) || seen[w] || len(weights[w]) != rank {
			return nil, fmt.Errorf("train: a chain of layers uses weight %d, which is missing, of another rank or used twice", w)
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
			return fmt.Errorf("train: layer %d of the chain has %d inputs, the layer before it %d outputs", i, dims[0], width)
		}
		width = dims[1]
		if l.Bias < 0 {
			continue
		}
		if dims, err = take(l.Bias, 1); err != nil {
			return err
		}
		if dims[0] != width {
			return fmt.Errorf("train: layer %d of the chain has %d outputs, its bias %d entries", i, width, dims[0])
		}
	}
	if used != len(weights) || used == 0 {
		return fmt.Errorf("train: the chain of layers uses %d of %d weights: it must use all", used, len(weights))
	}
	if c.Layers[len(c.Layers)-1].Active != nil {
		return errors.New("train: the last layer of a chain has an activation: the loss needs its linear output")
	}
	return nil
}
