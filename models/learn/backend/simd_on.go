//go:build goexperiment.simd

package backend

// SIMD reports whether this binary was built with GOEXPERIMENT=simd, without
// which pure Go multiplies matrices several times slower.
const SIMD = true
