package privskg

import (
	"cmp"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// smooth returns the smooth sensitivity of the number of triangles: the largest of exp(-βs) times
// how far an edge moves it in a graph that s edges lead to. In such a graph a pair with a common
// neighbours, and b nodes that are joined to one of it, has up to a + ⌊(s + min(s, b))/2⌋ of them.
func smooth(g *graph.Graph, beta float64) float64 {
	n, most := g.N(), 0.0
	byDegree := make([]int32, n)
	for u := range byDegree {
		byDegree[u] = int32(u)
	}
	slices.SortFunc(byDegree, func(u, v int32) int { return cmp.Compare(g.Degree(v), g.Degree(u)) })
	common := make([]int, n)
	for u := range int32(n) {
		var seen []int32
		for _, w := range g.Neighbors(u) {
			for _, v := range g.Neighbors(w) {
				if common[v] == 0 {
					seen = append(seen, v)
				}
				common[v]++
			}
		}
		try := func(v int32) {
			b := g.Degree(u) + g.Degree(v) - 2*common[v]
			if g.HasEdge(u, v) {
				b -= 2
			}
			most = max(most, ofPair(common[v], b, n-2, beta))
		}
		for _, v := range seen {
			if v > u {
				try(v)
			}
		}
		for _, v := range byDegree { // of nodes without a common neighbour the first has the most
			if v != u && common[v] == 0 {
				if try(v); !g.HasEdge(u, v) {
					break
				}
			}
		}
		for _, v := range seen {
			common[v] = 0
		}
	}
	return most
}

// ofPair is what one pair of nodes gives: the largest value over s, which is where an edge more no
// longer outweighs the factor, or at the end of what it can give.
func ofPair(a, b, cap int, beta float64) (most float64) {
	at := func(s int) {
		if s >= 0 {
			most = max(most, math.Exp(-beta*float64(s))*float64(min(a+(s+min(s, b))/2, cap)))
		}
	}
	for _, s := range []float64{0, 1/beta - float64(a), float64(b), 1/beta - float64(2*a+b), float64(cap - a), float64(2*(cap-a) - b)} {
		for near := -2; near <= 2; near++ {
			at(int(min(max(s, 0), 1e9)) + near)
		}
	}
	return most
}
