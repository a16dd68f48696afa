//go:build goexperiment.simd

package scalar

import "simd/archsimd"

var wide = archsimd.X86.AVX()

// narrow ends the use of the upper halves of vector registers.
func narrow() {
	if wide {
		archsimd.ClearAVXUpperBits()
	}
}
