package dpgs

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
)

// The sheet's T11: two triangles with a bridge, clusters are the triangles, alpha 1 and beta 1/2.
// Columns of features are divided by their norms, here √3 both, which no cosine sees.
func TestScoresOfAllPairs(t *testing.T) {
	x := must.Get(graph.NewAttributes(2, []int64{0, 1, 2, 3, 4, 5, 6}, []int32{0, 0, 1, 1, 1, 0}, []float32{1, 1, 1, 1, 1, 1}))(t)
	s := &SummaryGraph{Clusters: []int32{0, 0, 0, 1, 1, 1}, Sizes: []int{3, 3}, Cells: []gen.Cell{{A: 0, B: 0, Edges: 3}, {A: 0, B: 1, Edges: 1}, {A: 1, B: 1, Edges: 3}}}
	score := must.Get(s.Scores(x, 1, 0.5))(t)
	for _, c := range []struct {
		u, v int32
		want float64
	}{{0, 1, .555556}, {3, 5, .555556}, {0, 5, .486173}, {4, 2, .486173}} {
		if got := score(c.u, c.v); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("score of %d and %d: %v, want %v", c.u, c.v, got, c.want)
		}
	}
	far := &SummaryGraph{Clusters: []int32{0, 0, 0, 0, 0, 2}, Sizes: []int{6}}
	outside := &SummaryGraph{Clusters: make([]int32, 6), Sizes: []int{6}, Cells: []gen.Cell{{A: 0, B: 1}}}
	for i, wrong := range []struct {
		s           *SummaryGraph
		x           *graph.Attributes
		alpha, beta float64
	}{
		{nil, x, 1, 0.5}, {new(SummaryGraph), x, 1, 0.5}, {s, nil, 1, 0.5}, {s, x, 0, 0.5}, {s, x, math.NaN(), 0.5},
		{s, x, 1, 1.5}, {s, x, 1, math.NaN()}, {far, x, 1, 0.5}, {outside, x, 1, 0.5},
	} {
		if f, err := wrong.s.Scores(wrong.x, wrong.alpha, wrong.beta); f != nil || err == nil {
			t.Errorf("case %d: no error", i)
		}
	}
}
