package metric

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// The paw (a triangle with a tail) with given vectors, worked out in the project's
// sheet on SE-PrivGEmb, and its own adjacency rows as vectors.
func TestStrucEquOfThePaw(t *testing.T) {
	paw := newMatrix(4)
	paw.join(0, 1)
	paw.join(0, 2)
	paw.join(1, 2)
	paw.join(2, 3)
	for _, c := range []struct {
		embedding [][]float64
		want      float64
	}{
		{[][]float64{{0, 0}, {0, 1}, {1, 0}, {2, 2}}, -0.459531},
		{[][]float64{{0, 1, 1, 0}, {1, 0, 1, 0}, {1, 1, 0, 1}, {0, 0, 1, 0}}, 1},
	} {
		got := must.Get(StrucEqu(paw.graph(), c.embedding, nil))(t)
		within(t, "StrucEqu", got, c.want, 5e-7)
	}
}

// Pair by pair, for all nodes, for more than a block, and for a few unordered ones with a
// repetition; for vectors of every length around the width of a register.
func TestStrucEquByItsDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for round := range 30 {
		a := randomMatrix(rng, 60, 5)
		embedding := make([][]float64, len(a))
		for u := range embedding {
			for range 1 + round/3 {
				embedding[u] = append(embedding[u], 5+rng.NormFloat64())
			}
			embedding[u][0] = float64(a.degree(u))
		}
		var nodes []int32
		for _, u := range rng.Perm(len(a)) {
			nodes = append(nodes, int32(u))
		}
		list := nodes
		switch round % 3 {
		case 0:
			list = nil
		case 1:
			nodes = []int32{7, 3, 59, 20, 21, 22, 7, 40, 0, 33}
			list = nodes
		}
		var x, y []float64
		for i, u := range nodes {
			for _, v := range nodes[:i] {
				differ, square := 0.0, 0.0
				for w := range a {
					if a[u][w] != a[v][w] {
						differ++
					}
				}
				for k := range embedding[u] {
					square += math.Pow(embedding[u][k]-embedding[v][k], 2)
				}
				x, y = append(x, math.Sqrt(differ)), append(y, math.Sqrt(square))
			}
		}
		mx, my := mean(x), mean(y)
		var xx, yy, xy float64
		for i := range x {
			xx += (x[i] - mx) * (x[i] - mx)
			yy += (y[i] - my) * (y[i] - my)
			xy += (x[i] - mx) * (y[i] - my)
		}
		got := must.Get(StrucEqu(a.graph(), embedding, list))(t)
		near(t, "StrucEqu", got, xy/math.Sqrt(xx*yy))
	}
}

func TestStrucEquRefuses(t *testing.T) {
	g := pathGraph(3).graph()
	good := [][]float64{{1}, {2}, {4}}
	for _, bad := range [][][]float64{{{1}, {2}}, {{1}, {2, 3}, {4}}, {{1}, {math.NaN()}, {4}}, {{1}, {2}, {math.Inf(1)}}} {
		if _, err := StrucEqu(g, bad, nil); err == nil {
			t.Errorf("vectors %v of three nodes were accepted", bad)
		}
	}
	for _, nodes := range [][]int32{{0, 3}, {-1, 2}} {
		if _, err := StrucEqu(g, good, nodes); err == nil {
			t.Errorf("nodes %v of three were accepted", nodes)
		}
	}
	if got, err := StrucEqu(g, [][]float64{{1}, {1}, {1}}, nil); err != nil || !math.IsNaN(got) {
		t.Errorf("StrucEqu of equal vectors = %v (%v), want NaN", got, err)
	}
}
