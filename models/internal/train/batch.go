package train

import "math"

// panel is a multiple of the rows that matrix products take at a time.
const panel = 48

// Places is a number of places for at least n examples that private training may
// use for samples: a multiple of 48. Matrix products of XLA on the CPU compute
// rows in panels, and the last few rows that fill none in another order. An
// example that moves up a place, since another left the sample, must not change
// in its last bits (docs/proofs/training.md).
func Places(n int) int { return (max(n, 1) + panel - 1) / panel * panel }

// PoissonPlaces is [Places] for Poisson samples of n records at a rate q: four
// standard deviations above the mean. A larger sample goes in two pieces; three
// would be needed with a probability below 10⁻³⁰.
func PoissonPlaces(n int, q float64) int {
	mean := float64(n) * q
	return Places(min(n, int(math.Ceil(mean+4*math.Sqrt(mean*(1-q))+1))))
}
