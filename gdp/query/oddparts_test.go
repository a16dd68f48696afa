package query

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// oddParts draws parts of which some have no node, one or many, and in each a graph that stretches
// bounds: a clique, a star, cliques that share an edge, many triangles on one edge, a path or
// nothing. The edge is one that matters: of the hub, the shared one, or any pair of the part.
func oddParts(r *rand.Rand) (sizes []int, edges []graph.Edge, odd graph.Edge) {
	first := int32(0)
	add := func(u, v int32) { edges = append(edges, graph.Edge{U: first + u, V: first + v}) }
	chosen := false
	for len(sizes) < 5 || !chosen {
		size := []int{0, 1, 2, 3, 5 + r.IntN(12), 5 + r.IntN(12)}[r.IntN(6)]
		n := int32(size)
		switch kind := r.IntN(6); {
		case kind == 0: // a clique
			for u := range n {
				for v := range u {
					add(v, u)
				}
			}
		case kind == 1: // a star
			for u := int32(1); u < n; u++ {
				add(0, u)
			}
		case kind == 2: // many triangles on one edge
			for u := int32(2); u < n; u++ {
				add(0, u)
				add(1, u)
			}
		case kind == 3 && n > 4: // two cliques that share the edge of 0 and 1
			for u := int32(2); u < n; u++ {
				add(0, u)
				add(1, u)
				for v := int32(2); v < u; v++ {
					if v%2 == u%2 {
						add(v, u)
					}
				}
			}
		case kind == 4: // a path
			for u := int32(1); u < n; u++ {
				add(u-1, u)
			}
		}
		if n > 1 && (!chosen || r.IntN(3) == 0) {
			u, v := int32(0), int32(1)
			if r.IntN(2) == 0 {
				v = 1 + r.Int32N(n-1)
			}
			if r.IntN(4) == 0 && n > 2 {
				u, v = 1, 2+r.Int32N(n-2)
			}
			odd, chosen = graph.Edge{U: first + u, V: first + v}, true
		}
		sizes, first = append(sizes, size), first+n
	}
	return sizes, edges, odd
}

// On neighbours that were made to stretch them, all queries on parts keep their bounds in all
// norms.
func TestPartsOfOddGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	worst := map[string]float64{}
	for range 1500 {
		sizes, edges, odd := oddParts(r)
		n, without := 0, []graph.Edge(nil)
		var ends [][]int
		var rooms []int
		for _, size := range sizes {
			n += size
			list := []int{r.IntN(2)}
			for len(list) < 2 || r.IntN(3) > 0 {
				list = append(list, list[len(list)-1]+r.IntN(4))
			}
			ends, rooms = append(ends, list), append(rooms, 1+r.IntN(4))
		}
		for _, e := range edges {
			if e != odd {
				without = append(without, e)
			}
		}
		var pair [2]*gdp.Data
		for i, list := range [][]graph.Edge{without, append(without, odd)} {
			g := gdptest.Graph(t, n, list)
			pair[i] = &gdp.Data{Network: &graph.Network{Graph: g}}
		}
		const rel = gdp.EdgeLevel
		for _, q := range []struct {
			name string
			eval func(*gdp.Data) ([]float64, error)
			l1   gdp.L1
			l2   gdp.L2
			lInf gdp.LInf
		}{
			{"edges", EdgeCounts[gdp.L1](rel, sizes).Eval, EdgeCounts[gdp.L1](rel, sizes).Bound(), EdgeCounts[gdp.L2](rel, sizes).Bound(), EdgeCounts[gdp.LInf](rel, sizes).Bound()},
			{"largest", LargestDegrees[gdp.L1](rel, sizes).Eval, LargestDegrees[gdp.L1](rel, sizes).Bound(), LargestDegrees[gdp.L2](rel, sizes).Bound(), LargestDegrees[gdp.LInf](rel, sizes).Bound()},
			{"components", Components[gdp.L1](rel, sizes).Eval, Components[gdp.L1](rel, sizes).Bound(), Components[gdp.L2](rel, sizes).Bound(), Components[gdp.LInf](rel, sizes).Bound()},
			{"bands", DegreeBands[gdp.L1](rel, sizes, ends).Eval, DegreeBands[gdp.L1](rel, sizes, ends).Bound(), DegreeBands[gdp.L2](rel, sizes, ends).Bound(), DegreeBands[gdp.LInf](rel, sizes, ends).Bound()},
			{"gaps", DegreeGaps[gdp.L1](rel, sizes).Eval, DegreeGaps[gdp.L1](rel, sizes).Bound(), DegreeGaps[gdp.L2](rel, sizes).Bound(), DegreeGaps[gdp.LInf](rel, sizes).Bound()},
			{"packings", EdgePackings[gdp.L1](rel, sizes, rooms).Eval, EdgePackings[gdp.L1](rel, sizes, rooms).Bound(), EdgePackings[gdp.L2](rel, sizes, rooms).Bound(), EdgePackings[gdp.LInf](rel, sizes, rooms).Bound()},
		} {
			a := must(q.eval(pair[0]))(t)
			b, err := q.eval(pair[1])
			if err != nil || len(a) != len(b) || len(a) == 0 {
				t.Fatalf("%s: %d answers and %d, %v", q.name, len(a), len(b), err)
			}
			sum, squares, most := 0.0, 0.0, 0.0
			for i := range a {
				d := math.Abs(a[i] - b[i])
				sum, squares, most = sum+d, squares+d*d, max(most, d)
			}
			if !(sum <= float64(q.l1) && math.Sqrt(squares) <= float64(q.l2) && most <= float64(q.lInf)) {
				t.Fatalf("%s of parts %v: an edge moves it by %v, %v and %v, over %v, %v and %v", q.name, sizes, sum, math.Sqrt(squares), most, q.l1, q.l2, q.lInf)
			}
			worst[q.name] = max(worst[q.name], sum/float64(q.l1))
		}
	}
	for name, share := range worst { // the pairs are hard ones
		if share < 0.98 {
			t.Errorf("%s: no pair came nearer to the bound than %v of it", name, share)
		}
	}
	t.Log(worst)
}
