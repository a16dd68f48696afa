//go:build goexperiment.simd

package vector

import "simd/archsimd"

func expAVX2(x []float32) {
	for len(x) >= 8 {
		store(x, expOf(load(x)))
		x = x[8:]
	}
	if len(x) > 0 {
		var rest [8]float32
		copy(rest[:], x)
		store(rest[:], expOf(load(rest[:])))
		copy(x, rest[:])
	}
	archsimd.ClearAVXUpperBits()
}

// expOf is the exponential of logisticBlock.
func expOf(x f32x8) f32x8 {
	t := all(-87).Max(x)
	n := t.Mul(all(1.44269504)).RoundToEven()
	f := all(2.12194440e-4).MulAdd(n, all(-0.693359375).MulAdd(n, t))
	p := all(1.9875691500e-4).MulAdd(f, all(1.3981999507e-3))
	p = p.MulAdd(f, all(8.3334519073e-3))
	p = p.MulAdd(f, all(4.1665795894e-2))
	p = p.MulAdd(f, all(1.6666665459e-1))
	p = p.MulAdd(f, all(5.0000001201e-1))
	p = p.MulAdd(f.Mul(f), f.Add(all(1)))
	e := p.AsInt32x8().Add(n.ConvertToInt32().ShiftAllLeft(23))
	return e.Or(x.IsNaN().ToInt32x8()).AsFloat32x8()
}
