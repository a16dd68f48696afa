package der

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sort"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
)

// span is a range of consecutive positions.
type span struct{ from, to int32 }

func (s span) length() int64 { return int64(s.to - s.from) }

// region is a rectangle of the adjacency matrix; only pairs above the diagonal count.
type region struct {
	rows, cols span
	level      int
	parts      []int32 // its regions; none for a leaf
	count      float64 // weighted mean of the noisy counts, or the fitted count
	weight     float64 // inverse variance of the noisy counts
}

// capacity returns the number of pairs of a row and a later column.
func capacity(rows, cols span) int64 {
	full := max(int64(min(rows.to, cols.from)-rows.from), 0) * cols.length()
	if low, high := max(rows.from, cols.from), min(rows.to, cols.to-1); high > low {
		full += int64(high-low) * (int64(cols.to-1-low) + int64(cols.to-high)) / 2
	}
	return full
}

func (r region) capacity() int64 { return capacity(r.rows, r.cols) }

// tree cuts the set of all pairs recursively into regions.
type tree struct {
	position []int32 // position of each node
	node     []int32 // node at each position
	regions  []region
}

// newTree returns a tree with a single region for nodes in this order.
func newTree(order []int32) *tree {
	n := int32(len(order))
	t := &tree{position: make([]int32, n), node: order, regions: []region{{rows: span{0, n}, cols: span{0, n}}}}
	for i, u := range order {
		t.position[u] = int32(i)
	}
	return t
}

// cut cuts a leaf before a row and before a column. It drops parts without a pair.
func (t *tree) cut(leaf, row, col int32) {
	r := t.regions[leaf]
	for _, rows := range []span{{r.rows.from, row}, {row, r.rows.to}} {
		for _, cols := range []span{{r.cols.from, col}, {col, r.cols.to}} {
			if capacity(rows, cols) > 0 {
				t.regions[leaf].parts = append(t.regions[leaf].parts, int32(len(t.regions)))
				t.regions = append(t.regions, region{rows: rows, cols: cols, level: r.level + 1})
			}
		}
	}
}

// leafOf returns the leaf that contains a pair of nodes, and the pair's positions.
func (t *tree) leafOf(u, v int32) (leaf, row, col int32) {
	row, col = t.position[u], t.position[v]
	if row > col {
		row, col = col, row
	}
	for len(t.regions[leaf].parts) > 0 {
		for _, p := range t.regions[leaf].parts {
			if r := &t.regions[p]; row >= r.rows.from && row < r.rows.to && col >= r.cols.from && col < r.cols.to {
				leaf = p
				break
			}
		}
	}
	return leaf, row, col
}

func (t *tree) leaves() (list []int32) {
	for i, r := range t.regions {
		if len(r.parts) == 0 {
			list = append(list, int32(i))
		}
	}
	return list
}

// ranks returns the index of each region in a list, or -1.
func (t *tree) ranks(list []int32) []int {
	rank := slices.Repeat([]int{-1}, len(t.regions))
	for i, r := range list {
		rank[r] = i
	}
	return rank
}

// name identifies a list of regions and the order of nodes.
func (t *tree) name(what string, list []int32) string {
	h := fnv.New64a()
	put := func(x ...int32) {
		for _, v := range x {
			var b [4]byte
			binary.LittleEndian.PutUint32(b[:], uint32(v))
			_, _ = h.Write(b[:])
		}
	}
	put(t.node...)
	for _, i := range list {
		r := t.regions[i]
		put(r.rows.from, r.rows.to, r.cols.from, r.cols.to)
	}
	return fmt.Sprintf("%s of %d regions %016x", what, len(list), h.Sum64())
}

// counts releases the edge counts of the listed leaves.
func (t *tree) counts(s *gdp.Session, label string, list []int32, eps gdp.Epsilon) ([]float64, error) {
	noisy, err := gdp.DiscreteLaplace(s, label, t.pairCounts(s.Relation(), list), eps)
	out := lists.Convert[float64](noisy)
	return out, err
}

// pairCounts queries the edge count of each listed leaf; an edge is in at most one.
func (t *tree) pairCounts(rel gdp.Relation, list []int32) gdp.Bounded[gdp.L1] {
	bound := gdp.L1(1)
	if rel != gdp.EdgeLevel || len(list) == 0 {
		bound = gdp.L1(math.NaN())
	}
	rank, basis := t.ranks(list), gdp.Proof{Doc: "proofs/queries.md#pair-counts", Test: "TestPairCounts"}
	return gdp.Query("edge "+t.name("counts", list), rel, bound, basis, func(d *gdp.Data) ([]float64, error) {
		counts := make([]float64, len(list))
		for u, v := range d.Network.Graph.Undirected().Edges() {
			leaf, _, _ := t.leafOf(u, v)
			if i := rank[leaf]; i >= 0 {
				counts[i]++
			}
		}
		return counts, nil
	}).OnNodes(len(t.node))
}

// cell returns the index of a pair of positions in the region, row by row.
func (r region) cell(row, col int32) int64 {
	return capacity(span{r.rows.from, row}, r.cols) + int64(col-max(r.cols.from, row+1))
}

// pair is the inverse of cell.
func (r region) pair(cell int64) (row, col int32) {
	row = r.rows.from + int32(sort.Search(int(r.rows.length()), func(i int) bool {
		return capacity(span{r.rows.from, r.rows.from + int32(i) + 1}, r.cols) > cell
	}))
	return row, max(r.cols.from, row+1) + int32(cell-capacity(span{r.rows.from, row}, r.cols))
}
