//go:build goexperiment.simd

package logistic

import (
	"simd/archsimd"
	"unsafe"
)

func init() {
	if archsimd.X86.AVX2() {
		sumRows, addToRows = sumRowsAVX2, addToRowsAVX2
	}
}

// Both multiply and add separately, in the order of [sumRowsGo] and [addToRowsGo], so that the bits
// are the same.

func sumRowsAVX2(sum *[lanes]float64, w []float64, stride int, columns []int32, values []float64) {
	if len(columns) == 0 {
		return
	}
	base, values := unsafe.Pointer(&w[0]), values[:len(columns)]
	low, high := halves(unsafe.Pointer(sum))
	a, b := archsimd.LoadFloat64x4(low), archsimd.LoadFloat64x4(high)
	for k, c := range columns {
		v := archsimd.BroadcastFloat64x4(values[k])
		x, y := halves(unsafe.Add(base, 8*int(c)*stride))
		a, b = v.Mul(archsimd.LoadFloat64x4(x)).Add(a), v.Mul(archsimd.LoadFloat64x4(y)).Add(b)
	}
	a.Store(low)
	b.Store(high)
	archsimd.ClearAVXUpperBits()
}

func addToRowsAVX2(w []float64, stride int, columns []int32, values []float64, z *[lanes]float64) {
	if len(columns) == 0 {
		return
	}
	base, values := unsafe.Pointer(&w[0]), values[:len(columns)]
	low, high := halves(unsafe.Pointer(z))
	a, b := archsimd.LoadFloat64x4(low), archsimd.LoadFloat64x4(high)
	for k, c := range columns {
		v := archsimd.BroadcastFloat64x4(values[k])
		x, y := halves(unsafe.Add(base, 8*int(c)*stride))
		v.Mul(a).Add(archsimd.LoadFloat64x4(x)).Store(x)
		v.Mul(b).Add(archsimd.LoadFloat64x4(y)).Store(y)
	}
	archsimd.ClearAVXUpperBits()
}

// halves returns the eight numbers from p on as two registers.
func halves(p unsafe.Pointer) (low, high *[4]float64) {
	return (*[4]float64)(p), (*[4]float64)(unsafe.Add(p, 32))
}
