//go:build goexperiment.simd

package vector

import "simd/archsimd"

func rectifyAVX2(x []float32) {
	var zero f32x8
	for len(x) >= 8 {
		v := load(x)
		store(x, zero.Merge(v, v.LessEqual(zero)))
		x = x[8:]
	}
	archsimd.ClearAVXUpperBits()
	rectifyGo(x)
}

func rectifiedAVX2(y, d []float32) {
	var zero f32x8
	for len(y) >= 8 && len(d) >= 8 {
		store(d, load(d).Masked(load(y).Greater(zero)))
		y, d = y[8:], d[8:]
	}
	archsimd.ClearAVXUpperBits()
	rectifiedGo(y, d)
}

func scaleAVX2(x []float32, a float32) {
	va := all(a)
	for len(x) >= 8 {
		store(x, load(x).Mul(va))
		x = x[8:]
	}
	archsimd.ClearAVXUpperBits()
	scaleGo(x, a)
}
