package metric

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Modularity returns the share of edges within communities, minus its expectation in a random graph
// with the same degrees,
//
//	Q = Σ_c  E_c/M - (D_c/2M)²,
//
// where E_c is the number of edges within community c and D_c the sum of the degrees of its nodes.
// community[u] is the community of node u, any number from 0 to N-1. NaN without edges.
func Modularity(g *graph.Graph, community []int32) (float64, error) {
	if err := givenGraph(g); err != nil {
		return 0, err
	}
	g = g.Undirected()
	if len(community) != g.N() {
		return 0, fmt.Errorf("metric: modularity: communities of %d nodes for a graph of %d", len(community), g.N())
	}
	for u, c := range community {
		if c < 0 || int(c) >= g.N() {
			return 0, fmt.Errorf("metric: modularity: community %d of node %d is not in 0 … %d", c, u, g.N()-1)
		}
	}
	return modularity(g, community), nil
}

func modularity(g *graph.Graph, community []int32) float64 {
	if g.M() == 0 {
		return math.NaN()
	}
	within, degrees := int64(0), make([]int64, g.N())
	for u := range int32(g.N()) {
		degrees[community[u]] += int64(g.Degree(u))
		for _, v := range g.Neighbors(u) {
			if community[u] == community[v] {
				within++
			}
		}
	}
	twoM := float64(2 * g.M())
	q := float64(within) / twoM
	for _, d := range degrees {
		q -= float64(d) / twoM * (float64(d) / twoM)
	}
	return q
}

// Louvain finds communities of high modularity q, by the method of Blondel et al. 2008: nodes move
// to the neighbouring community with the largest gain, communities become the nodes of a smaller
// graph, and so on until nothing moves. A node is revisited when a neighbour has moved to another
// community than the node's own, not on every pass [Traag et al. 2019]. Gains are integers, so
// rounding has no effect.
//
// The method runs once on each of two cores, in an order drawn from rng, and the better result is
// returned: communities numbered 0, 1, … by their first nodes. They are local optima; another rng
// gives others.
func Louvain(g *graph.Graph, rng *rand.Rand) (community []int32, q float64, err error) {
	return louvain(context.Background(), g, rng)
}

func louvain(ctx context.Context, g *graph.Graph, rng *rand.Rand) (community []int32, q float64, err error) {
	if err := given(ctx, g); err != nil {
		return nil, 0, err
	}
	if rng == nil {
		return nil, 0, fmt.Errorf("metric: Louvain: no source of randomness")
	}
	g = g.Undirected()
	if g.M() > 1<<30 { // gains are products of two sums of degrees, and must fit in an int64
		return nil, 0, fmt.Errorf("metric: Louvain: %d edges, at most %d are possible", g.M(), 1<<30)
	}
	const runs = 2
	var seeds [runs][2]uint64
	for i := range seeds {
		seeds[i] = [2]uint64{rng.Uint64(), rng.Uint64()}
	}
	var found [runs][]int32
	var quality [runs]float64
	parallel.Blocks(runs, 1, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			found[i], quality[i] = newLevel(g).communities(ctx, rand.New(rand.NewPCG(seeds[i][0], seeds[i][1])))
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, 0, fmt.Errorf("metric: Louvain: %w", err)
	}
	best := 0
	for i, q := range quality {
		if q > quality[best] {
			best = i
		}
	}
	return found[best], quality[best], nil
}

// Weighted is the number of edges between two groups of nodes, or within one if U = V.
type Weighted struct {
	U, V  int32
	Edges int64
}

// LouvainWeighted is one run of [Louvain] on n groups of nodes, with the numbers of edges between
// and within them; repeated pairs add up.
func LouvainWeighted(n int, pairs []Weighted, rng *rand.Rand) ([]int32, error) {
	if rng == nil || n < 0 || n > graph.MaxNodes {
		return nil, fmt.Errorf("metric: Louvain: %d nodes, or no source of randomness", n)
	}
	l := &level{offsets: make([]int64, n+1), degree: make([]int64, n)}
	for _, p := range pairs {
		if p.U < 0 || p.V < 0 || int(p.U) >= n || int(p.V) >= n || p.Edges < 0 || p.Edges > 1<<30 || l.twoM > 1<<31 {
			return nil, fmt.Errorf("metric: Louvain: %d edges between nodes %d and %d of %d, want at most %d in all", p.Edges, p.U, p.V, n, 1<<30)
		}
		l.twoM += 2 * p.Edges
		l.degree[p.U] += p.Edges
		l.degree[p.V] += p.Edges
		if p.U != p.V {
			l.offsets[p.U+1]++
			l.offsets[p.V+1]++
		}
	}
	for u := range n {
		l.offsets[u+1] += l.offsets[u]
	}
	l.targets, l.weights = make([]int32, l.offsets[n]), make([]uint32, l.offsets[n])
	at := slices.Clone(l.offsets[:n])
	for _, p := range pairs {
		if p.U != p.V {
			for _, x := range [][2]int32{{p.U, p.V}, {p.V, p.U}} {
				l.targets[at[x[0]]], l.weights[at[x[0]]] = x[1], uint32(p.Edges)
				at[x[0]]++
			}
		}
	}
	l.alone()
	of, _ := l.communities(context.Background(), rng)
	return of, nil
}

// communities runs the method once, and returns the modularity of the communities, which are nil if
// ctx is done before.
func (l *level) communities(ctx context.Context, rng *rand.Rand) ([]int32, float64) {
	of := graph.Nodes(len(l.degree)) // the current level's node that contains each original node
	for l.move(ctx, rng) {
		next := l.contract(ctx)
		if ctx.Err() != nil {
			return nil, 0
		}
		for u, c := range of {
			of[u] = l.community[c]
		}
		l = next
	}
	renumber(of)
	return of, l.modularity()
}

// modularity returns the modularity of the level's nodes as communities.
func (l *level) modularity() float64 {
	if l.twoM == 0 {
		return math.NaN()
	}
	within := l.twoM
	for i := range l.targets {
		within -= l.weight(int64(i))
	}
	twoM := float64(l.twoM)
	q := float64(within) / twoM
	for _, d := range l.degree {
		q -= float64(d) / twoM * (float64(d) / twoM)
	}
	return q
}

// renumber numbers the communities 0, 1, … in order of occurrence, and returns their number.
func renumber(community []int32) int {
	number := slices.Repeat([]int32{-1}, len(community))
	count := int32(0)
	for u, c := range community {
		if number[c] < 0 {
			number[c] = count
			count++
		}
		community[u] = number[c]
	}
	return int(count)
}

// level is a graph whose nodes are communities of the previous level.
type level struct {
	offsets []int64
	targets []int32
	weights []uint32 // number of original edges between two nodes; nil if all are 1
	degree  []int64  // sum of the original degrees within each node
	twoM    int64

	community []int32 // of each node
	total     []int64 // sum of degree over each community
}

func newLevel(g *graph.Graph) *level {
	l := &level{twoM: int64(2 * g.M()), degree: make([]int64, g.N())}
	l.offsets, l.targets = g.CSR()
	for u := range l.degree {
		l.degree[u] = l.offsets[u+1] - l.offsets[u]
	}
	l.alone()
	return l
}

// alone puts each node into a separate community.
func (l *level) alone() {
	l.community = make([]int32, len(l.degree))
	for u := range l.community {
		l.community[u] = int32(u)
	}
	l.total = slices.Clone(l.degree)
}

func (l *level) weight(i int64) int64 {
	if l.weights == nil {
		return 1
	}
	return int64(l.weights[i])
}

// near adds the edges of a node to links, and lists the communities that had none. It has no
// unpredictable branch.
func (l *level) near(u int32, links []uint32, list []int32) []int32 {
	from, to := l.offsets[u], l.offsets[u+1]
	targets, weights, community, n := l.targets[from:to], l.weights, l.community, len(list)
	list = slices.Grow(list, len(targets))[:n+len(targets)]
	if weights != nil {
		weights = weights[from:to]
	}
	weight := uint32(1)
	for i, v := range targets {
		if weights != nil {
			weight = weights[i]
		}
		c := community[v]
		had := links[c]
		list[n] = c
		n += int((uint64(had) - 1) >> 63) // if had is 0
		links[c] = had + weight
	}
	return list[:n]
}

// move moves nodes between communities until no affected node gains, or ctx is done. It reports
// whether any has moved.
func (l *level) move(ctx context.Context, rng *rand.Rand) bool {
	n := len(l.degree)
	queue, later := make([]int32, n, n+1), make([]int32, n+1) // current and next nodes to visit
	for i := range queue {
		queue[i] = int32(i)
	}
	rng.Shuffle(n, func(i, j int) { queue[i], queue[j] = queue[j], queue[i] })
	state := make([]uint32, n) // of each node, see tell
	for u := range state {
		state[u] = 1
	}
	links := make([]uint32, n) // edges from the node to each community, 0 between nodes
	near := make([]int32, 0, n)
	community, degree, total, twoM := l.community, l.degree, l.total, l.twoM
	moved := false
	for len(queue) > 0 {
		count := 0
		for i, u := range queue {
			if i%someNodes == 0 && ctx.Err() != nil {
				return moved
			}
			state[u] &^= 1
			own, d, inside := community[u], degree[u], int64(state[u]/2)
			rest := total[own] - d
			// In community c, u adds (2M·links - degree·total) / 2M² to the modularity.
			if l.weights == nil && twoM*inside-d*rest >= twoM*(d-inside) {
				continue // even all its other edges would not gain more
			}
			near = l.near(u, links, near[:0])
			total[own] = rest
			best, most := own, twoM*int64(links[own])-d*rest
			for _, c := range near {
				gain := twoM*int64(links[c]) - d*total[c]
				if gain > most {
					best = c
				}
				most = max(most, gain)
			}
			total[best] += d
			state[u] = 2 * links[best]
			for _, c := range near {
				links[c] = 0
			}
			if best == own {
				continue
			}
			moved = true
			community[u] = best
			count = tell(l.targets[l.offsets[u]:l.offsets[u+1]], own, best, community, state, later, count)
		}
		queue, later = later[:count], queue[:n+1]
	}
	return moved
}

// tell informs the neighbours of a node that it has moved from one community to another, and queues
// those in other communities, unless they are queued. The state of a node is twice the number of
// edges to its own community, if all edges weigh 1, plus one if it is queued.
func tell(neighbours []int32, left, joined int32, community []int32, state []uint32, queue []int32, count int) int {
	for _, v := range neighbours {
		c, was := community[v], state[v]
		other, lost := uint32(0), uint32(0)
		if c != joined {
			other = 1
		}
		if c == left {
			lost = 1
		}
		waits := was | other
		queue[count] = v // permanent only if count grows
		count += int(waits ^ was)
		state[v] = waits + 2 - 2*other - 2*lost
	}
	return count
}

// contract contracts each community to a node, and renumbers the communities. Edges are missing if
// ctx is done.
func (l *level) contract(ctx context.Context) *level {
	n := renumber(l.community)
	next := &level{twoM: l.twoM, offsets: make([]int64, n+1), degree: make([]int64, n)}
	// The members of each community, by counting sort.
	start := make([]int32, n+1)
	for u, c := range l.community {
		next.degree[c] += l.degree[u]
		start[c+1]++
	}
	for c := range n {
		start[c+1] += start[c]
	}
	members := make([]int32, len(l.community))
	at := slices.Clone(start[:n])
	for u, c := range l.community {
		members[at[c]] = int32(u)
		at[c]++
	}

	links, list := make([]uint32, n), []int32(nil)
	for c := range int32(n) {
		if c%someNodes == 0 && ctx.Err() != nil {
			break
		}
		links[c] = 1 // so that it is not listed
		list = list[:0]
		for _, u := range members[start[c]:start[c+1]] {
			list = l.near(u, links, list)
		}
		links[c] = 0
		next.targets = append(next.targets, list...)
		for _, d := range list {
			next.weights = append(next.weights, links[d])
			links[d] = 0
		}
		next.offsets[c+1] = int64(len(next.targets))
	}
	next.alone()
	return next
}
