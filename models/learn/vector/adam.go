package vector

import "math"

// Adam takes step t, the first being 1, of the optimiser of Kingma and Ba (2015) with the
// constants that they recommend, on weights with moments m and v.
func Adam(w, gradient, m, v []float32, t int, rate float64) {
	const beta1, beta2, epsilon = 0.9, 0.999, 1e-8
	step := float32(rate / (1 - math.Pow(beta1, float64(t))))
	root := 1 / (1 - math.Pow(beta2, float64(t)))
	for i, g := range gradient {
		m[i] = beta1*m[i] + (1-beta1)*g
		v[i] = beta2*v[i] + (1-beta2)*g*g
		w[i] -= step * m[i] / (float32(math.Sqrt(float64(v[i])*root)) + epsilon)
	}
}
