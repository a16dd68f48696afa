package vector

import "math"

// Moments holds the constants of a step of Adam, for [Moments.Step].
type Moments struct {
	Scale        float32 // of the gradient
	Beta1, Beta2 float32
	Rate         float32 // divided by the first moment's bias correction, 1-β₁ᵗ
	Unbias       float32 // 1/(1-β₂ᵗ)
	Epsilon      float32
}

// Step updates parameters against a gradient with moments m and v; all have the length of x. The
// bits are the same on every processor.
func (c Moments) Step(x, g, m, v []float32) { step(c, x, g[:len(x)], m[:len(x)], v[:len(x)]) }

func stepGo(c Moments, x, g, m, v []float32) {
	for i := range x {
		d := c.Scale * g[i]
		m[i] = float32(c.Beta1*m[i]) + float32((1-c.Beta1)*d) // rounded separately, not fused
		v[i] = float32(c.Beta2*v[i]) + float32((1-c.Beta2)*d*d)
		x[i] -= c.Rate * m[i] / (float32(math.Sqrt(float64(c.Unbias*v[i]))) + c.Epsilon)
	}
}
