package gdp

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/graphdp/graphdp/data/graph"
)

// Float is the type in which contributions are computed.
type Float interface{ ~float32 | ~float64 }

// Term is the contribution of one place to a step's sum: a vector, initially zero. It is scaled
// down to the clipping norm, then truncated towards 0 to integer multiples of a grain. The integer
// sums are exact, so adding or removing one contribution moves the computed sum by at most the
// clipping norm, in any order of summation (docs/proofs/training.md#sums). A vector that is not
// finite contributes nothing.
type Term[T Float] struct {
	plan   Plan
	values []T
	ends   []int32 // end of the block that begins here; 0 if none does
	starts []int32 // of blocks, which may overlap
	total  []int64 // over places, in grains of the clip

	place   int32
	weight  float64 // of the current part
	weights float64 // sum over all parts of the place
	parts   bool
	shares  *shares
	others  map[int32]bool // records that the place has parts of
	err     error
	seen    func(digest uint64) // set by tests, else nil
}

// grain is the unit of truncated contributions, as a share of the clipping norm. Integer sums are
// exact; floating-point sums of n terms can differ by more than the terms. Sums over 2³² records
// stay below 2⁶³.
const grain = 0x1p-30

// margin allows for rounding errors of norms and weights.
const margin = 1 - 0x1p-20

func newTerm[T Float](size int, p Plan) *Term[T] {
	return &Term[T]{plan: p, values: make([]T, size), ends: make([]int32, size), total: make([]int64, size), others: map[int32]bool{}}
}

// begin resets t for a new step.
func (t *Term[T]) begin(of *Training, s *shares) {
	clear(t.values)
	clear(t.ends)
	clear(t.total)
	t.starts, t.err = t.starts[:0], nil
	t.shares, t.seen = s, nil
	if h := of.session.hook; h != nil && h.Term != nil {
		t.seen = func(digest uint64) { h.Term(of.label, of.at.Steps-1, t.place, digest) }
	}
}

// All returns all coordinates for writing.
func (t *Term[T]) All() []T { return t.At(0, len(t.values)) }

// At returns the coordinates from … to-1 for writing; all others are 0. Time is proportional to the
// number of coordinates requested.
func (t *Term[T]) At(from, to int) []T {
	if from < to {
		if t.ends[from] == 0 {
			t.starts = append(t.starts, int32(from))
		}
		t.ends[from] = max(t.ends[from], int32(to))
	}
	return t.values[from:to:to]
}

// Part ends the current part of the contribution and begins the part of another record, or of the
// place itself. It is for [PoissonShared]: each part is clipped separately and then multiplied by
// the weight. Weights of other records are at most the plan's share. The weights of a place sum to
// at most 1.
func (t *Term[T]) Part(record int32, weight float64) {
	if !t.parts && len(t.starts) > 0 && t.err == nil {
		t.err = fmt.Errorf("a place added coordinates before its first Part: call Part first")
	}
	t.flush()
	t.parts, t.weight = true, weight
	t.weights += weight
	err := t.shares.add(t.place, record, weight, t.weights)
	if err == nil && t.others[record] {
		err = fmt.Errorf("a place has two parts of the same other record: add them up first")
	}
	if t.err == nil {
		t.err = err
	}
	t.others[record] = record != t.place
}

// take adds the contribution of a place.
func (t *Term[T]) take(place int32, write func(int32, *Term[T])) {
	t.place, t.weight, t.weights, t.parts = place, 1, 0, false
	clear(t.others)
	write(place, t)
	if t.shares != nil && !t.parts && len(t.starts) > 0 && t.err == nil {
		t.err = fmt.Errorf("a contribution without parts with sampling %v: call Part for each record", t.plan.Sampling)
	}
	t.flush()
}

// flush clips the current vector, adds it to the total and clears it.
func (t *Term[T]) flush() {
	if t.seen != nil && len(t.starts) > 0 {
		t.seen(t.digestOf())
	}
	square := 0.0
	for _, from := range t.starts { // overlapping blocks only make this larger
		for _, v := range t.values[from:t.ends[from]] {
			square += float64(v) * float64(v)
		}
	}
	norm := math.Sqrt(square)
	finite := !math.IsNaN(norm) && !math.IsInf(norm, 0)
	scale := margin / max(t.plan.clip(), norm) * t.weight / grain
	for _, from := range t.starts {
		block, total := t.values[from:t.ends[from]], t.total[from:t.ends[from]]
		if finite {
			for i, v := range block {
				total[i] += int64(float64(v) * scale) // towards 0, so that the norm only falls
			}
		}
		clear(block)
		t.ends[from] = 0
	}
	t.starts = t.starts[:0]
}

// shares counts in a step how often records contribute to the terms of others.
type shares struct {
	PoissonShared
	others []atomic.Int32 // the number of terms that a record contributes to
}

// newShares returns nil for plans without parts.
func newShares(p Plan, records int) *shares {
	s, ok := p.Sampling.(PoissonShared)
	if !ok || s.Replaced {
		return nil
	}
	return &shares{s, make([]atomic.Int32, records)}
}

// add records a part.
func (s *shares) add(place, record int32, weight, weights float64) error {
	switch {
	case s == nil:
		return fmt.Errorf("Part needs PoissonShared without Replaced: this plan clips each contribution as a whole")
	case record < 0 || int(record) >= len(s.others):
		return fmt.Errorf("a part of a record that is out of range")
	case !(weight >= 0 && weights <= 1+0x1p-30):
		return fmt.Errorf("weights of parts must be at least 0, and those of a place sum to at most 1")
	case record == place:
		return nil
	case weight > s.Share:
		return fmt.Errorf("a part of another record with a weight above Share = %v of the plan", s.Share)
	}
	s.others[record].Add(1)
	return nil
}

// check refuses a step in which a record contributes to more places than were paid for.
func (s *shares) check() error {
	if s == nil {
		return nil
	}
	for i := range s.others {
		if int(s.others[i].Load()) > s.Others {
			return fmt.Errorf("a record contributes to more places than Others = %d of the plan", s.Others)
		}
	}
	return nil
}

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
