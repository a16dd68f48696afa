package gin

import (
	"fmt"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
)

// packing puts the graphs of a batch into blocks of n nodes, so that batches have few shapes.
type packing struct{ n, tags, batch int }

// mostNumbers bounds the entries of the adjacency matrices of a batch.
const mostNumbers = 1 << 28

// newPacking returns a packing for all graphs. Tags are the degrees in the training graphs.
func newPacking(learn, test []*graph.Graph, batch int) (packing, error) {
	p := packing{batch: batch}
	for i, g := range slices.Concat(learn, test) {
		if p.n = max(p.n, g.N()); i < len(learn) {
			p.tags = max(p.tags, int(slices.Max(g.Degrees()))+1)
		}
	}
	if p.n > mostNumbers/p.n/batch {
		return p, fmt.Errorf("gin: a graph of %d nodes in batches of %d graphs: %d² × %d is above %d; set Batch to less", p.n, batch, p.n, batch, mostNumbers)
	}
	return p, nil
}

// inputs returns the inputs of the network: A + I of each block, tag and graph of each node, class
// of each graph. Padding belongs to graph p.batch, with class -1.
func (p packing) inputs(graphs []*graph.Graph, class []int32) []any {
	first, next := make([]int, len(graphs)), 0 // per node
	for i, g := range graphs {
		if next%p.n+g.N() > p.n {
			next += p.n - next%p.n
		}
		first[i], next = next, next+g.N()
	}
	blocks := 1
	for blocks*p.n < next {
		blocks += (blocks + 2) / 3
	}
	a, tag := make([]float32, blocks*p.n*p.n), make([]int32, blocks*p.n)
	of := slices.Repeat([]int32{int32(p.batch)}, blocks*p.n)
	for i, g := range graphs {
		for u := range int32(g.N()) {
			at := first[i] + int(u)
			tag[at], of[at] = int32(min(g.Degree(u), p.tags-1)), int32(i)
			row := a[at*p.n+first[i]%p.n:]
			row[u] = 1
			for _, v := range g.Neighbors(u) {
				row[v]++
			}
		}
	}
	for len(class) < p.batch {
		class = append(class, -1)
	}
	return []any{tensors.FromFlatDataAndDimensions(a, blocks, p.n, p.n), tag, of, class}
}
