package posterior

import (
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
)

// Without noise degrees are the graph's, all nodes are the core, and one vector separates two
// groups. Random edges have no vectors beyond degrees.
func TestExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	g := groups(t, []int{60, 60}, func(a, b int) float64 {
		if a == b {
			return 0.4
		}
		return 0.1
	})
	e := Exact(g, Rule{Vectors: 5}, r)
	if len(e.Core) != 120 || len(e.Vectors) != 1 {
		t.Fatalf("a core of %d, %d vectors", len(e.Core), len(e.Vectors))
	}
	wrong := 0
	for u, x := range e.Vectors[0] {
		near(t, "degree", e.Degrees[u], float64(g.Degree(int32(u))), 1e-9)
		if x*e.Vectors[0][0] > 0 != (u < 60) {
			wrong++
		}
	}
	if wrong > 2 {
		t.Errorf("%d nodes of 120 are in the wrong group", wrong)
	}
	random := must.Get(gen.GNM(120, 1500, r))(t)
	if e := Exact(random, Rule{Vectors: 5}, r); len(e.Vectors) != 0 {
		t.Errorf("%d vectors of random edges", len(e.Vectors))
	}
}

// To full rank the spectrum gives back the numbers of common neighbours; the largest squares come
// first, whatever the sign of the eigenvalue.
func TestSpectrum(t *testing.T) {
	const n = 40
	r := rand.New(rand.NewPCG(3, 4))
	g := must.Get(gen.GNM(n, 150, r))(t)
	squares, vectors := Spectrum(g, n, r)
	for u := range int32(n) {
		for v := range u + 1 {
			sum, common := 0.0, 0.0
			for k, s := range squares {
				sum += s * vectors[k][u] * vectors[k][v]
			}
			for _, w := range g.Neighbors(u) {
				if g.HasEdge(w, v) {
					common++
				}
			}
			near(t, "common neighbours", sum, common, 1e-6)
		}
	}
	few, _ := Spectrum(g, 3, r)
	for k, s := range few {
		near(t, "square", s, squares[k], 1e-6)
	}
}
