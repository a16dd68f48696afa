package pair

import "gonum.org/v1/gonum/integrate/quad"

// legendreX and legendreW are the 16-point Gauss-Legendre rule on [0, 1].
var legendreX, legendreW = func() (x, w [16]float64) {
	quad.Legendre{}.FixedLocations(x[:], w[:], 0, 1)
	return x, w
}()

// legendre calls f(node, weight) on one panel [low, high].
func legendre(low, high float64, f func(x, w float64)) {
	for i, x := range legendreX {
		f(low+(high-low)*x, (high-low)*legendreW[i])
	}
}
