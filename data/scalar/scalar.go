// Package scalar provides faster versions of functions of package math with bit-identical results.
//
// A program built with GOEXPERIMENT=simd that is preempted within a loop may resume with the upper
// halves of the vector registers in use (Go 1.26). From then on math.Exp, which mixes two kinds of
// instructions, and its callers take a hundred times as long on processors such as Intel's Sapphire
// Rapids, until these halves are cleared. This package clears them before each call, at no
// measurable cost.
package scalar

import "math"

// Exp returns math.Exp(x).
func Exp(x float64) float64 {
	narrow()
	return math.Exp(x)
}

// Pow returns math.Pow(x, y).
func Pow(x, y float64) float64 {
	narrow()
	return math.Pow(x, y)
}

// FMA returns math.FMA(x, y, z).
func FMA(x, y, z float64) float64 {
	narrow()
	return math.FMA(x, y, z)
}

// Erf returns math.Erf(x).
func Erf(x float64) float64 {
	narrow()
	return math.Erf(x)
}

// Erfc returns math.Erfc(x).
func Erfc(x float64) float64 {
	narrow()
	return math.Erfc(x)
}

// Tanh returns math.Tanh(x).
func Tanh(x float64) float64 {
	narrow()
	return math.Tanh(x)
}
