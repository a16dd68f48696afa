package train

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
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
}

// SGD is gradient descent; with Momentum β it follows m ← β m + g instead of g.
type SGD struct {
	Rate     float64
	Momentum float64
}

// Check refuses constants that no run can mean.
func (s SGD) Check() error {
	switch {
	case !(s.Rate > 0) || math.IsInf(s.Rate, 1):
		return fmt.Errorf("train: SGD with rate %v, want a positive number", s.Rate)
	case !(s.Momentum >= 0 && s.Momentum < 1):
		return fmt.Errorf("train: SGD with momentum %v, want 0 … 1", s.Momentum)
	}
	return nil
}

func (s SGD) rate() float64 { return s.Rate }

func (s SGD) slots() int {
	if s.Momentum == 0 {
		return 0
	}
	return 1
}

func (s SGD) direction(gradient *Node, state []*Node, _ *Node) (*Node, []*Node) {
	if s.Momentum == 0 {
		return gradient, nil
	}
	m := Add(MulScalar(state[0], s.Momentum), gradient)
	return m, []*Node{m}
}

// Schedule scales an optimiser's rate from step to step: it maps the share of
// the steps that are done, 0 … 1, to a factor. What it depends on is public.
type Schedule func(done float64) float64

// Constant keeps the rate.
func Constant(float64) float64 { return 1 }

// Cosine lowers the rate to 0 along half a cosine.
func Cosine(done float64) float64 { return (1 + math.Cos(math.Pi*done)) / 2 }

// Linear lowers the rate to 0 along a line.
func Linear(done float64) float64 { return 1 - done }

// Warmup raises the rate along a line for the given share of the steps, and then
// follows another schedule.
func Warmup(share float64, then Schedule) Schedule {
	return func(done float64) float64 {
		if done < share {
			return done / share
		}
		return then((done - share) / (1 - share))
	}
}
