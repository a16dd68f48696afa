package metric

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// After relaxing, a bound is the least of the bounds of all nodes, each with its
// distance added.
func TestRelaxSpreadsBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for range 200 {
		a := randomMatrix(rng, 5+rng.IntN(40), 2.5)
		g := a.graph()
		component, _ := searchOrder(g)
		c := newCeilings(g, component)
		for _, u := range component {
			c.most[u] = rng.Int32N(12)
		}
		before, d := slices.Clone(c.most), a.distances()
		c.relax(component)
		for _, v := range component {
			want := math.Inf(1)
			for _, u := range component {
				want = min(want, float64(before[u])+d[u][v])
			}
			if float64(c.most[v]) != want {
				t.Fatalf("bound of node %d is %d, want %v", v, c.most[v], want)
			}
		}
	}
}

// A cover has no node twice, none that was searched, no more than asked for, and
// none of the open nodes is farther from it than the radius, unless it is full.
func TestCoverIsNearAllOpenNodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 44))
	for i := range 300 {
		a := randomMatrix(rng, 30+rng.IntN(40), 3)
		g := a.graph()
		component, _ := searchOrder(g)
		c := newCeilings(g, component)
		var open []int32
		for _, u := range component {
			switch rng.IntN(4) {
			case 0:
				c.searched[u] = true
			case 1, 2:
				open = append(open, u)
			}
		}
		radius, count := 1+i%2, 1+rng.IntN(20)
		before, d := slices.Clone(c.searched), a.distances()
		chosen := c.cover(open, count, radius)
		sorted := slices.Sorted(slices.Values(chosen))
		if len(chosen) > count || len(slices.Compact(sorted)) != len(chosen) || len(open) > 0 && len(chosen) == 0 {
			t.Fatalf("%d nodes %v, want up to %d that differ", len(chosen), chosen, count)
		}
		for _, u := range chosen {
			if before[u] || !c.searched[u] {
				t.Fatalf("node %d was searched before", u)
			}
		}
		if len(chosen) == count {
			continue
		}
		for _, u := range open {
			if !slices.ContainsFunc(chosen, func(v int32) bool { return d[u][v] <= float64(radius) }) {
				t.Fatalf("node %d is far from %v", u, chosen)
			}
		}
	}
}
