package train

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Optimiser turns a weight's gradient into the direction of its update: [SGD]
// or [Adam]. What it keeps between steps are arrays of the weight's shape.
type Optimiser interface {
	Check() error
	rate() float64
	slots() int // arrays kept for each weight
	// direction is what a step of rate 1 subtracts, and the arrays after it; step
	// is a scalar that counts from 1.
	direction(gradient *Node, state []*Node, step *Node) (*Node, []*Node)
	// update takes that off weights that are a slice; gradient is to be multiplied by scale.
	update(weights, gradient []float32, state [][]float32, scale float32, step int)
}

// SGD is gradient descent.
type SGD struct{ Rate float64 }

// Check refuses constants that no run can mean.
func (s SGD) Check() error {
	if !(s.Rate > 0) || math.IsInf(s.Rate, 1) {
		return fmt.Errorf("train: SGD with rate %v, want a positive number", s.Rate)
	}
	return nil
}

func (s SGD) rate() float64 { return s.Rate }

func (s SGD) slots() int { return 0 }

func (s SGD) update(weights, gradient []float32, _ [][]float32, scale float32, _ int) {
	vector.AddScaled(weights, -float32(s.Rate)*scale, gradient)
}

func (s SGD) direction(gradient *Node, _ []*Node, _ *Node) (*Node, []*Node) { return gradient, nil }
