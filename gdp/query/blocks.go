package query

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
)

// blocksName returns a query name that identifies the blocks.
func blocksName(what string, block []int32, blocks int) string {
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, block)
	return fmt.Sprintf("%s of %d blocks %016x", what, blocks, h.Sum64())
}

// validBlocks returns the number of nodes, or 0 if a node is in no block.
func validBlocks(block []int32, blocks int) int {
	for _, b := range block {
		if b < 0 || int(b) >= blocks {
			return 0
		}
	}
	return len(block)
}

// BlockCells returns the number of values of [BlockCounts].
func BlockCells(blocks int) int { return blocks * (blocks + 1) / 2 }

// BlockCell returns the index of a pair of blocks, or of one block with itself.
func BlockCell(a, b int32) int { return BlockCells(int(max(a, b))) + int(min(a, b)) }

// BlockCounts returns the number of edges within each block of nodes and between each two blocks,
// at index [BlockCell]. The blocks must be public or released before. Its sensitivity is bounded at
// edge level only.
func BlockCounts[N gdp.Norm](rel gdp.Relation, block []int32, blocks int) gdp.Bounded[N] {
	n := validBlocks(block, blocks)
	return bounded[N](rel, definition{
		name: blocksName("edge counts", block, blocks), n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#block-counts", Test: "TestBlockCounts"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			counts := make([]float64, BlockCells(blocks))
			for u, v := range g.Edges() {
				counts[BlockCell(block[u], block[v])]++
			}
			return counts, nil
		},
	})
}

// CutSize returns the number of edges between different blocks. The blocks must be public or
// released before. Its sensitivity is bounded at edge level only.
func CutSize[N gdp.Norm](rel gdp.Relation, block []int32) gdp.Bounded[N] {
	blocks := int32(0)
	for _, b := range block {
		blocks = max(blocks, b+1)
	}
	n := validBlocks(block, int(blocks))
	return bounded[N](rel, definition{
		name: blocksName("edges between", block, int(blocks)), n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#block-counts", Test: "TestCutSize"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			cut := 0
			for u, v := range g.Edges() {
				if block[u] != block[v] {
					cut++
				}
			}
			return scalar(float64(cut))
		},
	})
}

// BlockDegrees returns each node's number of neighbours in each block, node by node. The blocks
// must be public or released before. Its sensitivity is bounded at edge level only.
func BlockDegrees[N gdp.Norm](rel gdp.Relation, block []int32, blocks int) gdp.Bounded[N] {
	n := validBlocks(block, blocks)
	return bounded[N](rel, definition{
		name: blocksName("degrees", block, blocks), n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#block-degrees", Test: "TestBlockDegrees"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: {2, root(2), 1}},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			counts := make([]float64, n*blocks)
			for u, v := range g.Edges() {
				counts[int(u)*blocks+int(block[v])]++
				counts[int(v)*blocks+int(block[u])]++
			}
			return counts, nil
		},
	})
}

// BlockNeighbours is the query for nodes that choose a block one after the other, in a public order
// in which each node occurs once. A node scores each block by its number of neighbours there;
// earlier nodes count in the block that they chose, later ones in their previous block. An edge
// moves one score of each end by 1, both up or both down. Its sensitivity is bounded at edge level
// only.
func BlockNeighbours(rel gdp.Relation, block []int32, blocks int, order []int32) gdp.InTurn {
	n := validBlocks(block, blocks)
	if sorted := slices.Sorted(slices.Values(order)); len(order) != n || n > 0 && (sorted[0] != 0 || int(sorted[n-1]) != n-1 || len(slices.Compact(sorted)) != n) {
		n = 0 // a node is missing or repeated
	}
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, order)
	q := gdp.InTurn{
		Name: fmt.Sprintf("%s in turn %016x", blocksName("neighbours", block, blocks), h.Sum64()), Relation: rel, Bound: 0.5,
		Basis: gdp.Proof{Doc: "proofs/queries.md#block-neighbours", Test: "TestBlockNeighbours"}, Rows: n, Length: blocks, Affected: min(2, n),
	}
	if rel != gdp.EdgeLevel {
		q.Bound = gdp.LInf(math.NaN())
	}
	q.Begin = func(d *gdp.Data) (func(int, []int32) (gdp.Entries, error), error) {
		if d.Network == nil || d.Network.Graph.N() != n || n == 0 {
			return nil, fmt.Errorf("query: neighbours by block are made for one graph of %d nodes", n)
		}
		g, now := d.Network.Graph.Undirected(), slices.Clone(block)
		return func(row int, before []int32) (e gdp.Entries, err error) {
			if row > 0 {
				now[order[row-1]] = before[row-1]
			}
			of := lists.Map(g.Neighbors(order[row]), func(v int32) int32 { return now[v] })
			slices.Sort(of)
			for _, b := range of {
				if last := len(e.At) - 1; last >= 0 && e.At[last] == b {
					e.Values[last]++
				} else {
					e.At, e.Values = append(e.At, b), append(e.Values, 1)
				}
			}
			return e, nil
		}, nil
	}
	return q
}

// ShellCounts returns for each shell the number of edges from its nodes to nodes of the same or a
// higher shell. The counts of a shell and all higher ones sum to the edges within these. The shells
// must be public or released before. Its sensitivity is bounded at edge level only.
func ShellCounts[N gdp.Norm](rel gdp.Relation, shell []int32, shells int) gdp.Bounded[N] {
	n := validBlocks(shell, shells)
	return bounded[N](rel, definition{
		name: blocksName("edges by their lower shell", shell, shells), n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#shell-counts", Test: "TestShellCounts"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			counts := make([]float64, shells)
			for u, v := range g.Edges() {
				counts[min(shell[u], shell[v])]++
			}
			return counts, nil
		},
	})
}

// TreeCounts returns the number of edges in each cell of the inner vertices of a tree. An edge is
// counted at the lowest common ancestor of its ends. The tree and the cells, the root's first, must
// be public or released before. Its sensitivity is bounded at edge level only.
func TreeCounts[N gdp.Norm](rel gdp.Relation, t *graph.Tree, cell []int32, cells int) gdp.Bounded[N] {
	n := t.Leaves()
	if len(cell) != n-1 || validBlocks(cell, cells) == 0 {
		n = 0 // an inner vertex has no cell
	}
	h := fnv.New64a()
	for i := range cell[:max(n-1, 0)] {
		left, right := t.Children(int32(n + i))
		_, _ = fmt.Fprint(h, left, right, " ")
	}
	return bounded[N](rel, definition{
		name: fmt.Sprintf("edges of a tree %016x by %s", h.Sum64(), blocksName("vertices", cell, cells)), n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#tree-counts", Test: "TestTreeCounts"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			counts := make([]float64, cells)
			for u, v := range g.Edges() {
				counts[cell[int(t.Meet(u, v))-n]]++
			}
			return counts, nil
		},
	})
}

// GroupNeighbours returns the number of neighbours in each group, for each node outside all groups,
// in ascending order of nodes. Group k has the nodes u with group[u] = k; -1 means no group. Groups
// must be public or released before.
func GroupNeighbours[N gdp.Norm](rel gdp.Relation, group []int32) gdp.Bounded[N] {
	n, h := len(group), fnv.New64a()
	fmt.Fprintln(h, group)
	groups := 0
	for _, k := range group {
		if groups = max(groups, int(k)+1); k < -1 {
			n = 0 // refused
			break
		}
	}
	return bounded[N](rel, definition{
		name: fmt.Sprintf("neighbours in %d groups %016x", groups, h.Sum64()), n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#group-neighbours", Test: "TestGroupNeighbours"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			var counts []float64
			for u, of := range group {
				if of >= 0 {
					continue
				}
				row := make([]float64, groups)
				for _, v := range g.Neighbors(int32(u)) {
					if k := group[v]; k >= 0 {
						row[k]++
					}
				}
				counts = append(counts, row...)
			}
			return slices.Clip(counts), nil
		},
	})
}
