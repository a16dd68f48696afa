package privskg

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/lists"
)

// counts holds the numbers of edges, wedges, three-stars and triangles.
type counts struct{ edges, wedges, stars, triangles float64 }

// ofDegrees returns the counts that the degrees determine.
func ofDegrees(degrees []float64) (c counts) {
	for _, d := range degrees {
		d = max(d, 0)
		c.edges += d / 2                            // [MW12] Edges
		c.wedges += max(d*(d-1), 0) / 2             // [MW12] Wedges
		c.stars += max(d, 0) * starsOf(d-1) / 3 / 2 // [MW12] Stars
	}
	return c
}

func starsOf(d float64) float64 { return max(d, 0) * max(d-1, 0) }

// powerOf returns the least k with 2^k ≥ n.
func powerOf(n int) int { return bits.Len(uint(n - 1)) }

// expected returns the expected counts of a uniform sample of n nodes of a stochastic Kronecker
// graph on 2^power nodes.
func expected(m gen.Initiator, power, n int) counts {
	a, b, c, k := m.A, m.B, m.C, float64(power)
	p := func(x float64) float64 { return math.Pow(x, k) }
	full := counts{
		edges:  (p(a+2*b+c) - p(a+c)) / 2, // [MW12] Edges
		wedges: (p((a+b)*(a+b)+(b+c)*(b+c)) - 2*p(a*(a+b)+c*(b+c)) - p(a*a+2*b*b+c*c) + 2*p(a*a+c*c)) / 2,
		stars: (p(cube(a+b)+cube(b+c)) - 3*p(a*(a+b)*(a+b)+c*(b+c)*(b+c)) - 3*p(cube(a)+cube(c)+b*(a*a+c*c)+b*b*(a+c)+2*cube(b)) +
			2*p(cube(a)+2*cube(b)+cube(c)) + 3*p(cube(a)+cube(c)+b*b*(a+c)) + 6*p(cube(a)+cube(c)+b*(a*a+c*c)) - 6*p(cube(a)+cube(c))) / 6,
		triangles: (p(cube(a)+3*b*b*(a+c)+cube(c)) - 3*p(a*(a*a+b*b)+c*(b*b+c*c)) + 2*p(cube(a)+cube(c))) / 6,
	}
	of, all := float64(n), math.Exp2(k)
	share := of * (of - 1) / all / (all - 1) // probabilities that a pair, three nodes and four nodes are kept
	full.edges *= share
	share *= max(of-2, 0) / max(all-2, 1)
	full.wedges *= share
	full.triangles *= share
	full.stars *= share * max(of-3, 0) / max(all-3, 1)
	return full
}

func cube(x float64) float64 { return x * x * x }

// distance returns the sum of squared relative differences, [MW12] Objective.
func (c counts) distance(m gen.Initiator, power, n int) float64 {
	e := expected(m, power, n)
	sum := 0.0
	for _, x := range [][2]float64{{e.edges, c.edges}, {e.wedges, c.wedges}, {e.stars, c.stars}, {e.triangles, c.triangles}} {
		of := max(x[1], 1)
		sum += (x[0] - x[1]) * (x[0] - x[1]) / of / of // [MW12] Objective
	}
	return sum
}

// fit returns the initiator matrix whose expected counts are nearest: a grid search, then a pattern
// search with shrinking steps from the best grid points.
func (c counts) fit(power, n int) gen.Initiator {
	const steps = 12
	type found struct {
		m gen.Initiator
		d float64
	}
	best := make([]found, 0, 6)
	for i := range steps + 1 {
		for j := range steps + 1 {
			for l := range i + 1 { // C no larger than A
				m := gen.Initiator{A: float64(i) / steps, B: float64(j) / steps, C: float64(l) / steps}
				f := found{m, c.distance(m, power, n)}
				at := len(best)
				for at > 0 && best[at-1].d > f.d {
					at--
				}
				if at < cap(best) {
					best = append(best[:min(len(best), cap(best)-1)], found{})
					copy(best[at+1:], best[at:])
					best[at] = f
				}
			}
		}
	}
	for i := range best {
		f := &best[i]
		step := 0.5 / steps
		for tries := 0; step > 1e-7 && tries < 400; tries++ {
			better := false
			for _, by := range [][3]float64{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {1, -1, 0}, {-1, 1, 0}, {1, 0, -1}, {-1, 0, 1}, {0, 1, -1}, {0, -1, 1}} {
				m := gen.Initiator{A: within(f.m.A + step*by[0]), B: within(f.m.B + step*by[1]), C: within(f.m.C + step*by[2])}
				if d := c.distance(m, power, n); d < f.d {
					f.m, f.d, better = m, d, true
				}
			}
			if step /= 2; better {
				step *= 3
			}
		}
	}
	least := best[0]
	for _, f := range best {
		if f.d < least.d {
			least = f
		}
	}
	return least.m
}

func within(p float64) float64 { return min(max(p, 0), 1) }

// draw draws a graph of n nodes with the counts in expectation, as nearly as the model can: a
// uniform sample of n nodes of a Kronecker graph on the next power of 2.
func (c counts) draw(n int, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	power := powerOf(n)
	g, err := w.Kronecker(power, c.fit(power, n), r)
	if err != nil {
		return nil, err
	}
	list := lists.Convert[int32](r.Perm(g.N())[:n])
	return g.Induced(list)
}

// smooth returns the smooth sensitivity of the triangle count: the maximum over s of exp(-βs) times
// the largest effect of an edge at distance s. At distance s, a pair with a common neighbours, and
// b neighbours of exactly one of the two, can have a + ⌊(s + min(s, b))/2⌋ common neighbours.
func smooth(g *graph.Graph, beta float64) float64 {
	n, most := g.N(), 0.0
	byDegree := graph.Nodes(n)
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
		for _, v := range byDegree { // among nodes without common neighbours, the first has the largest b
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

// ofPair returns the contribution of one pair, maximised over s. The maximum is where the
// exponential factor begins to dominate or at a kink of the bound.
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
