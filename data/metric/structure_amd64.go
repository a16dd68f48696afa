//go:build goexperiment.simd

package metric

import (
	"simd/archsimd"
	"unsafe"
)

func init() {
	if archsimd.X86.AVX2() && archsimd.X86.FMA() {
		squares = squaresAVX2
	}
}

// squaresAVX2 processes four rows at a time.
func squaresAVX2(dst, x, rows []float64) {
	n := len(x)
	for len(dst) >= 4 && n >= 4 {
		four := rows[:4*n]
		p, r0, r1, r2, r3 := unsafe.Pointer(&x[0]), unsafe.Pointer(&four[0]), unsafe.Pointer(&four[n]), unsafe.Pointer(&four[2*n]), unsafe.Pointer(&four[3*n])
		var s0, s1, s2, s3 archsimd.Float64x4
		for k, end := 0, 8*n; k < end; k += 32 {
			v := at(p, k)
			d0, d1, d2, d3 := v.Sub(at(r0, k)), v.Sub(at(r1, k)), v.Sub(at(r2, k)), v.Sub(at(r3, k))
			s0, s1, s2, s3 = d0.MulAdd(d0, s0), d1.MulAdd(d1, s1), d2.MulAdd(d2, s2), d3.MulAdd(d3, s3)
		}
		// Sum adjacent pairs: those of s0 and s1, and of s2 and s3, alternate.
		a, b := s0.AddPairsGrouped(s1), s2.AddPairsGrouped(s3)
		a.GetLo().Add(a.GetHi()).Store((*[2]float64)(dst))
		b.GetLo().Add(b.GetHi()).Store((*[2]float64)(dst[2:]))
		dst, rows = dst[4:], rows[4*n:]
	}
	archsimd.ClearAVXUpperBits()
	squaresGo(dst, x, rows)
}

// at loads a register from byte offset after p.
func at(p unsafe.Pointer, offset int) archsimd.Float64x4 {
	return archsimd.LoadFloat64x4((*[4]float64)(unsafe.Add(p, offset)))
}
