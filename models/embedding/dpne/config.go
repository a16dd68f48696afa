package dpne

import (
	"math"

	"github.com/graphdp/graphdp/models/embedding"
)

// Factors are the settings of Σ (A_ij - w_i·h_j)² + Ridge (Σ ‖w_i‖² + Σ ‖h_j‖²), and how it is
// minimised.
type Factors struct {
	Dim    int     `range:"[1,4096]"`
	Ridge  float64 `range:"[1e-6,1e6]"` // λ
	Rounds int     `range:"[1,1000]"`   // times that rows are found, with the other factor in between
}

// Perturbed has noise on the objective of every row.
type Perturbed struct{ Factors }

// Exact has none.
type Exact struct{ Factors }

// CheckNodes implements [embedding.Config].
func (f Factors) CheckNodes(n int) error { return embedding.Fit(n, f.Dim) }

// claimed is how far an edge is to move the gradient of the objective at a row, in the ℓ1 norm: a
// number of A by 1, and the gradient by 2‖h‖₁, where ‖h‖ ≤ 1.
func (f Factors) claimed() float64 {
	return 2 * math.Sqrt(float64(f.Dim)) // [DPNE18] Sensitivity
}
