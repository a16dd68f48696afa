package gdp

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
)

// A sum over views of the graph. A view is what belongs to one node, so it limits how many terms a
// neighbouring change affects. Every term is clipped, so the bound holds whatever a term computes:
// docs/proofs/views.md.

// Terms is a sum of clipped terms.
type Terms struct {
	Name string  // names the summed quantity and every parameter
	Dim  int     // the number of values of a term
	Clip float64 // the clipping norm (ℓ2) of a term
	// NonNegative counts negative values of terms as 0. The angle between two terms is then at most
	// a right angle, so replacing one term by another moves the sum by √2 clips instead of 2.
	NonNegative bool
}

// Row is what belongs to one node, without its edges.
type Row struct {
	ID      int32
	Label   int32 // [graph.Unlabeled] if unknown
	Columns []int32
	Values  []float32 // of the attributes in Columns; all others are 0
}

// OverNodes sums one term for each node, computed from the node's row. One change replaces a term
// under NodeLevel, and adds or removes one under NodeUnbounded. Under other relations the bound is
// 0 and the query is refused when used.
func (t Terms) OverNodes(rel Relation, term func(row Row, out []float64)) Bounded[L2] {
	touch := map[Relation]float64{NodeLevel: 2, NodeUnbounded: 1}[rel]
	values, proof := "values", Proof{Doc: "proofs/views.md", Test: "TestViews"}
	if t.NonNegative {
		touch, values = min(touch, math.Sqrt2), "non-negative values"
		proof = Proof{Doc: "proofs/views.md", Test: "TestNonNegativeViews"}
	}
	bound := L2(touch * t.Clip)
	if t.Name == "" || t.Dim < 1 || !(t.Clip > 0) || math.IsInf(t.Clip, 1) {
		bound = L2(math.NaN())
	}
	name := fmt.Sprintf("%s over nodes, %d %s, clip %g", t.Name, t.Dim, values, t.Clip)
	q := Query(name, rel, bound, proof, func(d *Data) ([]float64, error) {
		out, sum := make([]float64, t.Dim), make([]int64, t.Dim)
		var at []int // indices of nonzero values; long terms are mostly sparse
		for u := range d.Network.Graph.N() {
			if d.Present != nil && !d.Present[u] {
				continue
			}
			term(rowOf(d.Network, int32(u)), out)
			at = at[:0]
			for i, v := range out {
				if v != 0 {
					at = append(at, i)
				}
			}
			counts := clip(out, at, t.Clip)
			for _, i := range at {
				if v := out[i]; counts && (v > 0 || v < 0 && !t.NonNegative) {
					sum[i] += int64(v / t.Clip / grain) // towards 0, so the norm only falls
				}
				out[i] = 0
			}
		}
		for i, s := range sum {
			out[i] = float64(s) * grain * t.Clip
		}
		return out, nil
	})
	q.by = "" // this package proves the bound for any term
	return q
}

// rowOf returns the row of node u.
func rowOf(net *graph.Network, u int32) Row {
	row := Row{ID: u, Label: graph.Unlabeled}
	if net.Labels != nil {
		row.Label = net.Labels[u]
	}
	if net.Attrs != nil {
		row.Columns, row.Values = net.Attrs.Row(u)
	}
	return row
}

// clip scales x, whose nonzero entries are at, to a norm of at most c, with a margin for rounding.
// It reports whether x counts: a term that is not finite does not.
func clip(x []float64, at []int, c float64) bool {
	var top float64
	for _, i := range at {
		if v := x[i]; math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
		top = max(top, math.Abs(x[i]))
	}
	if top == 0 {
		return true
	}
	var squares float64
	for _, i := range at {
		squares += x[i] / top * (x[i] / top)
	}
	norm := top * math.Sqrt(squares)
	if norm <= c*margin {
		return true
	}
	for _, i := range at {
		x[i] = x[i] / top / math.Sqrt(squares) * c * margin
	}
	return true
}
