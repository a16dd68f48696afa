package gdp

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp/graph"
)

// A sum over views of the graph. The view decides how many terms a neighbouring
// change can touch; every term is clipped, so the bound follows whatever a
// term computes: docs/proofs/views.md.

// Terms is a sum of clipped terms.
type Terms struct {
	Name string  // what is summed, with every number that it depends on
	Dim  int     // values of a term
	Clip float64 // the largest ℓ2 norm of a term; a longer one is scaled down
	// NonNegative counts negative values of terms as 0. The angle of two terms is a right
	// one at most, so that exchanging them moves the sum by √2 clips and not by 2.
	NonNegative bool
}

// OverEdges sums term(u, v) over the edges, u < v unless they are arcs. The
// term sees the names of the two ends alone. One edge is one term.
func (t Terms) OverEdges(term func(u, v int32, out []float64)) Bounded[L2] {
	return t.query("edges", EdgeLevel, 1, func(d *Data, add func(func([]float64))) error {
		for u, v := range d.Network.Graph.Edges() {
			add(func(out []float64) { term(u, v, out) })
		}
		return nil
	})
}

// Row is what belongs to one node: no edges.
type Row struct {
	ID      int32
	Label   int32 // [graph.Unlabeled] where it is not known
	Columns []int32
	Values  []float32 // of the attributes in Columns; the others are 0
}

// OverNodes sums a term of every node's own row. Under NodeLevel one change
// exchanges a term, under NodeUnbounded it adds or removes one.
func (t Terms) OverNodes(rel Relation, term func(row Row, out []float64)) Bounded[L2] {
	touch := map[Relation]float64{NodeLevel: 2, NodeUnbounded: 1}[rel]
	return t.query("nodes", rel, touch, func(d *Data, add func(func([]float64))) error {
		for u := range d.Network.Graph.N() {
			if d.Present != nil && !d.Present[u] {
				continue
			}
			row := Row{ID: int32(u), Label: graph.Unlabeled}
			if d.Network.Labels != nil {
				row.Label = d.Network.Labels[u]
			}
			if d.Network.Attrs != nil {
				row.Columns, row.Values = d.Network.Attrs.Row(int32(u))
			}
			add(func(out []float64) { term(row, out) })
		}
		return nil
	})
}

// OverBlocks sums a term of every block of a public partition: the network
// that the block's nodes induce. A node, and an edge, lies in one block, whose
// term one change exchanges for another. Nodes in no block are not read.
func (t Terms) OverBlocks(rel Relation, blocks [][]int32, term func(block *graph.Network, out []float64)) Bounded[L2] {
	touch := map[Relation]float64{EdgeLevel: 2, NodeLevel: 2, NodeUnbounded: 2}[rel]
	var all []byte
	for _, block := range blocks {
		all = fmt.Append(all, block, ";")
	}
	return t.query(fmt.Sprintf("%d public blocks %s", len(blocks), digest(all)), rel, touch, func(d *Data, add func(func([]float64))) error {
		seen := make([]bool, d.Network.Graph.N())
		for i, block := range blocks {
			for _, u := range block {
				if u < 0 || int(u) >= len(seen) || seen[u] {
					return fmt.Errorf("block %d of the partition holds node %d, which is out of range or in two blocks", i, u)
				}
				seen[u] = true
			}
			sub, err := d.Network.Induced(block)
			if err != nil {
				return err
			}
			add(func(out []float64) { term(sub, out) })
		}
		return nil
	})
}

// OverGraphs sums a term of every graph of the collection.
func (t Terms) OverGraphs(rel Relation, term func(g *graph.Network, label int32, out []float64)) Bounded[L2] {
	touch := map[Relation]float64{GraphLevel: 2, GraphUnbounded: 1}[rel]
	return t.query("graphs", rel, touch, func(d *Data, add func(func([]float64))) error {
		for i, g := range d.Collection.Graphs {
			label := int32(graph.Unlabeled)
			if d.Collection.Labels != nil {
				label = d.Collection.Labels[i]
			}
			add(func(out []float64) { term(g, label, out) })
		}
		return nil
	})
}

// Whole is one term of the whole data, whatever it computes: any change
// exchanges it.
func (t Terms) Whole(rel Relation, term func(d *Data, out []float64)) Bounded[L2] {
	return t.query("everything", rel, 2, func(d *Data, add func(func([]float64))) error {
		add(func(out []float64) { term(d, out) })
		return nil
	})
}

// query is the sum whose terms visit hands to add; one change moves at most
// touch times the clip. A relation without a count of touches is refused when
// the query is used: its bound is 0.
func (t Terms) query(over string, rel Relation, touch float64, visit func(*Data, func(func([]float64))) error) Bounded[L2] {
	values, proof := "values", Proof{Doc: "proofs/views.md", Test: "TestViews"}
	if t.NonNegative {
		touch, values = min(touch, math.Sqrt2), "non-negative values"
		proof = Proof{Doc: "proofs/views.md", Test: "TestNonNegativeViews"}
	}
	bound := L2(touch * t.Clip)
	if t.Name == "" || t.Dim < 1 || !(t.Clip > 0) || math.IsInf(t.Clip, 1) {
		bound = L2(math.NaN())
	}
	name := fmt.Sprintf("%s over %s, %d %s, clip %g", t.Name, over, t.Dim, values, t.Clip)
	q := Query(name, rel, bound, proof, func(d *Data) ([]float64, error) {
		out, sum := make([]float64, t.Dim), make([]int64, t.Dim)
		var at []int // where the term is not 0: long terms are mostly sparse
		err := visit(d, func(term func([]float64)) {
			term(out)
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
		})
		for i, s := range sum {
			out[i] = float64(s) * grain * t.Clip
		}
		return out, err
	})
	q.by = "" // the proof is ours, whatever the term
	return q
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
