//go:build goexperiment.simd

package vector

import "simd/archsimd"

// stepAVX2 fuses nothing: each product, sum, root and quotient is rounded as in stepGo.
func stepAVX2(c Moments, x, g, m, v []float32) {
	scale, rate, unbias, epsilon := all(c.Scale), all(c.Rate), all(c.Unbias), all(c.Epsilon)
	b1, b2, r1, r2 := all(c.Beta1), all(c.Beta2), all(1-c.Beta1), all(1-c.Beta2)
	for len(x) >= 8 && len(g) >= 8 && len(m) >= 8 && len(v) >= 8 {
		d := scale.Mul(load(g))
		mean := b1.Mul(load(m)).Add(r1.Mul(d))
		square := b2.Mul(load(v)).Add(r2.Mul(d).Mul(d))
		store(m, mean)
		store(v, square)
		store(x, load(x).Sub(rate.Mul(mean).Div(unbias.Mul(square).Sqrt().Add(epsilon))))
		x, g, m, v = x[8:], g[8:], m[8:], v[8:]
	}
	archsimd.ClearAVXUpperBits()
	stepGo(c, x, g, m, v)
}
