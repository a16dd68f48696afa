package der

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// order orders nodes by community, then by degree, and holds the tree of regions.
type order struct {
	*tree
	breaks []int32   // first positions of communities but the first, ascending
	sums   []float64 // cumulative weights of nodes by position
	edges  []float64 // fitted count of each region
}

// ordered orders nodes by their communities and degrees.
func ordered(degrees []float64, of []int32) *order {
	list := graph.Nodes(len(of))
	slices.SortStableFunc(list, func(u, v int32) int {
		return cmp.Or(cmp.Compare(of[u], of[v]), cmp.Compare(degrees[v], degrees[u]))
	})
	o := &order{tree: newTree(list), sums: make([]float64, len(list)+1)}
	mean := 0.0
	for _, d := range degrees {
		mean += max(d, 0) / float64(len(degrees))
	}
	for i, u := range list {
		if i > 0 && of[u] != of[list[i-1]] {
			o.breaks = append(o.breaks, int32(i))
		}
		o.sums[i+1] = o.sums[i] + max(degrees[u], mean/100, 1e-6)
	}
	return o
}

// middle returns where to cut a span: at a community boundary in its middle half if possible,
// otherwise where both sides have about the same weight.
func (o *order) middle(s span) int32 {
	half, quarter := (s.from+s.to)/2, (s.to-s.from)/4
	i := sort.Search(len(o.breaks), func(i int) bool { return o.breaks[i] >= half })
	best := int32(math.MaxInt32)
	for _, j := range []int{i - 1, i} {
		if j >= 0 && j < len(o.breaks) {
			if b := o.breaks[j]; max(b-half, half-b) <= quarter && b > s.from && b < s.to && max(b-half, half-b) < max(best-half, half-best) {
				best = b
			}
		}
	}
	if best < math.MaxInt32 {
		return best
	}
	wanted := (o.sums[s.from] + o.sums[s.to]) / 2
	at := s.from + int32(sort.Search(int(s.length()), func(i int) bool { return o.sums[s.from+int32(i)] >= wanted }))
	return min(max(at, s.from+1), s.to-1)
}

// rounds holds, for each round, its share of the counts' ε and the edges wanted per region in units
// of 1/ε.
var rounds = []struct{ share, edges float64 }{{0.1, 0}, {0.35, 40}, {0.55, 5}}

// grow counts all edges, then twice cuts regions as finely as the counts allow and counts the
// leaves. Each round counts all leaves, also those that were counted before.
func (o *order) grow(eps gdp.Epsilon, counts func(t *tree, label string, list []int32, eps gdp.Epsilon) ([]float64, error)) error {
	var fitted []float64
	for round, x := range rounds {
		asking := eps * gdp.Epsilon(x.share)
		if round > 0 {
			for _, leaf := range o.leaves() {
				o.refine(leaf, fitted[leaf], x.edges/float64(asking))
			}
		}
		list := o.leaves()
		noisy, err := counts(o.tree, fmt.Sprintf("counts %d", round), list, asking)
		if err != nil {
			return err
		}
		for i, leaf := range list {
			r, w := &o.regions[leaf], float64(asking)*float64(asking)/2
			r.count = (r.count*r.weight + noisy[i]*w) / (r.weight + w)
			r.weight += w
		}
		fitted = o.fitted()
	}
	o.edges = fitted
	return nil
}

// mass returns a region's expected count if edges depended on node weights alone.
func (o *order) mass(r region) float64 {
	x := (o.sums[r.rows.to] - o.sums[r.rows.from]) * (o.sums[r.cols.to] - o.sums[r.cols.from])
	if r.rows == r.cols {
		x /= 2
	}
	return x
}

// refine cuts a leaf as long as its parts are expected to have enough edges.
func (o *order) refine(leaf int32, edges, enough float64) {
	r := o.regions[leaf]
	wide := max(r.rows.length(), r.cols.length())
	if wide < 2 || edges < 4*enough || edges > dense*float64(r.capacity()) || len(o.regions) > mostRegions-4 {
		return
	}
	row, col := r.rows.to, r.cols.to
	if r.rows.length() > 1 && 2*r.rows.length() > wide {
		row = o.middle(r.rows)
	}
	if r.cols.length() > 1 && 2*r.cols.length() > wide {
		col = o.middle(r.cols)
	}
	o.cut(leaf, row, col)
	for _, part := range o.regions[leaf].parts {
		o.refine(part, edges*o.mass(o.regions[part])/o.mass(r), enough)
	}
}

// draw draws the edges of all leaves in random order. It chooses ends by their weight and by how
// many edges they lack. If the leaf is half full, or no such ends are found, it draws a pair
// uniformly.
func (o *order) draw(r *rand.Rand) (*graph.Graph, error) {
	var turns []int32
	sum := 0.0
	for _, i := range o.leaves() {
		wanted := min(int64(o.edges[i]+r.Float64()), o.regions[i].capacity(), int64(mostEdges-len(turns)))
		sum += float64(wanted)
		for range wanted {
			turns = append(turns, i)
		}
	}
	r.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
	n := len(o.node)
	scale, got := 2*sum/o.sums[n], make([]float64, n)
	seen, had := make(map[[2]int32]bool, len(turns)), make([]int64, len(o.regions))
	edges := make([]graph.Edge, 0, len(turns))
	take := func(leaf, row, col int32) bool {
		p := [2]int32{row, col}
		if row >= col || seen[p] {
			return false
		}
		seen[p] = true
		got[row]++
		got[col]++
		had[leaf]++
		edges = append(edges, graph.Edge{U: o.node[row], V: o.node[col]})
		return true
	}
	lacks := func(at int32) bool {
		weight := scale * (o.sums[at+1] - o.sums[at])
		return r.Float64()*weight < max(weight-got[at], spare*weight)
	}
	for _, i := range turns {
		leaf, done := o.regions[i], false
		for tries := attempts; tries > 0 && !done && 2*had[i] < leaf.capacity(); tries-- {
			if row, col := o.at(leaf.rows, r), o.at(leaf.cols, r); row != col && lacks(row) && lacks(col) {
				done = take(i, min(row, col), max(row, col))
			}
		}
		for !done { // fewer than all of its pairs are taken
			row, col := leaf.pair(r.Int64N(leaf.capacity()))
			done = take(i, row, col)
		}
	}
	g, _, err := graph.FromEdges(n, edges, graph.Options{})
	return g, err
}

const (
	attempts = 100  // tries to find ends that lack edges
	spare    = 0.02 // share of a node's weight that remains when its degree is reached
)

// at draws a position in a span in proportion to the weights.
func (o *order) at(s span, r *rand.Rand) int32 {
	x := o.sums[s.from] + r.Float64()*(o.sums[s.to]-o.sums[s.from])
	i := sort.Search(int(s.length()), func(i int) bool { return o.sums[s.from+int32(i)+1] > x })
	return min(s.from+int32(i), s.to-1)
}
