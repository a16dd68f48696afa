package train

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// Matrix is an initial weight matrix: uniform on Mean ± Bound.
type Matrix struct {
	Rows, Cols  int
	Mean, Bound float64
}

// Glorot returns a matrix uniform on ±√(6/(in+out)), after Glorot and Bengio (2010).
func Glorot(in, out int) Matrix { return Matrix{in, out, 0, math.Sqrt(6 / float64(in+out))} }

// Affine returns a [Glorot] matrix and a bias of 0.
func Affine(in, out int) []Matrix { return []Matrix{Glorot(in, out), {Rows: 1, Cols: out}} }

// Shapes returns the shapes of float32 matrices.
func Shapes(list []Matrix) (declared []shapes.Shape) {
	for _, m := range list {
		declared = append(declared, shapes.Make(dtypes.Float32, m.Rows, m.Cols))
	}
	return declared
}

// Initial samples the matrices, each as []float32.
func Initial(list []Matrix, rng *rand.Rand) (weights []any) {
	for _, m := range list {
		w := make([]float32, m.Rows*m.Cols)
		for i := range w {
			if w[i] = float32(m.Mean); m.Bound > 0 {
				w[i] += float32(m.Bound * (2*rng.Float64() - 1))
			}
		}
		weights = append(weights, w)
	}
	return weights
}
