package allpairs

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/vector"
)

const (
	// tile is the number of rows and columns of a block of scores: with its two blocks of codes it
	// fits into the L1 cache.
	tile = 64
	// lanes is the number of partial gradients. It is fixed, so that the order of summation does
	// not depend on the machine.
	lanes = 8
	// few is the number of nodes up to which pairs are listed singly: tiles would be mostly
	// padding.
	few = 40
)

// Decoder holds reusable working memory for the losses below, lanes+2 times the size of the codes.
// The zero value is ready. It is not safe for concurrent use.
type Decoder struct {
	codes, turned vector.Matrix // Z, and Zᵀ block by block, both padded to whole tiles
	start         []float32     // initial scores of a tile: the bias
	lanes         [lanes]lane
}

// lane accumulates the tiles l, l+lanes, l+2·lanes, … of a sum.
type lane struct {
	gradient    vector.Matrix // padded
	loss, dbias float64
	scores      []float32 // of the current tile
}

// Unlinked returns w·Σ_{i<j} softplus(s_ij), the loss of all pairs of nodes if none were linked,
// with s_ij = z_i·z_j + bias. It adds its gradient with respect to z to dz and returns the
// derivative by the bias.
//
// Only half of the score matrix is computed, a tile at a time: σ(s_ij) adds to the gradients of
// both z_i and z_j.
func (d *Decoder) Unlinked(z vector.Matrix, bias, w float64, dz vector.Matrix) (loss, dbias float64) {
	if z.Rows <= few {
		var all []graph.Edge
		for u := range int32(z.Rows) {
			for v := u + 1; v < int32(z.Rows); v++ {
				all = append(all, graph.Edge{U: u, V: v})
			}
		}
		return d.Pairs(z, bias, all, 0, w, dz)
	}
	d.load(z, float32(bias))
	blocks := (z.Rows + tile - 1) / tile
	parallel.Blocks(lanes, 1, func(_, l, _ int) {
		lane := &d.lanes[l]
		clear(lane.gradient.Data)
		lane.loss, lane.dbias = 0, 0
		for t, i := 0, 0; i < blocks; i++ {
			for j := i; j < blocks; t, j = t+1, j+1 {
				if t%lanes == l {
					lane.tile(d, z.Rows, i, j)
				}
			}
		}
	})
	parallel.Blocks(z.Rows, 256, func(_, lo, hi int) {
		for l := range d.lanes {
			for u := lo; u < hi; u++ {
				vector.AddScaled(dz.Row(u), float32(w), d.lanes[l].gradient.Row(u))
			}
		}
	})
	for l := range d.lanes {
		loss += w * d.lanes[l].loss
		dbias += w * d.lanes[l].dbias
	}
	return loss, dbias
}

// load copies the codes and allocates memory.
func (d *Decoder) load(z vector.Matrix, bias float32) {
	rows := (z.Rows + tile - 1) / tile * tile
	if d.codes.Rows != rows || d.codes.Cols != z.Cols {
		d.codes, d.turned = vector.New(rows, z.Cols), vector.New(rows/tile*z.Cols, tile)
		d.start = make([]float32, tile*tile)
		for l := range d.lanes {
			d.lanes[l] = lane{gradient: vector.New(rows, z.Cols), scores: make([]float32, tile*tile)}
		}
	}
	for i := range d.start {
		d.start[i] = bias
	}
	parallel.Blocks(rows/tile, 1, func(_, b, _ int) {
		for u := b * tile; u < (b+1)*tile; u++ {
			row := d.codes.Row(u)
			clear(row)
			if u < z.Rows {
				copy(row, z.Row(u))
			}
			for k, v := range row {
				d.turned.Data[(b*z.Cols+k)*tile+u%tile] = v
			}
		}
	})
}

// tile adds the pairs of a node of block i and a later node of block j ≥ i.
func (l *lane) tile(d *Decoder, nodes, i, j int) {
	copy(l.scores, d.start)
	width := d.codes.Cols
	zi, zj := d.codes.RowsOf(i*tile, (i+1)*tile), d.codes.RowsOf(j*tile, (j+1)*tile)
	s := vector.Dense(l.scores, tile)
	vector.AddProduct(s, zi, d.turned.RowsOf(j*width, (j+1)*width))
	l.leaveOut(nodes, i, j)
	loss, dbias := vector.Logistic(l.scores)
	l.loss, l.dbias = l.loss+loss, l.dbias+dbias
	vector.AddProduct(l.gradient.RowsOf(i*tile, (i+1)*tile), s, zj)
	vector.AddTransposeProduct(l.gradient.RowsOf(j*tile, (j+1)*tile), s, zi)
}

// leaveOut gives entries that are not pairs a score with zero loss and gradient: padding, and the
// lower half of diagonal blocks.
func (l *lane) leaveOut(nodes, i, j int) {
	last := min(tile, nodes-j*tile)
	if i != j && last == tile {
		return
	}
	for u := range tile {
		row := l.scores[u*tile:][:tile]
		for v := range row {
			if v >= last || i == j && v <= u {
				row[v] = float32(math.Inf(-1))
			}
		}
	}
}

// Pairs returns Σ [linked·softplus(-s_ij) + unlinked·softplus(s_ij)] over a list of pairs: the loss
// of sampled pairs, or the term of the edges beside [Decoder.Unlinked]. It adds its gradient with
// respect to z to dz and returns the derivative by the bias. Pairs may repeat, and a node may be
// paired with itself.
func (d *Decoder) Pairs(z vector.Matrix, bias float64, pairs []graph.Edge, linked, unlinked float64, dz vector.Matrix) (loss, dbias float64) {
	const block = 512
	n := len(pairs)
	to, from, slopes := make([]int32, 2*n), make([]int32, 2*n), make([]float32, 2*n)
	parts := make([][2]float64, (n+block-1)/block)
	parallel.Blocks(n, block, func(_, lo, hi int) {
		part := &parts[lo/block]
		for p := lo; p < hi; p++ {
			e := pairs[p]
			s := float64(vector.Dot(z.Row(int(e.U)), z.Row(int(e.V)))) + bias
			y := 1 / (1 + scalar.Exp(-s))
			slope := (linked+unlinked)*y - linked
			part[0] += linked*softplus(-s) + unlinked*softplus(s)
			part[1] += slope
			to[2*p], from[2*p], slopes[2*p] = e.U, e.V, float32(slope)
			to[2*p+1], from[2*p+1], slopes[2*p+1] = e.V, e.U, float32(slope)
		}
	})
	vector.AddRows(dz, to, slopes, z, from)
	for _, part := range parts {
		loss += part[0]
		dbias += part[1]
	}
	return loss, dbias
}

// softplus returns ln(1+eˢ).
func softplus(s float64) float64 { return max(s, 0) + math.Log1p(scalar.Exp(-math.Abs(s))) }
