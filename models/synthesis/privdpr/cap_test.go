package privdpr

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/gdp/query"
)

// For a graph too large to be packed as a whole, triangles are counted within random parts and
// scaled up: 8,000 disjoint triangles are estimated within six standard deviations.
func TestTrianglesOfLargeGraphs(t *testing.T) {
	const triangles = 8_000
	var edges []graph.Edge
	for i := range int32(triangles) {
		edges = append(edges, graph.Edge{U: 3 * i, V: 3*i + 1}, graph.Edge{U: 3*i + 1, V: 3*i + 2}, graph.Edge{U: 3 * i, V: 3*i + 2})
	}
	g := gdptest.Graph(t, 3*triangles, edges)
	q, times := trianglesWithin(gdp.NodeLevel, g.N(), 2, 1, rand.New(rand.NewPCG(1, 2)))
	if times < 3.9 || times > 4.1 {
		t.Errorf("two parts have one in %v of the triangles of a graph, want one in 4", times)
	}
	got, err := q.Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
	if sd := math.Sqrt(triangles * (times - 1)); err != nil || math.Abs(got[0]*times-triangles) > 6*sd {
		t.Errorf("%v triangles (%v), want %d, standard deviation %v", got[0]*times, err, triangles, sd)
	}
}

// Parts are public and random: no neighbour changes the count within them by more than the bound
// for a whole graph.
func TestTrianglesWithinMoveAsThoseOfAGraph(t *testing.T) {
	const n = 5
	for _, rel := range []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel} {
		for parts := 1; parts <= 2; parts++ {
			for most := 1; most <= 2; most++ {
				q, _ := trianglesWithin(rel, n, parts, most, rand.New(rand.NewPCG(3, uint64(parts))))
				worst := must.Get(smallworld.World{Relation: rel, Nodes: n}.Worst(q.Eval))(t)
				if whole := query.TrianglePacking[gdp.L1](rel, n, most).Bound(); q.Bound() != whole || worst.L1.Change > float64(whole) || worst.L1.Change == 0 {
					t.Errorf("%v, %d parts, %d at a node: %v, bound %v, of a whole graph %v", rel, parts, most, worst.L1, q.Bound(), whole)
				}
			}
		}
	}
}
