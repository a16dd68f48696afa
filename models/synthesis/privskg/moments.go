package privskg

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
)

// counts are of edges, wedges, stars of three and triangles.
type counts struct{ edges, wedges, stars, triangles float64 }

// ofDegrees counts what follows from degrees.
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

// powerOf returns the least power of 2 that is no less than n.
func powerOf(n int) int { return bits.Len(uint(n - 1)) }

// expected returns the mean counts of a stochastic Kronecker graph of 2^power nodes, of which n are
// taken at random.
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
	share := of * (of - 1) / all / (all - 1) // of pairs, then of three nodes, then of four
	full.edges *= share
	share *= max(of-2, 0) / max(all-2, 1)
	full.wedges *= share
	full.triangles *= share
	full.stars *= share * max(of-3, 0) / max(all-3, 1)
	return full
}

func cube(x float64) float64 { return x * x * x }

// distance is the sum of squares of relative differences: of [MW12] Objective.
func (c counts) distance(m gen.Initiator, power, n int) float64 {
	e := expected(m, power, n)
	sum := 0.0
	for _, x := range [][2]float64{{e.edges, c.edges}, {e.wedges, c.wedges}, {e.stars, c.stars}, {e.triangles, c.triangles}} {
		of := max(x[1], 1)
		sum += (x[0] - x[1]) * (x[0] - x[1]) / of / of // [MW12] Objective
	}
	return sum
}

// fit returns the matrix whose mean counts are nearest: the best of a grid, then of ever smaller
// steps from it.
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

// draw draws a graph of n nodes that has the counts in the mean, as far as the model has them: of
// the next power of 2 as many nodes are taken at random.
func (c counts) draw(n int, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	power := powerOf(n)
	g, err := w.Kronecker(power, c.fit(power, n), r)
	if err != nil {
		return nil, err
	}
	var list []int32
	for _, u := range r.Perm(g.N())[:n] {
		list = append(list, int32(u))
	}
	return g.Induced(list)
}
