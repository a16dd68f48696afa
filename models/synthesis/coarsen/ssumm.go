package coarsen

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
)

// Constants of the code of the SSumM paper.
const (
	mergeRounds  = 20  // T
	hashes       = 10  // ways to split a group that is too large
	largestGroup = 500 // of candidates
)

// worse is the number of further rounds in which a merge may cost more and more bits, by a tenth
// per round; after that it may cost any number.
const worse = 20

// summary merges supernodes within groups that share neighbours if this shortens the description of
// the graph, with a threshold of 1/(1+t) in round t and 0 in the last. Pairs of supernodes whose
// edges are cheaper one by one get no superedge, and these edges are dropped. Supernodes without
// superedges are merged afterwards. Merging stops at k supernodes. The paper stops at a number of
// bits, so that here merges that cost bits may have to follow.
func (Merged) summary(ctx context.Context, g *graph.Graph, k int, r *rand.Rand) (*dpgs.SummaryGraph, error) {
	d := describe(g)
	for t, shared := 1, true; d.count > k; t++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		before := d.count
		d.round(k, least(t), shared, r)
		shared = t < mergeRounds+worse || d.count < before
		if t == mergeRounds {
			d.joinBare(k)
		}
	}
	return d.summary(), nil
}

// least returns the share of bits that a merge must save in round t.
func least(t int) float64 {
	switch {
	case t < mergeRounds:
		return 1 / float64(1+t) // θ(t)
	case t <= mergeRounds+worse:
		return float64(mergeRounds-t) / 10
	}
	return math.Inf(-1)
}

// between is the connection of a supernode with another one, or with itself.
type between struct {
	to    int32
	edges int32
	super bool // has a superedge; otherwise edges are listed one by one
}

// description is a graph of supernodes. A supernode has the number of one of its nodes.
type description struct {
	graph  *graph.Graph
	of     []int32   // supernode of each node
	sets   [][]int32 // nodes of each supernode
	rows   [][]between
	count  int
	most   int32 // most edges between two supernodes: the largest weight
	single float64
	merged func(saved float64) // called after every merge in groups with the bits saved
}

// describe makes each node a supernode and each edge a superedge.
func describe(g *graph.Graph) *description {
	n := g.N()
	d := &description{graph: g, of: graph.Nodes(n), sets: make([][]int32, n), rows: make([][]between, n), count: n, most: 1, single: 2 * math.Log2(float64(n))}
	for u := range d.rows {
		d.sets[u] = []int32{int32(u)}
		for _, v := range g.Neighbors(int32(u)) {
			if int(v) != u {
				d.rows[u] = append(d.rows[u], between{v, 1, true})
			}
		}
	}
	return d
}

// superedge returns the bits of a superedge: two supernodes and a weight.
func (d *description) superedge() float64 {
	return 2*math.Log2(float64(d.count)) + math.Log2(float64(d.most))
}

// entropy returns the binary entropy.
func entropy(p float64) float64 {
	if p <= 0 || p >= 1 {
		return 0
	}
	return -p*math.Log2(p) - (1-p)*math.Log2(1-p)
}

// dense returns the bits of a pair with a superedge: the superedge, and which node pairs are edges.
func (d *description) dense(edges int32, pairs float64) float64 {
	return d.superedge() + pairs*entropy(float64(edges)/pairs)
}

// sparse returns the bits of edges listed one by one.
func (d *description) sparse(edges int32) float64 { return float64(edges) * d.single }

// bits returns the bits of the edges between supernodes a and b.
func (d *description) bits(a int32, b between) float64 {
	if b.super {
		return d.dense(b.edges, capacity(len(d.sets[a]), len(d.sets[b.to]), a == b.to))
	}
	return d.sparse(b.edges)
}

// cost returns the bits of all edges at a supernode.
func (d *description) cost(a int32) (sum float64) {
	for _, b := range d.rows[a] {
		sum += d.bits(a, b)
	}
	return sum
}

// with returns the connection of a and b.
func (d *description) with(a, b int32) (between, bool) {
	i, ok := slices.BinarySearchFunc(d.rows[a], b, func(x between, b int32) int { return int(x.to) - int(b) })
	if !ok {
		return between{}, false
	}
	return d.rows[a][i], true
}

// union calls f with the edges between the union of a and b, which gets number a, and each other
// supernode or itself.
func (d *description) union(a, b int32, f func(c int32, edges int32, pairs float64)) {
	x, y, within := d.rows[a], d.rows[b], int32(0)
	size := len(d.sets[a]) + len(d.sets[b])
	for len(x) > 0 || len(y) > 0 {
		var c, edges int32
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].to <= y[0].to:
			c = x[0].to
		default:
			c = y[0].to
		}
		if len(x) > 0 && x[0].to == c {
			edges, x = x[0].edges, x[1:]
		}
		if len(y) > 0 && y[0].to == c {
			if c != a { // edges between a and b are in the row of a
				edges += y[0].edges
			}
			y = y[1:]
		}
		if c == a || c == b {
			within += edges
			continue
		}
		f(c, edges, capacity(size, len(d.sets[c]), false))
	}
	if within > 0 {
		f(a, within, capacity(size, size, true))
	}
}

// saving returns the bits that merging a and b saves at the current number of supernodes, and their
// share of the cost.
func (d *description) saving(a, b int32) (saved, share float64) {
	before, after := d.cost(a)+d.cost(b), 0.0
	if x, ok := d.with(a, b); ok {
		before -= d.bits(a, x) // counted twice
	}
	if before == 0 {
		return 0, math.Inf(-1) // nothing to save
	}
	d.union(a, b, func(_, edges int32, pairs float64) { after += min(d.dense(edges, pairs), d.sparse(edges)) })
	return before - after, 1 - after/before
}

// merge merges b into a.
func (d *description) merge(a, b int32) {
	var row []between
	most := d.most
	d.union(a, b, func(c, edges int32, pairs float64) {
		row = append(row, between{c, edges, d.dense(edges, pairs) <= d.sparse(edges)})
		most = max(most, edges)
	})
	slices.SortFunc(row, func(x, y between) int { return int(x.to) - int(y.to) })
	for _, x := range row {
		if x.to == a {
			continue
		}
		other := slices.DeleteFunc(d.rows[x.to], func(y between) bool { return y.to == a || y.to == b })
		at, _ := slices.BinarySearchFunc(other, a, func(y between, a int32) int { return int(y.to) - int(a) })
		d.rows[x.to] = slices.Insert(other, at, between{a, x.edges, x.super})
	}
	for _, u := range d.sets[b] {
		d.of[u] = a
	}
	d.sets[a], d.sets[b] = append(d.sets[a], d.sets[b]...), nil
	d.rows[a], d.rows[b] = row, nil
	d.count--
	d.most = most
}

// alive returns the supernodes.
func (d *description) alive() (list []int32) {
	for a, set := range d.sets {
		if len(set) > 0 {
			list = append(list, int32(a))
		}
	}
	return list
}

// round merges the best of len(group) random pairs in each group if it saves at least the given
// share. It leaves a group after log2 of its size consecutive failures.
func (d *description) round(k int, least float64, shared bool, r *rand.Rand) {
	for _, group := range d.groups(shared, r) {
		for failed := 0; len(group) > 1 && failed < bits.Len(uint(len(group))); {
			best, saved, i, j := math.Inf(-1), 0.0, -1, -1
			for range group {
				x, y := r.IntN(len(group)), r.IntN(len(group)-1)
				if y >= x {
					y++
				}
				s, share := d.saving(group[x], group[y])
				if i < 0 || share > best {
					best, saved, i, j = share, s, x, y
				}
			}
			if best < least {
				failed++
				continue
			}
			failed = 0
			d.merge(group[i], group[j])
			if d.merged != nil {
				d.merged(saved)
			}
			group[j] = group[len(group)-1]
			group = group[:len(group)-1]
			if d.count == k {
				return
			}
		}
	}
}

// groups returns groups of supernodes that may share neighbours: those with the same shingle, the
// least hash over their nodes and these nodes' neighbours. Groups that are too large are split by
// other hashes, finally at random. If not shared, groups are random.
func (d *description) groups(shared bool, r *rand.Rand) (groups [][]int32) {
	type part struct {
		set   []int32
		depth int
	}
	hash := make([][]int32, hashes)
	for i := range hash {
		hash[i] = d.shingles(r)
	}
	start := part{d.alive(), 0}
	if !shared {
		start.depth = hashes
	}
	for todo := []part{start}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case p.depth > 0 && shared && len(p.set) <= largestGroup:
			groups = append(groups, p.set)
		case p.depth == hashes:
			r.Shuffle(len(p.set), func(i, j int) { p.set[i], p.set[j] = p.set[j], p.set[i] })
			for c := range slices.Chunk(p.set, largestGroup) {
				groups = append(groups, slices.Clone(c))
			}
		default:
			h := hash[p.depth]
			slices.SortStableFunc(p.set, func(a, b int32) int { return int(h[a]) - int(h[b]) })
			for from := 0; from < len(p.set); {
				to := from + 1
				for to < len(p.set) && h[p.set[to]] == h[p.set[from]] {
					to++
				}
				todo = append(todo, part{slices.Clone(p.set[from:to]), p.depth + 1})
				from = to
			}
		}
	}
	return groups
}

// shingles returns the shingle of each supernode under a random order of nodes.
func (d *description) shingles(r *rand.Rand) []int32 {
	order := r.Perm(d.graph.N())
	least := slices.Repeat([]int32{math.MaxInt32}, len(d.sets))
	for u := range int32(d.graph.N()) {
		a := d.of[u]
		least[a] = min(least[a], int32(order[u]))
		for _, v := range d.graph.Neighbors(u) {
			least[a] = min(least[a], int32(order[v]))
		}
	}
	return least
}

// joinBare merges supernodes without superedges, down to k supernodes.
func (d *description) joinBare(k int) {
	first := int32(-1)
	for _, a := range d.alive() {
		if d.count == k {
			return
		}
		if slices.ContainsFunc(d.rows[a], func(b between) bool { return b.super }) {
			continue
		}
		if first < 0 {
			first = a
			continue
		}
		d.mergeBare(first, a)
	}
}

// mergeBare is [description.merge] without new superedges.
func (d *description) mergeBare(a, b int32) {
	d.merge(a, b)
	for i, x := range d.rows[a] {
		d.rows[a][i].super = false
		at, _ := slices.BinarySearchFunc(d.rows[x.to], a, func(y between, a int32) int { return int(y.to) - int(a) })
		d.rows[x.to][at].super = false
	}
}

// summary returns the superedges with their edge counts.
func (d *description) summary() *dpgs.SummaryGraph {
	number := make([]int32, len(d.sets))
	list := d.alive()
	for i, a := range list {
		number[a] = int32(i)
	}
	clusters := lists.Map(d.of, func(a int32) int32 { return number[a] })
	s := &dpgs.SummaryGraph{Clusters: clusters, Sizes: sizesOf(clusters, len(list))}
	for i, a := range list {
		for _, b := range d.rows[a] {
			if a <= b.to && b.super {
				s.Cells = append(s.Cells, gen.Cell{A: int32(i), B: number[b.to], Edges: float64(b.edges)})
			}
		}
	}
	return s
}
