package train

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Optimiser turns a weight's gradient into the direction of its update: [SGD] or [Adam]. Its state
// is a number of arrays of the weight's shape.
type Optimiser interface {
	Check() error
	rate() float64
	slots() int // number of state arrays per weight
	// direction returns the update at learning rate 1, to be subtracted, and the next state; step
	// is a scalar that counts from 1.
	direction(gradient *Node, state []*Node, step *Node) (*Node, []*Node)
	// update applies the update to weights in a slice; the gradient is scale · gradient.
	update(weights, gradient []float32, state [][]float32, scale float32, step int)
}

// SGD is stochastic gradient descent.
type SGD struct{ Rate float64 }

// Check returns an error if the constants are invalid.
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

// Adam is the optimiser of Kingma and Ba (2015), Algorithm 1.
type Adam struct {
	Rate         float64 // α
	Beta1, Beta2 float64 // decay rates of the two moments
	Epsilon      float64
}

// DefaultAdam returns Adam with the paper's recommended constants.
func DefaultAdam(rate float64) Adam {
	return Adam{Rate: rate, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}
}

// Check returns an error if the constants are invalid.
func (a Adam) Check() error {
	if !(a.Rate > 0) || math.IsInf(a.Rate, 1) {
		return fmt.Errorf("train: Adam with rate %v, want a positive number", a.Rate)
	}
	for _, beta := range []float64{a.Beta1, a.Beta2} {
		if !(beta >= 0 && beta < 1) {
			return fmt.Errorf("train: Adam with decay %v, want 0 … 1", beta)
		}
	}
	if !(a.Epsilon > 0) || math.IsInf(a.Epsilon, 1) {
		return fmt.Errorf("train: Adam with epsilon %v, want a positive number", a.Epsilon)
	}
	return nil
}

func (a Adam) rate() float64 { return a.Rate }

func (a Adam) slots() int { return 2 }

func (a Adam) update(weights, gradient []float32, state [][]float32, scale float32, step int) {
	a.moments(scale, int64(step)).Step(weights, gradient, state[0], state[1])
}

// moments returns the constants of a step.
func (a Adam) moments(scale float32, step int64) vector.Moments {
	t := float64(step)
	return vector.Moments{
		Scale: scale, Beta1: float32(a.Beta1), Beta2: float32(a.Beta2), Rate: float32(a.Rate / (1 - math.Pow(a.Beta1, t))),
		Unbias: float32(1 / (1 - math.Pow(a.Beta2, t))), Epsilon: float32(a.Epsilon),
	}
}

func (a Adam) direction(gradient *Node, state []*Node, t *Node) (*Node, []*Node) {
	m := Add(MulScalar(state[0], a.Beta1), MulScalar(gradient, 1-a.Beta1))
	v := Add(MulScalar(state[1], a.Beta2), MulScalar(Square(gradient), 1-a.Beta2))
	unbiased := func(x *Node, beta float64) *Node {
		return Div(x, OneMinus(Exp(MulScalar(t, math.Log(beta)))))
	}
	return Div(unbiased(m, a.Beta1), AddScalar(Sqrt(unbiased(v, a.Beta2)), a.Epsilon)), []*Node{m, v}
}
