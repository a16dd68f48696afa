//go:build goexperiment.simd

package scalar

import "simd/archsimd"

var wide = archsimd.X86.AVX()

// narrow clears the upper halves of the vector registers.
func narrow() {
	if wide {
		archsimd.ClearAVXUpperBits()
	}
}
