package posterior

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/embed"
)

// communities partition the nodes of each class. An edge within a community is e^bound times as
// likely as one between communities of a class.
type communities struct {
	class        []int32
	of           []int32   // of each node
	first, last  []int32   // communities of each class: from first up to last, exclusive
	ends         []float64 // edge ends within a class, by community
	own          map[int32]float64
	inside, both float64 // number of edges within a community, and within a class
	bound        float64
	score        map[int32]float64
	tried        []int32
}

func newCommunities(class []int32, r *rand.Rand) communities {
	g := communities{class: class, own: map[int32]float64{}, bound: 1, score: map[int32]float64{}}
	size, from := map[int32]int{}, map[int32]int32{}
	for _, x := range class {
		size[x]++
	}
	next := int32(0)
	for _, x := range class {
		many := int32(size[x]/community + 1)
		if _, ok := from[x]; !ok {
			from[x] = next
			next += many
		}
		g.first, g.last = append(g.first, from[x]), append(g.last, from[x]+many)
		g.of = append(g.of, from[x]+r.Int32N(many))
	}
	g.ends = make([]float64, next)
	return g
}

func (g *communities) same(u, v int32) bool { return g.of[u] == g.of[v] }

// count updates the counts for an edge by 1 or -1.
func (g *communities) count(u, v int32, by float64) {
	if g.class[u] != g.class[v] {
		return
	}
	g.ends[g.of[u]] += by
	g.ends[g.of[v]] += by
	g.own[g.class[u]] += 2 * by
	g.both += by
	if g.same(u, v) {
		g.inside += by
	}
}

// move moves bound towards the current graph, and resamples the communities of a quarter of the
// nodes, one after the other: from a neighbour's community, the own and a random one, by the
// distribution of a degree-corrected block model [KN11].
func (g *communities) move(near [][]int32, r *rand.Rand) {
	if g.both == 0 {
		return
	}
	within := func(x float64) float64 { return min(max(x/g.both, 1e-6), 1-1e-6) }
	expected := 0.0
	for u := range g.of { // by a node's share of the edge ends of its class
		own := 0.0
		for _, v := range near[u] {
			if g.class[v] == g.class[u] {
				own++
			}
		}
		if own > 0 {
			expected += own * g.ends[g.of[u]] / g.own[g.class[u]] / 2
		}
	}
	f, p := within(expected), within(g.inside)
	const speed = 0.1
	g.bound += speed * (min(max(math.Log(p/(1-p)*(1-f)/f), 0), mostBound) - g.bound)
	times := math.Exp(g.bound)
	rate := (times - 1) / (times*f + 1 - f)
	for range len(g.of)/4 + 1 {
		g.place(r.Int32N(int32(len(g.of))), near, rate, r)
	}
}

// place samples the community of a node.
func (g *communities) place(u int32, near [][]int32, rate float64, r *rand.Rand) {
	clear(g.score)
	g.tried = g.tried[:0]
	try := func(b int32) {
		if _, ok := g.score[b]; !ok {
			g.score[b] = 0
			g.tried = append(g.tried, b)
		}
	}
	try(g.of[u])
	own := 0.0
	for _, v := range near[u] {
		if g.class[v] == g.class[u] {
			try(g.of[v])
			g.score[g.of[v]]++
			own++
		}
	}
	const random = 3
	for range random {
		try(g.first[u] + r.Int32N(g.last[u]-g.first[u]))
	}
	best, to := math.Inf(-1), g.of[u]
	for _, b := range g.tried {
		others := g.ends[b]
		if b == g.of[u] {
			others -= own
		}
		x := g.bound*g.score[b] - rate*own*others/max(g.own[g.class[u]], 1)
		if x -= math.Log(r.ExpFloat64()); x > best { // Gumbel noise: the argmax has probability proportional to e^x
			best, to = x, b
		}
	}
	if to == g.of[u] {
		return
	}
	for _, v := range near[u] {
		g.count(u, v, -1)
	}
	g.of[u] = to
	for _, v := range near[u] {
		g.count(u, v, 1)
	}
}

// Clusters clusters nodes by the direction of their rows of vectors, into one more cluster than
// there are vectors. It returns the number of clusters and the cluster of each node. Without
// vectors there is one cluster.
func (e *Evidence) Clusters(r *rand.Rand) (count int, of []int32, err error) {
	if e == nil || r == nil {
		return 0, nil, errors.New("evidence: clusters of no evidence, or without a source of randomness")
	}
	n := len(e.Degrees)
	if len(e.Vectors) == 0 || n < 2 {
		return 1, make([]int32, n), nil
	}
	count = min(len(e.Vectors)+1, n)
	if of, err = clusters(e.Vectors, count, r); err != nil {
		return 0, nil, fmt.Errorf("evidence: communities: %w", err)
	}
	return count, of, nil
}

// clusters returns that many clusters of nodes by the direction of their rows.
func clusters(vectors [][]float64, count int, r *rand.Rand) ([]int32, error) {
	rows, err := embed.New(len(vectors[0]), len(vectors))
	if err != nil {
		return nil, err
	}
	for k, v := range vectors {
		for u, x := range v {
			rows.Row(int32(u))[k] = float32(x)
		}
	}
	return rows.Clusters(count, r)
}
