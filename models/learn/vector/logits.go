package vector

import (
	"slices"

	"github.com/graphdp/graphdp/data/scalar"
)

// Zeros returns n zeros, in x where that is long enough.
func Zeros(x []float64, n int) []float64 {
	x = slices.Grow(x[:0], n)[:n]
	clear(x)
	return x
}

// Softmax replaces logits by probabilities.
func Softmax(z []float64) {
	if len(z) == 0 {
		return
	}
	top := slices.Max(z)
	total := 0.0
	for i, x := range z {
		z[i] = scalar.Exp(x - top)
		total += z[i]
	}
	for i := range z {
		z[i] /= total
	}
}
