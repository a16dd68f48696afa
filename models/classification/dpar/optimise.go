package dpar

import "math"

// optimiser moves weights along a mean gradient: plain descent, or Adam with the usual
// constants.
type optimiser struct {
	rate  float64
	adam  bool
	decay float64   // λ of λ/2 |w|² added to the loss
	m, v  []float32 // of Adam
}

func newOptimiser(rate float64, adam bool, decay float64, weights int) *optimiser {
	o := &optimiser{rate: rate, adam: adam, decay: decay}
	if adam {
		o.m, o.v = make([]float32, weights), make([]float32, weights)
	}
	return o
}

// step takes step number t, the first being 0, along a sum over divisor.
func (o *optimiser) step(t int, w, sum []float32, divisor float64) {
	const beta1, beta2, epsilon = 0.9, 0.999, 1e-8
	one, two := 1-math.Pow(beta1, float64(t+1)), 1-math.Pow(beta2, float64(t+1))
	rate, root := float32(o.rate/one), float32(1/math.Sqrt(two))
	for i, s := range sum {
		g := float32(float64(s)/divisor) + float32(o.decay)*w[i]
		if !o.adam {
			w[i] -= float32(o.rate) * g
			continue
		}
		o.m[i] = beta1*o.m[i] + (1-beta1)*g
		o.v[i] = beta2*o.v[i] + (1-beta2)*g*g
		w[i] -= rate * o.m[i] / (float32(math.Sqrt(float64(o.v[i])))*root + epsilon)
	}
}

// values are what a step changes, for checkpoints.
func (o *optimiser) values() []any {
	if !o.adam {
		return nil
	}
	return []any{o.m, o.v}
}
