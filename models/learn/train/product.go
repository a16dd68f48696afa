package train

import (
	"slices"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/models/learn/sparse"
)

// Product multiplies by a sparse matrix S in a GoMLX graph. Backends gather rows quickly but
// scatter-add slowly. So the rows of S are sorted by their number of entries and padded in groups
// of similar length: a product gathers the rows of h and sums each group over an axis. The gradient
// is the product with the transpose, laid out in the same way.
type Product struct{ forward, backward layout }

// NewProduct lays out a matrix. The values of its entries may change between products.
func NewProduct(m *sparse.Matrix) *Product {
	row, column, _ := m.Entries()
	return &Product{newLayout(m.Rows(), row, column), newLayout(m.Cols(), column, row)}
}

// Inputs are the graph inputs that [Product.Times] reads, besides the values of the entries.
func (p *Product) Inputs() (list []any) {
	for _, t := range slices.Concat(p.forward.tensors, p.backward.tensors) {
		list = append(list, t)
	}
	return list
}

// Count returns the number of [Product.Inputs].
func (p *Product) Count() int { return len(p.forward.tensors) + len(p.backward.tensors) }

// Times returns S·h. in holds the inputs of the product, values the entries of S in the order of
// [sparse.Matrix.Entries]. The values are constants: only h has a gradient.
func (p *Product) Times(in []*Node, values, h *Node) *Node {
	f := len(p.forward.tensors)
	values = StopGradient(values)
	y := StopGradient(p.forward.times(in[:f], values, h))
	// The zeros of forGradients map the gradient with respect to y, [rows, k], to that with respect
	// to h, [cols, k].
	k := h.Shape().Dim(1)
	zeros := Zeros(h.Graph(), shapes.Make(h.DType(), p.forward.rows, k))
	both := IdentityWithCustomGradient(Concatenate([]*Node{h, zeros}, 0), func(_, v *Node) *Node {
		byY := Slice(v, AxisRange(p.backward.rows))
		return Concatenate([]*Node{p.backward.times(in[f:], values, byY), zeros}, 0)
	})
	forGradients := Slice(both, AxisRange(p.backward.rows))
	return Add(y, forGradients)
}

// layout is a sparse matrix in groups of rows.
type layout struct {
	rows int
	// tensors holds, for each group of r rows of at most w entries, the entries' indices and their
	// columns, both [r, w, 1]; then the position of each row among the groups, [rows, 1].
	tensors []*tensors.Tensor
}

// widths returns the lengths that rows are padded to: 0, 1, 2, 3, 4, 6, 9, …
func widths(entries int) int {
	w := 0
	for w < entries {
		if w < 4 {
			w++
		} else {
			w = (w*3 + 1) / 2
		}
	}
	return w
}

func newLayout(rows int, row, column []int32) layout {
	entries := make([][]int32, rows)
	for i, r := range row {
		entries[r] = append(entries[r], int32(i))
	}
	order := make([]int, rows)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return widths(len(entries[a])) - widths(len(entries[b])) })
	l, places := layout{rows: rows}, make([]int32, rows)
	for lo := 0; lo < rows; {
		w, hi := widths(len(entries[order[lo]])), lo
		for hi < rows && widths(len(entries[order[hi]])) == w {
			places[order[hi]] = int32(hi)
			hi++
		}
		w = max(w, 1)
		number, at := make([]int32, 0, (hi-lo)*w), make([]int32, 0, (hi-lo)*w)
		for _, u := range order[lo:hi] {
			for k := range w {
				if k < len(entries[u]) {
					number, at = append(number, entries[u][k]), append(at, column[entries[u][k]])
				} else {
					number, at = append(number, int32(len(row))), append(at, 0) // the value 0
				}
			}
		}
		l.tensors = append(l.tensors, tensors.FromFlatDataAndDimensions(number, hi-lo, w, 1), tensors.FromFlatDataAndDimensions(at, hi-lo, w, 1))
		lo = hi
	}
	l.tensors = append(l.tensors, tensors.FromFlatDataAndDimensions(places, rows, 1))
	return l
}

func (l layout) times(in []*Node, values, h *Node) *Node {
	g := h.Graph()
	padded := Concatenate([]*Node{ConvertDType(values, h.DType()), Zeros(g, shapes.Make(h.DType(), 1))}, 0)
	var groups []*Node
	for i := 0; i+1 < len(in); i += 2 {
		groups = append(groups, ReduceSum(Mul(ExpandAxes(Gather(padded, in[i]), -1), Gather(h, in[i+1])), 1))
	}
	if len(groups) == 0 {
		return Zeros(g, shapes.Make(h.DType(), l.rows, h.Shape().Dim(1)))
	}
	return Gather(Concatenate(groups, 0), in[len(in)-1])
}
