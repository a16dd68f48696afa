//go:build goexperiment.simd

package vector

import (
	"simd/archsimd"
	"unsafe"
)

// Rows of large tables come from memory. These kernels process several rows at once, so that loads
// overlap.

// dotsAVX2 processes six rows, such as the other end of an edge and five negative samples, or one.
func dotsAVX2(dst []float32, x []float32, m Matrix, rows []int32) int {
	if len(rows) < 6 || len(x)%8 != 0 || len(x) == 0 {
		return dotsGo(dst, x, m, rows)
	}
	data, stride, cols := m.Data, m.Stride, m.Cols
	p0, p1, p2 := start(data, stride, cols, rows[0]), start(data, stride, cols, rows[1]), start(data, stride, cols, rows[2])
	p3, p4, p5 := start(data, stride, cols, rows[3]), start(data, stride, cols, rows[4]), start(data, stride, cols, rows[5])
	px := unsafe.Pointer(&x[0])
	var s0, s1, s2, s3, s4, s5 f32x8
	for k, end := 0, 4*len(x); k < end; k += 32 {
		v := at(px, k)
		s0, s1, s2 = at(p0, k).MulAdd(v, s0), at(p1, k).MulAdd(v, s1), at(p2, k).MulAdd(v, s2)
		s3, s4, s5 = at(p3, k).MulAdd(v, s3), at(p4, k).MulAdd(v, s4), at(p5, k).MulAdd(v, s5)
	}
	// Sum adjacent pairs, twice; each of s0 … s3 then has half of its sum in the lower and half in
	// the upper part.
	a := s0.AddPairsGrouped(s1).AddPairsGrouped(s2.AddPairsGrouped(s3))
	b := s4.AddPairsGrouped(s5)
	b = b.AddPairsGrouped(b)
	a.GetLo().Add(a.GetHi()).Store((*[4]float32)(dst))
	var last [4]float32
	b.GetLo().Add(b.GetHi()).Store(&last)
	archsimd.ClearAVXUpperBits()
	dst[4], dst[5] = last[0], last[1]
	return 6
}

func combineAVX2(dst []float32, weights []float32, m Matrix, rows []int32) {
	if len(dst)%32 != 0 || len(dst) == 0 {
		combineGo(dst, weights, m, rows)
		return
	}
	data, stride, cols := m.Data, m.Stride, m.Cols
	p := unsafe.Pointer(&dst[0])
	for k := 0; k < 4*len(dst); k += 128 {
		var s0, s1, s2, s3 f32x8
		for i, r := range rows {
			w, row := all(weights[i]), start(data, stride, cols, r)
			s0, s1 = at(row, k).MulAdd(w, s0), at(row, k+32).MulAdd(w, s1)
			s2, s3 = at(row, k+64).MulAdd(w, s2), at(row, k+96).MulAdd(w, s3)
		}
		put(p, k, s0)
		put(p, k+32, s1)
		put(p, k+64, s2)
		put(p, k+96, s3)
	}
	archsimd.ClearAVXUpperBits()
}

// addRowsAVX2 processes four rows, or one. Within a register's width it keeps the order of the
// rows, so that repeated rows are handled correctly.
func addRowsAVX2(dst Matrix, to []int32, weights []float32, src Matrix, from []int32) int {
	if len(weights) < 4 || dst.Cols%8 != 0 || dst.Cols == 0 {
		return addRowsGo(dst, to, weights, src, from)
	}
	data, stride, cols := src.Data, src.Stride, src.Cols
	x0, x1 := start(data, stride, cols, from[0]), start(data, stride, cols, from[1])
	x2, x3 := start(data, stride, cols, from[2]), start(data, stride, cols, from[3])
	data, stride = dst.Data, dst.Stride
	p0, p1 := start(data, stride, cols, to[0]), start(data, stride, cols, to[1])
	p2, p3 := start(data, stride, cols, to[2]), start(data, stride, cols, to[3])
	w0, w1, w2, w3 := all(weights[0]), all(weights[1]), all(weights[2]), all(weights[3])
	for k, end := 0, 4*dst.Cols; k < end; k += 32 {
		put(p0, k, at(x0, k).MulAdd(w0, at(p0, k)))
		put(p1, k, at(x1, k).MulAdd(w1, at(p1, k)))
		put(p2, k, at(x2, k).MulAdd(w2, at(p2, k)))
		put(p3, k, at(x3, k).MulAdd(w3, at(p3, k)))
	}
	archsimd.ClearAVXUpperBits()
	return 4
}

// addSumsAVX2 processes four rows, or one.
func addSumsAVX2(s Sums, round float64, to []int32, weights []float32, src Matrix, from []int32) int {
	if len(weights) < 4 || s.Cols%4 != 0 || s.Cols == 0 {
		return addSumsGo(s, round, to, weights, src, from)
	}
	data, stride, cols := src.Data, src.Stride, s.Cols
	x0, x1 := start(data, stride, cols, from[0]), start(data, stride, cols, from[1])
	x2, x3 := start(data, stride, cols, from[2]), start(data, stride, cols, from[3])
	sums := s.Data
	p0, p1 := start(sums, cols, cols, to[0]), start(sums, cols, cols, to[1])
	p2, p3 := start(sums, cols, cols, to[2]), start(sums, cols, cols, to[3])
	v0, v1, v2, v3 := float64(weights[0]), float64(weights[1]), float64(weights[2]), float64(weights[3])
	w0, w1 := archsimd.BroadcastFloat64x4(v0), archsimd.BroadcastFloat64x4(v1)
	w2, w3 := archsimd.BroadcastFloat64x4(v2), archsimd.BroadcastFloat64x4(v3)
	r := archsimd.BroadcastFloat64x4(round)
	for k, end := 0, 4*cols; k < end; k += 16 {
		put4(p0, 2*k, at4(x0, k).MulAdd(w0, r).Sub(r).Add(sums4(p0, 2*k)))
		put4(p1, 2*k, at4(x1, k).MulAdd(w1, r).Sub(r).Add(sums4(p1, 2*k)))
		put4(p2, 2*k, at4(x2, k).MulAdd(w2, r).Sub(r).Add(sums4(p2, 2*k)))
		put4(p3, 2*k, at4(x3, k).MulAdd(w3, r).Sub(r).Add(sums4(p3, 2*k)))
	}
	archsimd.ClearAVXUpperBits()
	return 4
}

func settleAVX2(dst []float32, sum []float64, noise []float32) {
	if len(dst)%4 != 0 || len(dst) == 0 {
		settleGo(dst, sum, noise)
		return
	}
	d, s, n := unsafe.Pointer(&dst[0]), unsafe.Pointer(&sum[0]), unsafe.Pointer(&noise[0])
	var zero archsimd.Float64x4
	for k, end := 0, 4*len(dst); k < end; k += 16 {
		v := sums4(s, 2*k).Add(at4(n, k)).ConvertToFloat32()
		row := (*[4]float32)(unsafe.Add(d, k))
		archsimd.LoadFloat32x4(row).Add(v).Store(row)
		put4(s, 2*k, zero)
	}
	archsimd.ClearAVXUpperBits()
}

// start returns a pointer to row r of a matrix, all of which lies in data. It takes the matrix's
// fields separately: to copy the whole struct, the compiler uses instructions that wait for wide
// registers.
func start[T float32 | float64](data []T, stride, cols int, r int32) unsafe.Pointer {
	return unsafe.Pointer(&data[int(r)*stride:][:cols][0])
}

// at loads eight float32 from byte offset after p.
func at(p unsafe.Pointer, offset int) f32x8 {
	return archsimd.LoadFloat32x8((*[8]float32)(unsafe.Add(p, offset)))
}

// put stores v at byte offset after p.
func put(p unsafe.Pointer, offset int, v f32x8) {
	v.Store((*[8]float32)(unsafe.Add(p, offset)))
}

// at4 loads four float32 from byte offset after p, as float64.
func at4(p unsafe.Pointer, offset int) archsimd.Float64x4 {
	return archsimd.LoadFloat32x4((*[4]float32)(unsafe.Add(p, offset))).ConvertToFloat64()
}

// sums4 loads four float64 from byte offset after p.
func sums4(p unsafe.Pointer, offset int) archsimd.Float64x4 {
	return archsimd.LoadFloat64x4((*[4]float64)(unsafe.Add(p, offset)))
}

// put4 stores four float64 at byte offset after p.
func put4(p unsafe.Pointer, offset int, v archsimd.Float64x4) {
	v.Store((*[4]float64)(unsafe.Add(p, offset)))
}
