package privdpr

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// degreeGraph spends ε on the degree distribution and the triangle count. It draws a graph with the
// noisy degrees on randomly permuted ids and adds the triangles by edge swaps. The edge count
// follows from the degrees.
func degreeGraph(run *checkpoint.Run, c DegreeGraph) (*Result, error) {
	s := run.Session()
	all := s.Budget().Epsilon
	triangles, err := c.countTriangles(run, all*gdp.Epsilon(c.TriangleShare))
	if err != nil {
		return nil, err
	}
	eps := all * gdp.Epsilon(1-c.TriangleShare)
	list, err := c.degrees(s, eps)
	if err != nil {
		return nil, err
	}
	return drawn(s.Public().Nodes, list, triangles, run.Drawing(), run.Stream("graph"))
}

// degrees releases the degrees of all nodes in ascending order.
func (c DegreeGraph) degrees(s *gdp.Session, eps gdp.Epsilon) ([]int, error) {
	switch {
	case c.Theta != ByBudget:
		return degrees.Distribution(s, "degrees", c.Theta, eps)
	case s.Relation() != gdp.EdgeLevel:
		return hidden(s, eps)
	}
	list, err := degrees.List(s, "degrees", eps) // sensitivity to an edge does not depend on the cap
	whole := make([]int, len(list))
	for i, d := range list {
		whole[i] = int(d)
	}
	return whole, err
}

// drawn draws a graph of n nodes with these degrees on randomly permuted ids, and adds triangles by
// edge swaps. Nodes beyond the list are isolated.
func drawn(n int, list []int, triangles int, w *gen.Watch, r *rand.Rand) (*Result, error) {
	result, wanted := new(Result), make([]int32, n)
	for i, d := range list {
		for len(result.Degrees) <= d {
			result.Degrees = append(result.Degrees, 0)
		}
		wanted[i] = int32(d)
		result.Degrees[d] += 1 / float64(len(list))
		result.Edges += d
	}
	result.Edges /= 2
	r.Shuffle(n, func(i, j int) { wanted[i], wanted[j] = wanted[j], wanted[i] })
	g, _, err := w.WithDegrees(wanted, r)
	if err != nil {
		return nil, err
	}
	result.Graph, err = w.Close(g, triangles, r)
	return result, err
}

// runExact does the same with exact answers.
func runExact(ctx context.Context, net *graph.Network, c Exact, seed uint64, w *checkpoint.Watch) (*Result, error) {
	return checkpoint.Plain(ctx, net, "privdpr", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		g, list := net.Graph.Undirected(), []int{}
		for _, d := range g.Degrees() {
			list = append(list, int(d))
		}
		triangles, _ := metric.Triangles(g)
		return drawn(g.N(), list, int(triangles), run.Drawing(), run.Stream("graph"))
	})
}

// countTriangles releases the triangle count, with a cap on the triangles of each node.
func (c DegreeGraph) countTriangles(run *checkpoint.Run, eps gdp.Epsilon) (int, error) {
	if c.TriangleShare == 0 {
		return 0, nil
	}
	most := c.TriangleCap
	if most == ByBudget {
		most = triangleCap(eps)
	}
	s := run.Session()
	n := s.Public().Nodes
	query, times := query.TrianglePacking[gdp.L1](s.Relation(), n, most), 1.0
	if n > packable {
		parts := (n + packable - 1) / packable
		query, times = trianglesWithin(s.Relation(), n, parts, most, run.Stream("parts"))
	}
	noisy, err := gdp.Laplace(s, "triangles", query, eps)
	if err != nil {
		return 0, err
	}
	return int(min(max(noisy[0], 0)*times, float64(n)*float64(most)*times/3)), nil
}

// packable is the largest number of nodes of a graph whose triangles are packed as a whole. Larger
// packings take minutes, and keep fewer triangles of hubs than random parts do.
const packable = 1 << 14

// trianglesWithin counts triangles within random parts of equal size. times is the expected ratio
// of all triangles to these.
func trianglesWithin(rel gdp.Relation, n, parts, most int, r *rand.Rand) (q gdp.Bounded[gdp.L1], times float64) {
	part, triples := make([]int32, n), 0.0
	for i, u := range r.Perm(n) {
		part[u] = int32(i % parts)
	}
	of := func(size int) float64 { s := float64(size); return s * (s - 1) * (s - 2) }
	for i := range parts {
		triples += of((n + parts - 1 - i) / parts)
	}
	return query.TrianglePackingWithin[gdp.L1](rel, part, parts, most), of(n) / triples
}

// triangleCap returns the most triangles of a node that count, 40·√ε. A larger cap omits fewer
// triangles but adds noise.
func triangleCap(eps gdp.Epsilon) int { return max(1, int(math.Round(40*math.Sqrt(float64(eps))))) }

// capOf returns the largest degree that counts.
func capOf(theta int, eps gdp.Epsilon) int {
	if theta == ByBudget {
		return degrees.Theta(eps)
	}
	return theta
}
