package privdpr

import "math"

// adam is the optimiser of Kingma and Ba (2015) over one array of parameters,
// with the constants that their paper recommends.
type adam[F float32 | float64] struct {
	rate   float64
	m, v   []F
	decay1 float64 // β₁ᵗ
	decay2 float64 // β₂ᵗ
}

const (
	beta1, beta2 = 0.9, 0.999
	adamEpsilon  = 1e-8
	adamBlock    = 1 << 14
)

func newAdam[F float32 | float64](parameters int, rate float64) *adam[F] {
	return &adam[F]{rate: rate, m: make([]F, parameters), v: make([]F, parameters), decay1: 1, decay2: 1}
}

// values are what a step changes, beside the parameters.
func (a *adam[F]) values() []any { return []any{a.m, a.v, &a.decay1, &a.decay2} }

// step moves parameters against scale times the gradient.
func (a *adam[F]) step(parameters, gradient []F, scale float64) {
	a.decay1 *= beta1
	a.decay2 *= beta2
	alpha := F(a.rate / (1 - a.decay1))
	unbias := F(1 / (1 - a.decay2))
	s, b1, b2, eps := F(scale), F(beta1), F(beta2), F(adamEpsilon)
	blocks(len(parameters), adamBlock, func(lo, hi int) {
		x, g, m, v := parameters[lo:hi], gradient[lo:hi], a.m[lo:hi], a.v[lo:hi]
		for i := range x {
			d := s * g[i]
			m[i] = b1*m[i] + (1-b1)*d
			v[i] = b2*v[i] + (1-b2)*d*d
			x[i] -= alpha * m[i] / (F(math.Sqrt(float64(v[i]*unbias))) + eps)
		}
	})
}
