//go:build goexperiment.simd

package vector

import "simd/archsimd"

func init() {
	if archsimd.X86.AVX2() && archsimd.X86.FMA() {
		dot, addScaled, logistic, product = dotAVX2, addScaledAVX2, logisticAVX2, productAVX2
		dots, combine, addRows = dotsAVX2, combineAVX2, addRowsAVX2
		addSums, settle, step = addSumsAVX2, settleAVX2, stepAVX2
		addGathered, addScattered = addGatheredAVX2, addScatteredAVX2
		exp = expAVX2
	}
}

type f32x8 = archsimd.Float32x8

func load(x []float32) f32x8 { return archsimd.LoadFloat32x8((*[8]float32)(x)) }

func store(dst []float32, v f32x8) { v.Store((*[8]float32)(dst)) }

func all(x float32) f32x8 { return archsimd.BroadcastFloat32x8(x) }

// total returns the sum of the eight entries of v, and ends the use of wide registers: scalar
// instructions are slow while the upper halves are in use.
func total(v f32x8) float32 {
	var s [8]float32
	v.Store(&s)
	archsimd.ClearAVXUpperBits()
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

// totals returns total of both.
func totals(v, w f32x8) (float32, float32) {
	h := v.AddPairsGrouped(w) // v0+v1 v2+v3 w0+w1 w2+w3, and the upper half likewise
	var s [8]float32
	h.Store(&s)
	archsimd.ClearAVXUpperBits()
	return (s[0] + s[1]) + (s[4] + s[5]), (s[2] + s[3]) + (s[6] + s[7])
}

func dotAVX2(x, y []float32) float32 {
	var s0, s1, s2, s3 f32x8
	for len(x) >= 32 && len(y) >= 32 {
		s0 = load(x).MulAdd(load(y), s0)
		s1 = load(x[8:]).MulAdd(load(y[8:]), s1)
		s2 = load(x[16:]).MulAdd(load(y[16:]), s2)
		s3 = load(x[24:]).MulAdd(load(y[24:]), s3)
		x, y = x[32:], y[32:]
	}
	for len(x) >= 8 && len(y) >= 8 {
		s0 = load(x).MulAdd(load(y), s0)
		x, y = x[8:], y[8:]
	}
	sum := total(s0.Add(s1).Add(s2.Add(s3)))
	if len(x) > 0 {
		sum += dotGo(x, y)
	}
	return sum
}

func addScaledAVX2(dst []float32, a float32, x []float32) {
	va := all(a)
	for len(x) >= 16 && len(dst) >= 16 {
		store(dst, va.MulAdd(load(x), load(dst)))
		store(dst[8:], va.MulAdd(load(x[8:]), load(dst[8:])))
		x, dst = x[16:], dst[16:]
	}
	if len(x) >= 8 && len(dst) >= 8 {
		store(dst, va.MulAdd(load(x), load(dst)))
		x, dst = x[8:], dst[8:]
	}
	archsimd.ClearAVXUpperBits()
	addScaledGo(dst, a, x)
}
