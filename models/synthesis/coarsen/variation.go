package coarsen

import (
	"container/heap"
	"context"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
)

// kept is the number of vectors that LVN preserves: K of Loukas' code.
const kept = 10

// summary contracts disjoint neighbourhoods of small local variation, level by level: first those
// that change the Laplacian least on the span of its smoothest eigenvectors. The remaining
// neighbours of a contracted node form a smaller set with its own cost. If every set would leave
// too few nodes, edges are contracted by the same cost.
func (Neighbourhoods) summary(ctx context.Context, g *graph.Graph, k int, r *rand.Rand) (*dpgs.SummaryGraph, error) {
	v, err := started(ctx, weightedOf(g), r)
	if err != nil {
		return nil, err
	}
	c := &contraction{k: k, sets: v.sets, after: v.coarsen}
	return c.run(ctx, g)
}

// variation is the subspace to preserve.
type variation struct {
	columns int
	basis   []float64 // B: means over parts of the previous level's B
	norm    []float64 // A = B (BᵀLB)^(-1/2), on whose columns L is the identity
}

// started returns the subspace of the smoothest eigenvectors without those of eigenvalue 0, which
// no contraction changes.
func started(ctx context.Context, w *weighted, r *rand.Rand) (*variation, error) {
	values, b, err := w.smallest(ctx, kept, r)
	for i := range b {
		b[i] /= math.Sqrt(values[i%len(values)]) // B₀ = U Λ^(-1/2)
	}
	return &variation{len(values), b, b}, err
}

// coarsen maps the subspace to the next level.
func (v *variation) coarsen(part []int32, w *weighted) error {
	sizes := sizesOf(part, w.n())
	b := make([]float64, w.n()*v.columns)
	for u, p := range part {
		for j := range v.columns {
			b[int(p)*v.columns+j] += v.basis[u*v.columns+j] / float64(sizes[p])
		}
	}
	v.basis = b
	var err error
	v.norm, err = w.normalised(b, v.columns)
	return err
}

// normalised returns B (BᵀLB)^(-1/2), with 0 in place of the inverse root on the null space.
func (w *weighted) normalised(b []float64, columns int) ([]float64, error) {
	if columns == 0 {
		return nil, nil
	}
	y := make([]float64, len(b))
	w.timesLaplacian(y, b, columns)
	values, vectors, err := spectrum(gram(b, y, columns), columns)
	if err != nil {
		return nil, err
	}
	root := make([]float64, columns*columns)
	for l, value := range values {
		if value <= 1e-10*values[columns-1] {
			continue
		}
		for i := range columns {
			for j := range columns {
				root[i*columns+j] += vectors[i*columns+l] * vectors[j*columns+l] / math.Sqrt(value)
			}
		}
	}
	return times(b, root, columns), nil
}

// cost returns the local variation of a set C of at least two nodes: |Aᵀ Π L_C Π A| / (|C| - 1). Π
// subtracts the mean of the set; L_C is its Laplacian, in which edges to other nodes count twice.
// Loukas 2019, Section 4.
func (v *variation) cost(w *weighted, set []int32, degrees []float64, in []bool) float64 {
	k := v.columns
	mean := make([]float64, k)
	for _, u := range set {
		in[u] = true
		for j := range k {
			mean[j] += v.norm[int(u)*k+j] / float64(len(set))
		}
	}
	m, d := make([]float64, k*k), make([]float64, k)
	add := func(weight float64) {
		for i, a := range d {
			a *= weight
			for j := i; j < k; j++ {
				m[i*k+j] += a * d[j]
			}
		}
	}
	for _, u := range set {
		row, inside := v.norm[int(u)*k:(int(u)+1)*k], 0.0
		for _, a := range w.rows[u] {
			if !in[a.to] {
				continue
			}
			inside += a.w
			if u < a.to {
				for j := range d {
					d[j] = row[j] - v.norm[int(a.to)*k+j]
				}
				add(a.w)
			}
		}
		for j := range d {
			d[j] = row[j] - mean[j]
		}
		add(2 * (degrees[u] - inside))
	}
	for _, u := range set {
		in[u] = false
	}
	sum := 0.0
	for i := range k {
		sum += m[i*k+i] * m[i*k+i]
		for j := i + 1; j < k; j++ {
			sum += 2 * m[i*k+j] * m[i*k+j]
		}
	}
	return math.Sqrt(sum) / float64(len(set)-1)
}

// candidate is a set of nodes with its cost.
type candidate struct {
	set  []int32
	cost float64
	at   int // index in the family, to break ties
}

// sets chooses neighbourhoods or, failing that, edges.
func (v *variation) sets(w *weighted, fewer int) [][]int32 {
	if chosen := v.cheapest(w, neighbourhoods(w), fewer); len(chosen) > 0 {
		return chosen
	}
	return v.cheapest(w, edges(w), fewer)
}

// neighbourhoods returns each node with its neighbours.
func neighbourhoods(w *weighted) (family [][]int32) {
	for u, row := range w.rows {
		if len(row) > 0 {
			family = append(family, append([]int32{int32(u)}, lists.Map(row, func(a arc) int32 { return a.to })...))
		}
	}
	return family
}

// edges returns the pairs of adjacent nodes.
func edges(w *weighted) (family [][]int32) {
	for u, row := range w.rows {
		for _, a := range row {
			if int32(u) < a.to {
				family = append(family, []int32{int32(u), a.to})
			}
		}
	}
	return family
}

// cheapest chooses sets of a family, the cheapest first, until the given number of nodes is
// removed. It skips a set that would remove too many, and requeues the rest of a set that has
// lost nodes.
func (v *variation) cheapest(w *weighted, family [][]int32, fewer int) (chosen [][]int32) {
	degrees, in, marked := w.degrees(), make([]bool, w.n()), make([]bool, w.n())
	q := &heapOf[candidate]{less: func(a, b candidate) bool { return a.cost < b.cost || a.cost == b.cost && a.at < b.at }}
	for i, set := range family {
		q.list = append(q.list, candidate{set, v.cost(w, set, degrees, in), i})
	}
	heap.Init(q)
	for q.Len() > 0 && fewer > 0 {
		c := heap.Pop(q).(candidate)
		left := lists.Filter(c.set, func(u int32) bool { return !marked[u] })
		switch {
		case len(left) < 2:
		case len(left) < len(c.set):
			heap.Push(q, candidate{left, v.cost(w, left, degrees, in), c.at})
		case len(left)-1 <= fewer:
			for _, u := range left {
				marked[u] = true
			}
			chosen, fewer = append(chosen, left), fewer-len(left)+1
		}
	}
	return chosen
}
