package train

import (
	"math"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Moments is the state of [Adam] for parameters in a slice instead of a GoMLX value.
type Moments[F float32 | float64] struct {
	adam          Adam
	first, second []F
	steps         int64
}

// NewMoments returns the state before the first step.
func NewMoments[F float32 | float64](a Adam, parameters int) *Moments[F] {
	return &Moments[F]{adam: a, first: make([]F, parameters), second: make([]F, parameters)}
}

// Values returns the state for a checkpoint.
func (s *Moments[F]) Values() []any { return []any{s.first, s.second, &s.steps} }

// Step takes the next step of Adam against scale times the gradient: Kingma and Ba (2015),
// Algorithm 1, the same as [Adam] in a GoMLX graph.
func (s *Moments[F]) Step(parameters, gradient []F, scale float64) {
	s.steps++
	a, t := s.adam, float64(s.steps)
	rate, unbias := F(a.Rate/(1-math.Pow(a.Beta1, t))), F(1/(1-math.Pow(a.Beta2, t)))
	c, b1, b2, epsilon := F(scale), F(a.Beta1), F(a.Beta2), F(a.Epsilon)
	parallel.Blocks(len(parameters), 1<<12, func(_, lo, hi int) {
		x, g, m, v := parameters[lo:hi], gradient[lo:hi], s.first[lo:hi], s.second[lo:hi]
		if x, ok := any(x).([]float32); ok {
			a.moments(float32(scale), s.steps).Step(x, any(g).([]float32), any(m).([]float32), any(v).([]float32))
			return
		}
		for i := range x {
			d := c * g[i]
			m[i] = b1*m[i] + (1-b1)*d
			v[i] = b2*v[i] + (1-b2)*d*d
			x[i] -= rate * m[i] / (F(math.Sqrt(float64(unbias*v[i]))) + epsilon)
		}
	})
}
