// Package triangles is the notebook 53_triangles: why triangles are hard to release, and the cost
// of truncation.
package triangles

// %% [markdown]
// # Why triangles are hard
//
// In [51_sensitivity](../51_sensitivity/51_sensitivity.ipynb) the noise was in proportion to the largest change by one edge. Triangles show the problem with
// "largest": one extreme graph, which no one has, sets the noise for all graphs. The way out is **truncation**: drop what could cause a large change. Most
// first ideas for a truncation are wrong, and a search over small graphs shows it.

// %%
import (
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/notebooks/exercise"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// ## The picture
//
// Left: the worst graph with 34 nodes. All triangles share the red edge and disappear with it. Their third nodes are orange. Right: the karate club, with the
// edge that is in most triangles. Noise must hide the red edge on the left too. Otherwise the size of the noise would reveal which of the two graphs is
// private.

// %%

// book is the graph of n nodes in which one edge is in n-2 triangles.
func book(n int) *graph.Graph {
	edges := []graph.Edge{{U: 0, V: 1}}
	for u := int32(2); u < int32(n); u++ {
		edges = append(edges, graph.Edge{U: 0, V: u}, graph.Edge{U: 1, V: u})
	}
	g, _, err := graph.FromEdges(n, edges, graph.Options{})
	nb.Check(err)
	return g
}

// common counts the common neighbours of two nodes.
func common(g *graph.Graph, u, v int32) (count int) {
	for _, w := range g.Neighbors(u) {
		if g.HasEdge(w, v) {
			count++
		}
	}
	return count
}

// %%

// across is a cycle of n nodes with two of them opposite: where they stand in a picture.
func across(n int, e graph.Edge) *graph.Graph {
	circle := []int32{e.U}
	for w := range int32(n) {
		if w != e.U && w != e.V {
			circle = append(circle, w)
		}
		if len(circle) == n/2 {
			circle = append(circle, e.V)
		}
	}
	var round []graph.Edge
	for i, u := range circle {
		round = append(round, graph.Edge{U: u, V: circle[(i+1)%n]})
	}
	g, _, err := graph.FromEdges(n, round, graph.Options{})
	nb.Check(err)
	return g
}

// %%

// drawn is a graph on a circle, with the edge in most triangles across it in red.
func drawn(name string, g *graph.Graph) *figure.Figure {
	var most graph.Edge
	for u, v := range g.Edges() {
		if most.U == most.V || common(g, u, v) > common(g, most.U, most.V) {
			most = graph.Edge{U: u, V: v}
		}
	}
	third := make([]int32, g.N())
	for w := range third {
		if u := int32(w); g.HasEdge(u, most.U) && g.HasEdge(u, most.V) {
			third[w] = 1
		}
	}
	all, _ := metric.Triangles(g)
	title := fmt.Sprintf("%s: %d of %d triangles", name, common(g, most.U, most.V), all)
	return figure.Network(g, figure.NetworkStyle{Title: title, Groups: third, MarkedPairs: []graph.Edge{most}, Like: across(g.N(), most)}).Sized(4.2, 4)
}

// %%
func thePicture() {
	nb.Show(figure.Panel("One edge and its triangles", 2, drawn("the worst graph", book(34)), drawn("the karate club", data.Karate().Graph)))
}

// %% [markdown]
// ## Exercises
//
// **53.1** By how much does one edge change the number of triangles of a graph of $n$ nodes?
//
// **53.2** By how much does one node change it, with all of its edges?

// %%

// Triangles is the number of triangles.
func Triangles(g *graph.Graph) []float64 {
	count, _ := metric.Triangles(g)
	return []float64{float64(count)}
}

// The queries of exercises 53.1 and 53.2.
var (
	ByAnEdge = exercise.Query{Exercise: "53.1", Relation: gdp.EdgeLevel, Norm: exercise.L1, Nodes: 5, Of: Triangles}
	ByANode  = exercise.Query{Exercise: "53.2", Relation: gdp.NodeLevel, Norm: exercise.L1, Nodes: 5, Of: Triangles}
)

// %%
func exercise1() {
	nb.Show(exercise.BoundFor(ByAnEdge, func(n int) float64 {
		return exercise.Blank
	}))
}

// %%
func exercise2() {
	nb.Show(exercise.BoundFor(ByANode, func(n int) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// **53.3** Here is a truncation: *"Drop every node with more than two edges, so hubs do no harm. The remaining nodes have at most two edges each, and one edge
// changes the number of remaining edges by 1."* Find two neighbouring graphs of six nodes that refute the last sentence. Write each graph as a list such as
// `[]graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}`.

// %%

// NoHubs counts the edges between nodes of two edges at most.
func NoHubs(g *graph.Graph) []float64 {
	count := 0.0
	for u, v := range g.Edges() {
		if g.Degree(u) <= 2 && g.Degree(v) <= 2 {
			count++
		}
	}
	return []float64{count}
}

// WithoutHubs is exercise 53.3.
var WithoutHubs = exercise.Query{Exercise: "53.3", Relation: gdp.EdgeLevel, Norm: exercise.L1, Of: NoHubs}

// %%
func exercise3() {
	var one, other []graph.Edge // put the edges here
	nb.Show(exercise.Refute(WithoutHubs, 1, 6, one, other))
}

// %% [markdown]
// **53.4** Do better. Write a truncation that returns the edges it keeps. No node keeps more than two. If no node has more than two edges, the truncation keeps
// all. One edge changes the *number* of kept edges by at most 1.

// %%

// Kept is exercise 53.4.
func Kept(keep func(g *graph.Graph) []graph.Edge) exercise.Query {
	return exercise.Query{
		Exercise: "53.4", Relation: gdp.EdgeLevel, Norm: exercise.L1, Nodes: 5, Claim: 1,
		Of: func(g *graph.Graph) []float64 { return []float64{float64(len(keep(g)))} },
		Rule: func(g *graph.Graph) string {
			kept, had := make([]int, g.N()), 0
			for _, e := range keep(g) {
				kept[e.U]++
				kept[e.V]++
				if !g.HasEdge(e.U, e.V) {
					return fmt.Sprintf("you keep the edge %d–%d, which this graph does not have", e.U, e.V)
				}
			}
			for u := range kept {
				if kept[u] > 2 {
					return fmt.Sprintf("node %d of this graph keeps %d edges", u, kept[u])
				}
				had = max(had, g.Degree(int32(u)))
			}
			if had <= 2 && len(keep(g)) < g.M() {
				return fmt.Sprintf("no node of this graph has more than 2 edges, but you keep only %d of %d", len(keep(g)), g.M())
			}
			return ""
		},
	}
}

// %%
func exercise4() {
	nb.Show(exercise.Bound(Kept(func(g *graph.Graph) (kept []graph.Edge) {
		for u, v := range g.Edges() {
			kept = append(kept, graph.Edge{U: u, V: v}) // all: not yet a truncation
		}
		return kept
	}), 1))
}

// %% [markdown]
// **53.5** This truncation keeps an edge if each end is among the first two neighbours of the other. By how much does one edge change the number of remaining
// *triangles*? The check tries graphs with up to six nodes, which takes a few seconds. What would it have said about your answer with up to five?

// %%

// FirstTwo counts the triangles of edges that both ends keep.
func FirstTwo(g *graph.Graph) []float64 {
	among := func(u, v int32) bool { list := g.Neighbors(u); return len(list) <= 2 || v <= list[1] }
	count := 0.0
	for u, v := range g.Edges() {
		for w := v + 1; w < int32(g.N()); w++ {
			if g.HasEdge(u, w) && g.HasEdge(v, w) && among(u, v) && among(v, u) && among(u, w) && among(w, u) && among(v, w) && among(w, v) {
				count++
			}
		}
	}
	return []float64{count}
}

// LeftTriangles is exercise 53.5.
var LeftTriangles = exercise.Query{Exercise: "53.5", Relation: gdp.EdgeLevel, Norm: exercise.L1, Nodes: 6, Of: FirstTwo}

// %%
func exercise5() {
	nb.Show(exercise.Bound(LeftTriangles, exercise.Blank))
}

// %% [markdown]
// A search without a result is not a proof: the last exercise has a counterexample with six nodes and none with five. But a bound that was never tested is
// often wrong, as you have just seen.
//
// [05_asking](../05_asking/05_asking.ipynb) shows what the project does with triangles, and the errors on real graphs.
