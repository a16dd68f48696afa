package gdp

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
)

// A sum over views of the graph: a view is what belongs to one node. It decides how many
// terms a neighbouring change can touch; every term is clipped, so the bound follows
// whatever a term computes: docs/proofs/views.md.

// Terms is a sum of clipped terms.
type Terms struct {
	Name string  // what is summed, with every number that it depends on
	Dim  int     // values of a term
	Clip float64 // the largest ℓ2 norm of a term; a longer one is scaled down
	// NonNegative counts negative values of terms as 0. The angle of two terms is a right
	// one at most, so that exchanging them moves the sum by √2 clips and not by 2.
	NonNegative bool
}

// Row is what belongs to one node: no edges.
type Row struct {
	ID      int32
	Label   int32 // [graph.Unlabeled] where it is not known
	Columns []int32
	Values  []float32 // of the attributes in Columns; the others are 0
}

// OverNodes sums a term of every node's own row. Under NodeLevel one change
// exchanges a term, under NodeUnbounded it adds or removes one. Another relation is
// refused when the query is used: its bound is 0.
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
		var at []int // where the term is not 0: long terms are mostly sparse
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
	q.by = "" // the proof is ours, whatever the term
	return q
}

// rowOf returns what belongs to node u.
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

// clip scales x, which is 0 but in the entries at, down to the norm c, or a little less so
// that rounding does not pass it, and reports whether x counts: a term that is not finite
// does not.
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
