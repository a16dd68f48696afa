package privdpr

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/gdp/query"
)

// Why the strict release keeps a cap that was picked on the paper's graphs: with the one that
// generated graphs ask for, p2p gets better wedges, and Chicago, which has no hubs, gets some
// that are noise, and is farther off than the control.
func TestCapOfGeneratedGraphsOnThePapers(t *testing.T) {
	const control = 0.11 // by which the null control's wedges are off on Chicago: TestStrictBeatsTheNullControl
	for _, x := range []struct {
		name  string
		holds func(was, chosen float64) bool
	}{
		{"p2p", func(was, chosen float64) bool { return chosen < was-0.1 }},
		{"chicago", func(was, chosen float64) bool { return was < control && chosen > 2*control }},
	} {
		g := paperGraph(t, x.name).Undirected()
		for _, eps := range []gdp.Epsilon{0.8, 3.2} {
			wedges := func(theta int) (off float64) {
				c := Strict()
				c.Theta, c.TriangleShare, c.TriangleCap = theta, 0, 1
				for seed := range uint64(5) {
					s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: 0.8 * eps}, gdp.Seed(seed))
					if err != nil {
						t.Fatal(err)
					}
					r, err := Run(context.Background(), s, c, nil)
					if err != nil {
						t.Fatal(err)
					}
					off += metric.RelativeError(metric.Wedges(g), metric.Wedges(r.Graph)) / 5
				}
				return off
			}
			was, chosen := wedges(ByBudget), wedges(query.DegreeCap(g.N(), 0.8*eps))
			t.Logf("%s ε = %v: wedges off by %.3f, with the cap of generated graphs %.3f", x.name, eps, was, chosen)
			if !x.holds(was, chosen) {
				t.Errorf("%s, ε = %v: wedges off by %v, with the cap of generated graphs %v", x.name, eps, was, chosen)
			}
		}
	}
}

// Of a graph that is too large to be packed as a whole the triangles within random parts of its
// nodes are asked for, and as many times as many are meant: 8,000 triangles that share no node are
// seen within six standard deviations.
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

// Parts are public and random: no neighbour moves what is asked within them by more than the bound,
// which is that of a whole graph.
func TestTrianglesWithinMoveAsThoseOfAGraph(t *testing.T) {
	const n = 5
	for _, rel := range []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel} {
		for parts := 1; parts <= 2; parts++ {
			for most := 1; most <= 2; most++ {
				q, _ := trianglesWithin(rel, n, parts, most, rand.New(rand.NewPCG(3, uint64(parts))))
				worst, err := smallworld.World{Relation: rel, Nodes: n}.Worst(q.Eval)
				if err != nil {
					t.Fatal(err)
				}
				if whole := query.TrianglePacking[gdp.L1](rel, n, most).Bound(); q.Bound() != whole || worst.L1.Change > float64(whole) || worst.L1.Change == 0 {
					t.Errorf("%v, %d parts, %d at a node: %v, bound %v, of a whole graph %v", rel, parts, most, worst.L1, q.Bound(), whole)
				}
			}
		}
	}
}

// Why no part is larger than it is: a hub keeps as many triangles in each, and the smaller the
// parts, the more of the graph's triangles one stands for. Of Enron's two parts show .15, three
// .22.
func TestHubsKeepMoreInSmallerParts(t *testing.T) {
	d, err := data.Load("privgraph-enron")
	if errors.Is(err, data.ErrNotFound) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	g := d.Graph.Undirected()
	all, _ := metric.Triangles(g)
	for parts, want := range map[int]float64{2: 0.149, 3: 0.223} {
		q, times := trianglesWithin(gdp.NodeLevel, g.N(), parts, triangleCap(0.2), rand.New(rand.NewPCG(1, 2)))
		got, err := q.Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
		if err != nil {
			t.Fatal(err)
		}
		if share := got[0] * times / float64(all); math.Abs(share-want) > 0.01 {
			t.Errorf("%d parts show %.3f of the triangles, want %v", parts, share, want)
		}
	}
}
