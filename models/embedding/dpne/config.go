package dpne

import (
	"math"

	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Config is the configuration of a private mode: a [Perturbed] or an [Untrained].
type Config interface {
	embedding.Config
	release(run *checkpoint.Run) (*embedding.Result, error)
}

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

// Untrained is the null control.
type Untrained struct {
	Dim int `range:"[1,65536]"`
}

// Published returns the method as far as it is known. Dim and Ridge were chosen on two graphs of
// models/estimate/surrogate.
func Published() Perturbed { return Perturbed{Factors{Dim: 4, Ridge: 10, Rounds: 10}} }

// NonPrivate returns the same with more numbers a row, which noise does not drown.
func NonPrivate() Exact {
	c := Exact{Published().Factors}
	c.Dim = 64
	return c
}

// Null returns rows of the same width.
func Null() Untrained { return Untrained{Published().Dim} }

// CheckNodes implements [embedding.Config].
func (f Factors) CheckNodes(n int) error { return embedding.Fit(n, f.Dim) }

// CheckNodes implements [embedding.Config].
func (c Untrained) CheckNodes(n int) error { return embedding.Fit(n, c.Dim) }

// claimed is how far an edge is to move the gradient of the objective at a row, in the ℓ1 norm: a
// number of A by 1, and the gradient by 2‖h‖₁, where ‖h‖ ≤ 1.
func (f Factors) claimed() float64 {
	return 2 * math.Sqrt(float64(f.Dim)) // [DPNE18] Sensitivity
}
