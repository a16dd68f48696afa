// Package nodelevel is the notebook 62_node_level: what it takes to hide a person with all of their
// edges.
package nodelevel

// %% [markdown]
// # Node level
//
// Edge level hides a friendship. **Node level** hides a person: neighbouring graphs differ in any edges of one node, or in everything that the node contributes. This is the guarantee that people expect,
// and it is far harder, since one person may have a friendship with everybody.
//
// Two relations are in use. With a *public* number of nodes, the edges of one node are replaced by any others. Otherwise a node is added or removed with its edges. This lesson has the first.
//
// Group privacy leads from one level to the other: a purely $\varepsilon$-private release at edge level hides the edges of a node of degree $d$ at $d\varepsilon$. For a hub that is no guarantee.

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
// How many edges has a graph? At node level one node moves the number by $n - 1$, so noise for $\varepsilon = 1$ is as large as $n$. A **truncation** keeps only some edges, so that no node has more than $D$. Here edges come in a fixed order, and one is kept if
// both of its ends have kept fewer than $D$ so far. Then a node moves the number by $D$. Small $D$ lose edges, large $D$ need noise. The graph is generated, with 2,000 nodes and some hubs.

// %%

// Keep keeps edges in their order such that no node keeps more than most of them.
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
	lines := []figure.Series{{Name: "edges lost"}, {Name: "mean size of the noise"}, {Name: "both"}}
	for d := 1; d < g.N(); d = max(d+1, d*5/4) {
		lost := float64(g.M()) - Keep(g, d)
		for i, y := range []float64{lost, float64(d), lost + float64(d)} { // Laplace noise of scale D/ε
			if y > 0 {
				lines[i].X, lines[i].Y = append(lines[i].X, float64(d)), append(lines[i].Y, y)
			}
		}
	}
	best := slices.Index(lines[2].Y, slices.Min(lines[2].Y))
	style := figure.LinesStyle{Title: "The error of a number of edges, ε = 1", XLabel: "edges that a node keeps at most, D", YLabel: "edges", LogX: true, LogY: true, Legend: figure.Beside}
	t := figure.Table{Header: []string{"", "D", "lost and noise"}, Rows: [][]any{
		{"the best D", lines[2].X[best], lines[2].Y[best]}, {"no truncation", g.N() - 1, g.N() - 1}, {"edges of the graph", "", g.M()},
	}}
	nb.Show(figure.Lines(style, lines...).Sized(6.5, 3.6), t)
}

// %% [markdown]
// The best $D$ depends on the graph, so it must not be read off this figure for a private one. Choose it from public knowledge, or pay for it, with the exponential mechanism for instance.

// %% [markdown]
// ## Exercises
//
// **62.1** The truncation above with $D = 2$. How far does one node move the number of edges that are kept?

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
// **62.2** Without a truncation: how far does one node move the number of *wedges* of a graph of $n$ nodes? A wedge is a node with two of its neighbours: a node of degree $d$ has $d(d-1)/2$.

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
// **62.3** *"We take $D$ from the graph: its largest degree. Nothing is lost, and the noise is as small as it can be: $\varepsilon = 1$ at node level."* Find two neighbouring graphs of five nodes that an audit tells apart. They may differ in all edges of
// one node.

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
// A method that is private at edge level must not be called private at node level, and the reverse holds for tables of results: compare within one level. Which methods of the project hide nodes is in [choosing](../../docs/choosing.md).
