package privgraph

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp/query"
)

// facts are the statistics from which the graph is generated.
type facts struct {
	community []int32   // community of each node: 0, 1 …
	within    []float64 // degree of each node within its community
	between   []float64 // edge counts between communities, by cell
}

// count is the number of communities.
func (f facts) count() int {
	most := int32(-1)
	for _, c := range f.community {
		most = max(most, c)
	}
	return int(most) + 1
}

// renumber drops the numbers of empty communities.
func (f facts) renumber() {
	number := map[int32]int32{}
	for u, c := range f.community {
		if _, there := number[c]; !there {
			number[c] = int32(len(number))
		}
		f.community[u] = number[c]
	}
}

// digest identifies the communities.
func (f facts) digest() string {
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, f.community)
	return fmt.Sprintf("%016x", h.Sum64())
}

// ofCell returns the pair of communities of a cell.
func ofCell(i int) (low, high int32) {
	j := 0
	for lo, hi := 0, 1<<16; lo < hi; {
		if mid := (lo + hi) / 2; query.BlockCells(mid+1) <= i {
			lo = mid + 1
			j = lo
		} else {
			hi = mid
		}
	}
	return int32(i - query.BlockCells(j)), int32(j)
}

// consistent subtracts one integer from all noisy counts and clips them at 0, so that their sum is
// as near as possible to the sum before.
func consistent(noisy []int64) []int64 {
	sum := lists.Sum(noisy)
	left := func(off int64) (total int64) {
		for _, x := range noisy {
			total += max(x-off, 0)
		}
		return total
	}
	low, high := int64(0), int64(1) // left decreases: find the last that leaves at least the sum
	for left(high) > max(sum, 0) && high < 1<<40 {
		high *= 2
	}
	for low < high {
		if mid := (low + high) / 2; left(mid) > max(sum, 0) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low > 0 && left(low-1)-max(sum, 0) < max(sum, 0)-left(low) {
		low--
	}
	out := make([]int64, len(noisy))
	for i, x := range noisy {
		out[i] = max(x-low, 0) // [PRIVGRAPH23] Consistency
	}
	return out
}

// consistentWithin applies consistent to the degrees of each community and clips them to the
// possible ones.
func (f facts) consistentWithin() []float64 {
	members := make([][]int32, f.count())
	for u, c := range f.community {
		members[c] = append(members[c], int32(u))
	}
	out := make([]float64, len(f.within))
	for _, list := range members {
		noisy := lists.Map(list, func(u int32) int64 { return int64(f.within[u]) })
		for i, d := range consistent(noisy) {
			out[list[i]] = min(float64(d), float64(len(list)-1))
		}
	}
	return out
}

// draw joins nodes of a community in proportion to the product of their degrees, and nodes of two
// communities uniformly, by the edge counts. If stale, one of the two is always the last community.
func (f facts) draw(stale bool, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	k := f.count()
	var edges []graph.Edge
	members := make([][]int32, k)
	for u, c := range f.community {
		members[c] = append(members[c], int32(u))
	}
	for _, list := range members {
		weights := lists.Map(list, func(u int32) float64 { return f.within[u] })
		block, err := w.ChungLu(weights, r)
		if err != nil {
			return nil, err
		}
		for u, v := range block.Edges() {
			edges = append(edges, graph.Edge{U: list[u], V: list[v]})
		}
	}
	wanted := map[[2]int32]float64{}
	for i, x := range f.between {
		low, high := ofCell(i)
		if stale {
			low, high = min(high, int32(k-1)), int32(k-1) // [PRIVGRAPH23] Joining, as coded
		}
		if x > 0 {
			wanted[[2]int32{low, high}] += x // [PRIVGRAPH23] Joining
		}
	}
	var list []gen.Cell
	for pair, x := range wanted {
		list = append(list, gen.Cell{A: pair[0], B: pair[1], Edges: x})
	}
	slices.SortFunc(list, func(a, b gen.Cell) int { return query.BlockCell(a.A, a.B) - query.BlockCell(b.A, b.B) })
	rest, err := w.Cells(f.community, k, list, 0, r)
	if err != nil {
		return nil, err
	}
	for u, v := range rest.Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	g, _, err := graph.FromEdges(len(f.community), edges, graph.Options{})
	return g, err
}
