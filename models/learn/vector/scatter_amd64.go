//go:build goexperiment.simd

package vector

import (
	"simd/archsimd"
	"unsafe"
)

// addGatheredAVX2 keeps the sums of up to 32 columns in registers.
func addGatheredAVX2(dst, weights []float32, m Matrix, rows []int32) {
	data, stride, cols := m.Data, m.Stride, m.Cols
	p := unsafe.Pointer(&dst[0])
	k, end := 0, 4*cols
	for ; k+128 <= end; k += 128 {
		var s0, s1, s2, s3 f32x8
		for i, r := range rows {
			w, row := all(weights[i]), start(data, stride, cols, r)
			s0, s1 = at(row, k).MulAdd(w, s0), at(row, k+32).MulAdd(w, s1)
			s2, s3 = at(row, k+64).MulAdd(w, s2), at(row, k+96).MulAdd(w, s3)
		}
		add(p, k, s0)
		add(p, k+32, s1)
		add(p, k+64, s2)
		add(p, k+96, s3)
	}
	for ; k+32 <= end; k += 32 {
		var s f32x8
		for i, r := range rows {
			s = at(start(data, stride, cols, r), k).MulAdd(all(weights[i]), s)
		}
		add(p, k, s)
	}
	archsimd.ClearAVXUpperBits()
	if j := k / 4; j < cols {
		addGatheredGo(dst[j:], weights, m.Columns(j, cols), rows)
	}
}

// addScatteredAVX2 keeps up to 32 entries of x in registers.
func addScatteredAVX2(m Matrix, rows []int32, weights, x []float32) {
	data, stride, cols := m.Data, m.Stride, m.Cols
	p := unsafe.Pointer(&x[0])
	k, end := 0, 4*cols
	for ; k+128 <= end; k += 128 {
		x0, x1, x2, x3 := at(p, k), at(p, k+32), at(p, k+64), at(p, k+96)
		for i, r := range rows {
			w, row := all(weights[i]), start(data, stride, cols, r)
			put(row, k, x0.MulAdd(w, at(row, k)))
			put(row, k+32, x1.MulAdd(w, at(row, k+32)))
			put(row, k+64, x2.MulAdd(w, at(row, k+64)))
			put(row, k+96, x3.MulAdd(w, at(row, k+96)))
		}
	}
	for ; k+64 <= end; k += 64 {
		x0, x1 := at(p, k), at(p, k+32)
		for i, r := range rows {
			w, row := all(weights[i]), start(data, stride, cols, r)
			put(row, k, x0.MulAdd(w, at(row, k)))
			put(row, k+32, x1.MulAdd(w, at(row, k+32)))
		}
	}
	for ; k+32 <= end; k += 32 {
		v := at(p, k)
		for i, r := range rows {
			row := start(data, stride, cols, r)
			put(row, k, v.MulAdd(all(weights[i]), at(row, k)))
		}
	}
	archsimd.ClearAVXUpperBits()
	if j := k / 4; j < cols {
		addScatteredGo(m.Columns(j, cols), rows, weights, x[j:])
	}
}
