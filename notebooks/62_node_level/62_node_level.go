// Package nodelevel is the notebook 62_node_level: how to protect a person with all of their edges.
package nodelevel

// %% [markdown]
// # Node level
//
// Edge level protects a friendship. **Node level** protects a person: neighbouring graphs differ in any edges of one node, or in everything that the node
// contributes. People expect this guarantee. It is much harder, because one person may be friends with everybody.
//
// Two definitions are in use. If the number of nodes is *public*, all edges of one node are replaced arbitrarily. Otherwise one node is added or removed with
// its edges. This lesson uses the first.
//
// **Group privacy** connects the two levels. A purely $\varepsilon$-private release at edge level protects all edges of a node of degree $d$ at $d\varepsilon$.
// For a hub this is no useful guarantee.

// %%
import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/notebooks/exercise"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// ## The picture
//
// How many edges does a graph have? At node level, one node changes the number by $n - 1$, so noise for $\varepsilon = 1$ is as large as $n$. A **truncation**
// keeps only some edges, so that no node has more than $D$. Here it goes through the edges in a fixed order. It keeps an edge if both ends have kept fewer than
// $D$ so far. Then one node changes the number by $D$. A small $D$ loses edges; a large $D$ needs noise. The graph is generated, with 2,000 nodes and some
// hubs.

// %%

// Keep keeps edges in their order such that no node keeps more than most.
func Keep(g *graph.Graph, most int) (kept float64) {
	have := make([]int, g.N())
	for u, v := range g.Edges() {
		if have[u] < most && have[v] < most {
			have[u]++
			have[v]++
			kept++
		}
	}
	return kept
}

// %%
func thePicture() {
	g := nb.Must(gen.BarabasiAlbert(2000, 4, rand.New(rand.NewPCG(62, 1))))
	lines := []figure.Series{{Name: "edges lost"}, {Name: "mean error from noise"}, {Name: "both"}}
	for d := 1; d < g.N(); d = max(d+1, d*5/4) {
		lost := float64(g.M()) - Keep(g, d)
		for i, y := range []float64{lost, float64(d), lost + float64(d)} { // Laplace noise of scale D/ε
			if y > 0 {
				lines[i].X, lines[i].Y = append(lines[i].X, float64(d)), append(lines[i].Y, y)
			}
		}
	}
	best := slices.Index(lines[2].Y, slices.Min(lines[2].Y))
	style := figure.LinesStyle{Title: "Error of the number of edges, ε = 1", XLabel: "cap D on the edges of a node", YLabel: "edges", LogX: true, LogY: true, Legend: figure.Beside}
	t := figure.Table{Header: []string{"", "D", "edges lost + noise"}, Rows: [][]any{
		{"the best D", lines[2].X[best], lines[2].Y[best]}, {"no truncation", g.N() - 1, g.N() - 1}, {"edges of the graph", "", g.M()},
	}}
	nb.Show(figure.Lines(style, lines...).Sized(6.5, 3.6), t)
}

// %% [markdown]
// The best $D$ depends on the graph, so for a private graph it must not be read from this figure. Choose $D$ from public knowledge, or pay for it, for instance
// with the exponential mechanism.

// %% [markdown]
// ## Exercises
//
// **62.1** Take the truncation above with $D = 2$. By how much does one node change the number of kept edges?

// %%

// KeptByTwo is exercise 62.1.
var KeptByTwo = exercise.Query{Exercise: "62.1", Relation: gdp.NodeLevel, Norm: exercise.L1, Nodes: 5, Of: func(g *graph.Graph) []float64 {
	return []float64{Keep(g, 2)}
}}

// %%
func exercise1() {
	nb.Show(exercise.Bound(KeptByTwo, exercise.Blank))
}

// %% [markdown]
// **62.2** Without a truncation: by how much does one node change the number of *wedges* of a graph of $n$ nodes? A wedge is a node with two of its neighbours,
// so a node of degree $d$ is the centre of $d(d-1)/2$ wedges.

// %%

// Wedges is exercise 62.2.
var Wedges = exercise.Query{Exercise: "62.2", Relation: gdp.NodeLevel, Norm: exercise.L1, Nodes: 5, Of: func(g *graph.Graph) []float64 {
	count := 0.0
	for _, d := range g.Degrees() {
		count += float64(d) * float64(d-1) / 2
	}
	return []float64{count}
}}

// %%
func exercise2() {
	nb.Show(exercise.BoundFor(Wedges, func(n int) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// **62.3** *"We take $D$ from the graph: its largest degree. No edge is lost, and the noise is as small as possible: $\varepsilon = 1$ at node level."* Find
// two neighbouring graphs of five nodes that an audit tells apart. They may differ in all edges of one node.

// %%

// FromTheGraph is the mechanism of exercise 62.3.
func FromTheGraph(g *graph.Graph, noise *rand.Rand) float64 {
	largest := 0.0
	for _, d := range g.Degrees() {
		largest = math.Max(largest, float64(d))
	}
	return float64(g.M()) + largest*(noise.ExpFloat64()-noise.ExpFloat64())
}

// Own is exercise 62.3.
var Own = exercise.Release{Exercise: "62.3", Epsilon: 1, Truth: func(g *graph.Graph) float64 { return float64(g.M()) }}

// %%
func exercise3() {
	var one, other []graph.Edge // put the edges here
	nb.Show(exercise.Expose(Own, gdp.NodeLevel, FromTheGraph, 5, one, other))
}

// %% [markdown]
// Never call a method node-private if it is private only at edge level. Compare results only within one level. [choosing](../../docs/choosing.md) lists which
// methods of the project protect nodes.
