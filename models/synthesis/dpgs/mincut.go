package dpgs

import (
	"math"

	"github.com/graphdp/graphdp/models/learn/sparse"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// cut is L_c, the first part of DP-SCGNN's loss, [DPGS] Sec. 4.2: the normalised cut, -1 at best.
// weights is W divided on both sides by square roots of degrees; rows of isolated nodes are 0.
type cut struct {
	weights *sparse.Matrix
	degrees []float64 // row sums
}

func newCut(weights *sparse.Matrix) cut {
	c := cut{weights, make([]float64, weights.Rows())}
	row, _, value := weights.Entries()
	for i, u := range row {
		c.degrees[u] += float64(value[i])
	}
	return c
}

// loss returns L_c and adds its derivatives by P to byP.
func (c cut) loss(p, byP vector.Matrix) float64 {
	next := vector.New(p.Rows, p.Cols)
	c.weights.Times(next, p)
	above, below := 0.0, 0.0
	for u := range p.Rows {
		own, dot := 0.0, 0.0
		for i, x := range p.Row(u) {
			own += float64(x) * float64(x)
			dot += float64(x) * float64(next.Row(u)[i])
		}
		above += dot
		below += c.degrees[u] * own
	}
	if below == 0 { // no edges to cut
		return 0
	}
	for u := range p.Rows {
		by := byP.Row(u)
		for i, x := range p.Row(u) {
			by[i] -= float32(2 * (float64(next.Row(u)[i])*below - above*c.degrees[u]*float64(x)) / (below * below))
		}
	}
	return -above / below // [DPGS] Sec. 4.2, L_c
}

// orthogonality returns L_o, the second part of the loss, and adds its derivatives by P to byP: the
// distance of clusters from hard ones of equal size. It reads no edges.
func orthogonality(p, byP vector.Matrix) float64 {
	k := p.Cols
	s := vector.New(k, k)
	vector.SumProduct(s, p, p)
	norm, trace := 0.0, 0.0
	for i := range k {
		for _, x := range s.Row(i) {
			norm += float64(x) * float64(x)
		}
		trace += float64(s.Row(i)[i])
	}
	norm = math.Sqrt(norm)
	if norm == 0 {
		return 0
	}
	root := 1 / math.Sqrt(float64(k))
	// |S/|S| - I/√k|² = 2 - 2 tr S/(√k |S|)
	loss := math.Sqrt(max(0, 2-2*root*trace/norm)) // [DPGS] Sec. 4.2, L_o
	if loss < 1e-6 {
		return loss
	}
	// dL/dS = -(root/loss) (I/|S| - S tr S/|S|³), and dS = Pᵀ dP + dPᵀ P.
	by := vector.New(k, k)
	for i := range k {
		for j, x := range s.Row(i) {
			d := -float64(x) * trace / (norm * norm * norm)
			if i == j {
				d += 1 / norm
			}
			by.Row(i)[j] = float32(-2 * root / loss * d)
		}
	}
	vector.AddProduct(byP, p, by)
	return loss
}

// clip scales a gradient down to norm at most bound, with room for float32 rounding.
func clip(gradient []float32, bound float64) {
	sum := 0.0
	for _, x := range gradient {
		sum += float64(x) * float64(x)
	}
	if math.IsNaN(sum) || math.IsInf(sum, 1) {
		clear(gradient)
		return
	}
	if most := bound * (1 - 1e-6); math.Sqrt(sum) > most {
		scale := most / math.Sqrt(sum)
		for i, x := range gradient {
			gradient[i] = float32(float64(x) * scale)
		}
	}
}
