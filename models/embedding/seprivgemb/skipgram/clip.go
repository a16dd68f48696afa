package skipgram

import (
	"math"

	"github.com/graphdp/graphdp/models/learn/vector"
)

// factor returns the clipping factor of the gradient of the edge at place b: min(1, C/|g|), reduced
// a little for rounding, or 0 if the gradient is not finite.
//
// The gradient consists of the two pulls, for rows of W_in of two different nodes, and of rows of
// W_out. A row of W_out that is scored with coefficient a against the centre x has the gradient
// a·x; if it is scored several times, their sum. So
//
//	|g|² = |pull₀|² + |pull₁|² + Σ a·b·(x_a·x_b)
//
// over all pairs of coefficients a, b of one row. Let u = 2⁻²⁴, and s the same sum with
// |a·b|·(|x_a|²+|x_b|²)/2 in place of a·b·(x_a·x_b):
//
//   - the dot products are within (width/8+5)·u of their exact values, relative to the sum
//     of their terms' sizes: together (width/8+5)·u·s;
//   - a scaled coefficient is rounded to float32: 2u·s. Its products with a row are exact;
//   - products are rounded to the grid, by at most 2⁻³³·C. For 2(m+1)·width of them this is
//     less than 2⁻²³·C together, as [New] ensures.
//
// [margin] more than compensates for these.
func (x *halves) factor(t *Tables, b int, clip float64) float64 {
	var norms [2]float64 // |x|² of both centres
	square := 0.0
	for h := range 2 {
		pull, centre := x.pulls.Row(2*b+h), t.row(x.centres[2*b+h])
		norms[h] = float64(vector.Dot(centre, centre))
		sum := 0.0
		_, c := x.of(2*b + h)
		for _, a := range c {
			sum += float64(a) * float64(a)
		}
		square += float64(vector.Dot(pull, pull)) + sum*norms[h]
	}
	if !(square < math.Inf(1)) {
		return 0
	}
	size := square
	m, targets := x.m, x.targets[2*b*x.m:][:2*x.m]
	for i, row := range targets {
		for j, other := range targets[:i] {
			if row != other {
				continue
			}
			g, h := i/m, j/m
			inner := norms[g]
			if g != h {
				inner = float64(vector.Dot(t.row(x.centres[2*b]), t.row(x.centres[2*b+1])))
			}
			ab := float64(x.coefficients[2*b*m+i]) * float64(x.coefficients[2*b*m+j])
			square += 2 * ab * inner
			size += math.Abs(ab) * (norms[g] + norms[h])
		}
	}
	return min(1, clip/math.Sqrt(square+margin(t.width)*size))
}

// margin returns more than the relative rounding error of a squared norm.
func margin(width int) float64 { return (float64(width)/8 + 16) * 0x1p-24 }
