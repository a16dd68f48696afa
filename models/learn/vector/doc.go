// Package vector holds the loops over float32 slices under the training code
// that runs in Go itself: products, sums of scaled rows and the logistic
// function.
//
// Built with GOEXPERIMENT=simd they use AVX2 and FMA where the processor has
// them, and plain Go elsewhere. The two differ in rounding alone; either gives
// the same digits on every run, whatever the number of cores.
package vector
