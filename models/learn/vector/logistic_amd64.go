//go:build goexperiment.simd

package vector

import (
	"math"
	"simd/archsimd"
)

// logisticAVX2 computes e = exp(-|s|) ≤ 1, and from it
//
//	σ(s) = 1/(1+e) or e/(1+e)    softplus(s) = max(s, 0) + ln(1+e)
//
// within a few units in the last place.
func logisticAVX2(s []float32) (softplus, sigma float64) {
	for len(s) >= 16 {
		n := min(len(s), 1024) &^ 15
		l, y := logisticBlock(s[:n]) // float32 sums of few terms
		softplus, sigma = softplus+float64(l), sigma+float64(y)
		s = s[n:]
	}
	if len(s) > 0 {
		var rest [16]float32
		for i := copy(rest[:], s); i < len(rest); i++ {
			rest[i] = float32(math.Inf(-1)) // adds nothing
		}
		l, y := logisticBlock(rest[:])
		softplus, sigma = softplus+float64(l), sigma+float64(y)
		copy(s, rest[:])
	}
	return softplus, sigma
}

// logisticBlock processes two registers at a time to hide latency.
func logisticBlock(s []float32) (softplus, sigma float32) {
	zero, one := all(0), all(1)
	sign := archsimd.BroadcastInt32x8(math.MinInt32)
	part, parts := zero, zero
	for len(s) >= 16 {
		x0, x1 := load(s), load(s[8:])
		// t = -|x| ≥ -87, and t = n·ln 2 + f with |f| ≤ ln 2 / 2
		c := all(-87)
		t0 := c.Max(x0.AsInt32x8().Or(sign).AsFloat32x8())
		t1 := c.Max(x1.AsInt32x8().Or(sign).AsFloat32x8())
		c = all(1.44269504)
		n0, n1 := t0.Mul(c).RoundToEven(), t1.Mul(c).RoundToEven()
		c = all(-0.693359375)
		f0, f1 := c.MulAdd(n0, t0), c.MulAdd(n1, t1)
		c = all(2.12194440e-4)
		f0, f1 = c.MulAdd(n0, f0), c.MulAdd(n1, f1)
		// eᶠ: the polynomial of expf in S. Moshier's Cephes
		c = all(1.9875691500e-4)
		d := all(1.3981999507e-3)
		p0, p1 := c.MulAdd(f0, d), c.MulAdd(f1, d)
		c = all(8.3334519073e-3)
		p0, p1 = p0.MulAdd(f0, c), p1.MulAdd(f1, c)
		c = all(4.1665795894e-2)
		p0, p1 = p0.MulAdd(f0, c), p1.MulAdd(f1, c)
		c = all(1.6666665459e-1)
		p0, p1 = p0.MulAdd(f0, c), p1.MulAdd(f1, c)
		c = all(5.0000001201e-1)
		p0, p1 = p0.MulAdd(f0, c), p1.MulAdd(f1, c)
		p0, p1 = p0.MulAdd(f0.Mul(f0), f0.Add(one)), p1.MulAdd(f1.Mul(f1), f1.Add(one))
		// e = p·2ⁿ, or NaN, which Max above may have lost
		i0 := p0.AsInt32x8().Add(n0.ConvertToInt32().ShiftAllLeft(23))
		i1 := p1.AsInt32x8().Add(n1.ConvertToInt32().ShiftAllLeft(23))
		e0 := i0.Or(x0.IsNaN().ToInt32x8()).AsFloat32x8()
		e1 := i1.Or(x1.IsNaN().ToInt32x8()).AsFloat32x8()
		// ln(1+e)/e on [0, 1]: Chebyshev interpolation, within 5·10⁻⁹
		c, d = all(-0.003256378462538123), all(0.019907161593437195)
		l0, l1 := c.MulAdd(e0, d), c.MulAdd(e1, d)
		c = all(-0.057064201682806015)
		l0, l1 = l0.MulAdd(e0, c), l1.MulAdd(e1, c)
		c = all(0.10614264756441116)
		l0, l1 = l0.MulAdd(e0, c), l1.MulAdd(e1, c)
		c = all(-0.15311862528324127)
		l0, l1 = l0.MulAdd(e0, c), l1.MulAdd(e1, c)
		c = all(0.19678117334842682)
		l0, l1 = l0.MulAdd(e0, c), l1.MulAdd(e1, c)
		c = all(-0.24954558908939362)
		l0, l1 = l0.MulAdd(e0, c), l1.MulAdd(e1, c)
		c = all(0.33330005407333374)
		l0, l1 = l0.MulAdd(e0, c), l1.MulAdd(e1, c)
		c = all(-0.4999990463256836)
		l0, l1 = l0.MulAdd(e0, c), l1.MulAdd(e1, c)
		l0, l1 = l0.MulAdd(e0, one), l1.MulAdd(e1, one)
		part = part.Add(l0.MulAdd(e0, zero.Max(x0)).Add(l1.MulAdd(e1, zero.Max(x1))))
		y0, y1 := one.Div(e0.Add(one)), one.Div(e1.Add(one))
		y0, y1 = e0.Mul(y0).Merge(y0, x0.Less(zero)), e1.Mul(y1).Merge(y1, x1.Less(zero))
		parts = parts.Add(y0.Add(y1))
		store(s, y0)
		store(s[8:], y1)
		s = s[16:]
	}
	return totals(part, parts)
}
