package ask

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// above returns an upper bound that fails with probability at most beta. The round's cap must
// truncate nothing in any graph, such as n-1 for edges.
func (r Round) above(beta float64) float64 { return r.Answer + laplaceQuantile(r.Scale, beta) }

// edgesAbove returns an upper bound on the number of edges that fails with probability at most
// beta. At node level it exceeds that number by some n·ln(1/2beta)/ε, and no private bound for all
// graphs is much tighter: docs/proofs/ask.md#upper-ends.
func edgesAbove(s *gdp.Session, label string, eps gdp.Epsilon, beta float64) (high float64, err error) {
	r, n, err := edgesOf(s, label, eps, beta)
	if err != nil {
		return 0, err
	}
	answer, err := r.Draw(s)
	if err != nil {
		return 0, err
	}
	bound := float64(query.EdgeCount[gdp.L1](s.Relation(), n, n-1).Bound())
	pairs := float64(n) * float64(n-1) / 2
	return min(max(0, answer[0]+laplaceQuantile(laplaceScale(bound, eps, 1), beta)), pairs), nil
}

// edgesOf returns the release of edgesAbove.
func edgesOf(s *gdp.Session, label string, eps gdp.Epsilon, beta float64) (gdp.Release[[]float64], int, error) {
	if err := failing(label, beta); err != nil {
		return gdp.Release[[]float64]{}, 0, err
	}
	n := s.Public().Nodes
	if n < 2 {
		return gdp.Release[[]float64]{}, 0, fmt.Errorf("ask: %s: the session needs a graph of at least two nodes", label)
	}
	return gdp.NewLaplace(label, query.EdgeCount[gdp.L1](s.Relation(), n, n-1), eps), n, nil
}

// trianglesAbove returns an upper bound on the number of triangles that fails with probability at
// most beta. A third of ε bounds the number m of edges. No node is in more than m triangles, so a
// packing with a cap of m counts all triangles, and one node changes it by at most m. Nor do m
// edges have more triangles than a clique of m edges.
func trianglesAbove(s *gdp.Session, label string, eps gdp.Epsilon, beta float64) (high float64, err error) {
	if err := failing(label, beta); err != nil {
		return 0, err
	}
	first, second := label+", edges", label+", packing"
	p := -math.Expm1(math.Log1p(-beta) / 2) // (1-p)² = 1-beta
	edges, n, err := edgesOf(s, first, eps/3, p)
	if err != nil {
		return 0, err
	}
	pack := func(most int) (gdp.Release[[]float64], float64) {
		q := query.TrianglePacking[gdp.L1](s.Relation(), n, most)
		return gdp.NewLaplace(second, q, eps-eps/3), laplaceScale(float64(q.Bound()), eps-eps/3, 1)
	}
	packing, _ := pack(1)
	if err := s.Affords(edges, packing); err != nil {
		return 0, err
	}
	m, err := edgesAbove(s, first, eps/3, p)
	if err != nil {
		return 0, err
	}
	m = math.Floor(m)
	clique := cliqueTriangles(m)
	if m < 3 || m > query.MostPacked {
		return clique, nil // valid if m is
	}
	r, scale := pack(int(m))
	answer, err := r.Draw(s)
	if err != nil {
		return 0, err
	}
	return min(max(0, answer[0]+laplaceQuantile(scale, p)), clique), nil
}

// cliqueTriangles bounds the number of triangles of m edges: x(x-1)(x-2)/6 where m = x(x-1)/2
// [Lovasz79].
func cliqueTriangles(m float64) float64 {
	x := (1 + math.Sqrt(1+8*m)) / 2
	return max(0, m*(x-2)/3) * (1 + 0x1p-40)
}
