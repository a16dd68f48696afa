package dpggan

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// eigenvectors returns those of the largest eigenvalues of D^(-1/2) (A+I) D^(-1/2), the largest
// last, as columns: at most that many, and 65 % of the nodes.
func eigenvectors(g *graph.Graph, most int) (vector.Matrix, error) {
	n := g.N()
	count := min(most, int(0.65*float64(n)))
	scale := func(u int32) float64 { return 1 / math.Sqrt(float64(g.Degree(u)+1)) }
	s := mat.NewSymDense(n, nil)
	for u := range int32(n) {
		s.SetSym(int(u), int(u), scale(u)*scale(u))
		for _, v := range g.Neighbors(u) {
			s.SetSym(int(u), int(v), scale(u)*scale(v))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		return vector.Matrix{}, fmt.Errorf("dpggan: the eigenvectors were not found")
	}
	var all mat.Dense
	e.VectorsTo(&all)
	x := vector.New(n, count)
	for i := range n {
		for k := range count {
			x.Row(i)[k] = float32(all.At(i, n-count+k))
		}
	}
	return x, nil
}
