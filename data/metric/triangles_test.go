package metric

import (
	"slices"
	"testing"
)

func TestTrianglesByAllTriples(t *testing.T) {
	smallGraphs(t, func(t *testing.T, a matrix) {
		g := a.graph()
		total, perNode := Triangles(g)
		want := a.triangles()
		if !slices.Equal(perNode, want) {
			t.Errorf("triangles per node %v, want %v", perNode, want)
		}
		closed, average, wedges := int64(0), 0.0, 0.0
		for u, c := range want {
			closed += c
			if pairs := float64(a.degree(u)*(a.degree(u)-1)) / 2; pairs > 0 {
				wedges += pairs
				average += float64(c) / pairs
			}
		}
		if total != closed/3 {
			t.Errorf("%d triangles, want %d", total, closed/3)
		}
		near(t, "average clustering", AverageClustering(g), average/float64(len(a)))
		near(t, "global clustering", GlobalClustering(g), float64(closed)/wedges)
	})
}
