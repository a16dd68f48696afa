// Package vector provides vectorised loops over float32 slices for kernels in Go.
//
// Built with GOEXPERIMENT=simd they use AVX2 and FMA where the processor has
// them, and plain Go elsewhere. The two differ in rounding alone; either gives
// the same digits on every run, whatever the number of cores.
package vector
