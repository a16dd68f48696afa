package vector

import (
	"math"
	"math/rand/v2"
)

// Glorot fills weights with numbers that are uniform on ±√(6/(in+out)), after Glorot and Bengio
// (2010), and returns them.
func Glorot(w Matrix, rng *rand.Rand) Matrix {
	bound := math.Sqrt(6 / float64(w.Rows+w.Cols))
	for i := range w.Data {
		w.Data[i] = float32(bound * (2*rng.Float64() - 1))
	}
	return w
}
