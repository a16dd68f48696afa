//go:build goexperiment.simd

package vector

import (
	"simd/archsimd"
	"unsafe"
)

// wide reports whether registers of 16 float32 are available.
var wide = archsimd.X86.AVX512()

// productAVX2 computes productGo in tiles of four rows and sixteen columns, whose sums stay in
// registers, or of 32 columns, in the same order, with wide registers. Narrower tiles handle the
// remaining rows and columns.
func productAVX2(c Matrix, a []float32, down, right int, b Matrix) {
	if c.Rows == 0 || c.Cols == 0 || b.Rows == 0 {
		return
	}
	// The tiles below stay within these entries.
	_ = c.Data[(c.Rows-1)*c.Stride+c.Cols-1]
	_ = a[(c.Rows-1)*down+(b.Rows-1)*right]
	_ = b.Data[(b.Rows-1)*b.Stride+c.Cols-1]
	t := tile{inner: b.Rows, right: 4 * right, stride: 4 * b.Stride}
	full, columns := 0, c.Cols&^15
	if wide {
		full = c.Cols &^ 31
	}
	for i := 0; i < c.Rows; {
		rows := min(4, c.Rows-i)
		for j := range t.a { // a missing row repeats the first
			r := i
			if j < rows {
				r += j
			}
			t.a[j], t.c[j] = unsafe.Pointer(&a[r*down]), unsafe.Pointer(&c.Data[r*c.Stride])
		}
		i += rows
		for j := 0; j < full; j += 32 {
			t.thirtyTwo(unsafe.Pointer(&b.Data[j]), 4*j, rows)
		}
		for j := full; j < columns; j += 16 {
			t.sixteen(unsafe.Pointer(&b.Data[j]), 4*j, rows)
		}
		if columns+8 <= c.Cols {
			t.eight(unsafe.Pointer(&b.Data[columns]), 4*columns, rows)
		}
	}
	archsimd.ClearAVXUpperBits()
	if left := c.Cols % 8; left != 0 {
		j := c.Cols - left
		c.Data, c.Cols = c.Data[j:], left
		b.Data, b.Cols = b.Data[j:], left
		productGo(c, a, down, right, b)
	}
}

// tile is up to four rows of a product; strides are in bytes.
type tile struct {
	a, c          [4]unsafe.Pointer
	inner         int // rows of b
	right, stride int // between columns of a, and between rows of b
}

func (t *tile) sixteen(b unsafe.Pointer, j, rows int) {
	var s00, s01, s10, s11, s20, s21, s30, s31 f32x8
	a0, a1, a2, a3 := t.a[0], t.a[1], t.a[2], t.a[3]
	right, stride := t.right, t.stride
	ka, kb := 0, 0
	for range t.inner {
		b0, b1 := at(b, kb), at(b, kb+32)
		f := spread(a0, ka)
		s00, s01 = b0.MulAdd(f, s00), b1.MulAdd(f, s01)
		f = spread(a1, ka)
		s10, s11 = b0.MulAdd(f, s10), b1.MulAdd(f, s11)
		f = spread(a2, ka)
		s20, s21 = b0.MulAdd(f, s20), b1.MulAdd(f, s21)
		f = spread(a3, ka)
		s30, s31 = b0.MulAdd(f, s30), b1.MulAdd(f, s31)
		ka += right
		kb += stride
	}
	add(t.c[0], j, s00)
	add(t.c[0], j+32, s01)
	if rows > 1 {
		add(t.c[1], j, s10)
		add(t.c[1], j+32, s11)
	}
	if rows > 2 {
		add(t.c[2], j, s20)
		add(t.c[2], j+32, s21)
	}
	if rows > 3 {
		add(t.c[3], j, s30)
		add(t.c[3], j+32, s31)
	}
}

func (t *tile) thirtyTwo(b unsafe.Pointer, j, rows int) {
	var s00, s01, s10, s11, s20, s21, s30, s31 archsimd.Float32x16
	a0, a1, a2, a3 := t.a[0], t.a[1], t.a[2], t.a[3]
	right, stride := t.right, t.stride
	for range t.inner {
		b0, b1 := at16(b, 0), at16(b, 64)
		f := spread16(a0)
		s00, s01 = b0.MulAdd(f, s00), b1.MulAdd(f, s01)
		f = spread16(a1)
		s10, s11 = b0.MulAdd(f, s10), b1.MulAdd(f, s11)
		f = spread16(a2)
		s20, s21 = b0.MulAdd(f, s20), b1.MulAdd(f, s21)
		f = spread16(a3)
		s30, s31 = b0.MulAdd(f, s30), b1.MulAdd(f, s31)
		a0, a1, a2, a3 = unsafe.Add(a0, right), unsafe.Add(a1, right), unsafe.Add(a2, right), unsafe.Add(a3, right)
		b = unsafe.Add(b, stride)
	}
	add16(t.c[0], j, s00)
	add16(t.c[0], j+64, s01)
	if rows > 1 {
		add16(t.c[1], j, s10)
		add16(t.c[1], j+64, s11)
	}
	if rows > 2 {
		add16(t.c[2], j, s20)
		add16(t.c[2], j+64, s21)
	}
	if rows > 3 {
		add16(t.c[3], j, s30)
		add16(t.c[3], j+64, s31)
	}
}

func at16(p unsafe.Pointer, offset int) archsimd.Float32x16 {
	return archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(p, offset)))
}

func spread16(p unsafe.Pointer) archsimd.Float32x16 {
	return archsimd.BroadcastFloat32x16(*(*float32)(p))
}

func add16(p unsafe.Pointer, offset int, v archsimd.Float32x16) {
	at16(p, offset).Add(v).Store((*[16]float32)(unsafe.Add(p, offset)))
}

func (t *tile) eight(b unsafe.Pointer, j, rows int) {
	var s0, s1, s2, s3 f32x8
	a0, a1, a2, a3 := t.a[0], t.a[1], t.a[2], t.a[3]
	ka, kb := 0, 0
	for range t.inner {
		v := at(b, kb)
		s0, s1 = v.MulAdd(spread(a0, ka), s0), v.MulAdd(spread(a1, ka), s1)
		s2, s3 = v.MulAdd(spread(a2, ka), s2), v.MulAdd(spread(a3, ka), s3)
		ka += t.right
		kb += t.stride
	}
	add(t.c[0], j, s0)
	if rows > 1 {
		add(t.c[1], j, s1)
	}
	if rows > 2 {
		add(t.c[2], j, s2)
	}
	if rows > 3 {
		add(t.c[3], j, s3)
	}
}

func spread(p unsafe.Pointer, offset int) f32x8 {
	return all(*(*float32)(unsafe.Add(p, offset)))
}

func add(p unsafe.Pointer, offset int, v f32x8) {
	put(p, offset, at(p, offset).Add(v))
}
