// Package scalar provides faster versions of functions of package math with bit-identical results.
//
// A program that is built with GOEXPERIMENT=simd and preempted amid a loop goes on with the upper
// halves of the vector registers in use (Go 1.26). From then on math.Exp, which mixes instructions
// of two kinds, and what calls it take a hundred times as long on processors such as Intel's
// Sapphire Rapids, until something clears these halves: here that is done before each call, which
// takes no time.
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
