// Package synthetic is the notebook 55_a_synthetic_graph: a synthetic graph and what it lost.
package synthetic

// %% [markdown]
// # A synthetic graph and what it lost
//
// A synthetic graph is a graph like any other. You can view it, count in it and pass it to programs, as often as you like. The budget pays only for the noisy
// answers that generate it. The synthetic graph has the properties that were asked for, and *nothing else*, however real it looks.

// %%
import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/notebooks/exercise"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// ## The picture
//
// In the private graph, three groups of friends know each other well and hardly know the others. The graph on the right is generated from noisy degrees, at
// $\varepsilon = 4$. Each person has about as many friends as before. The number of edges is nearly right, and the groups are gone.

// %%

// Friends are three groups.
func Friends() *graph.Network { return threeGroups(rand.New(rand.NewPCG(7, 30))) }

// threeGroups samples a graph like Friends.
func threeGroups(r *rand.Rand) *graph.Network {
	in, out := 0.4, 0.006
	return nb.Must(gen.SBM([]int{22, 22, 22}, [][]float64{{in, out, out}, {out, in, out}, {out, out, in}}, r))
}

// noisy are the degrees, with noise for ε = 4.
func noisy() []float64 {
	friends := Friends()
	n := friends.Graph.N()
	s := nb.Protect(friends, gdp.EdgeLevel, 4, 0, gdp.Seed(1))
	degrees := nb.Must(gdp.Laplace(s, "degrees", query.Degrees[gdp.L1](gdp.EdgeLevel, n), 4))
	for u, d := range degrees {
		degrees[u] = min(max(d, 0), float64(n-1))
	}
	return degrees
}

// %%
func thePicture() {
	friends, degrees := Friends(), noisy()
	drawn := nb.Must(gen.ChungLu(degrees, rand.New(rand.NewPCG(1, 1))))
	var panels []*figure.Figure
	for i, g := range []*graph.Graph{friends.Graph, drawn} {
		title := fmt.Sprintf("%s, %d edges", []string{"private", "released"}[i], g.M())
		panels = append(panels, figure.Network(g, figure.NetworkStyle{Title: title, Groups: friends.Labels, Like: friends.Graph}).Sized(4.2, 3.8))
	}
	nb.Show(figure.Panel("Similar degrees, no groups", 2, panels...))
}

// %% [markdown]
// ## Exercises
//
// **55.1** What is lost, in numbers? Write a statistic that changes by half or more in the generated graphs. `Friends().Labels[u]` is the group of node `u`,
// which is public. `g.Edges()` and `g.Neighbors(u)` list edges and neighbours.

// %%

// FromDegrees is exercise 55.1.
func FromDegrees() exercise.Synthetic {
	from := func(net *graph.Network, degrees []float64) exercise.Synthetic {
		return exercise.Synthetic{
			Exercise: "55.1", Original: net.Graph, Groups: net.Labels,
			Draw: func(r *rand.Rand) (*graph.Graph, error) { return gen.ChungLu(degrees, r) },
		}
	}
	others := threeGroups(exercise.Source(55, 1)) // the check uses these too
	var degrees []float64
	for _, d := range others.Graph.Degrees() {
		degrees = append(degrees, float64(d))
	}
	friends, fresh := from(Friends(), noisy()), from(others, degrees)
	friends.Fresh = &fresh
	return friends
}

// %%
func exercise1() {
	nb.Show(exercise.Lost(FromDegrees(), func(g *graph.Graph) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// So the method must ask for more.
//
// **55.2** A common question is *how many nodes have each degree*. By how much does one edge change this list, in $\ell_1$?
//
// **55.3** A richer question is *how many edges join a node of degree $i$ and one of degree $j$*, for all $i \le j$. By how much does one edge change this list
// in graphs of $n$ nodes?

// %%

// Histogram counts the nodes of each degree.
func Histogram(g *graph.Graph) []float64 {
	counts := make([]float64, g.N())
	for _, d := range g.Degrees() {
		counts[d]++
	}
	return counts
}

// Joint counts the edges by the degrees of their ends.
func Joint(g *graph.Graph) []float64 {
	counts := make([]float64, g.N()*g.N())
	for u, v := range g.Edges() {
		a, b := g.Degree(u), g.Degree(v)
		counts[min(a, b)*g.N()+max(a, b)]++
	}
	return counts
}

// The queries of exercises 55.2 and 55.3.
var (
	ByDegree  = exercise.Query{Exercise: "55.2", Relation: gdp.EdgeLevel, Norm: exercise.L1, Nodes: 5, Of: Histogram}
	ByDegrees = exercise.Query{Exercise: "55.3", Relation: gdp.EdgeLevel, Norm: exercise.L1, Nodes: 5, Of: Joint}
)

// %%
func exercise2() {
	nb.Show(exercise.Bound(ByDegree, exercise.Blank))
}

// %%
func exercise3() {
	nb.Show(exercise.BoundFor(ByDegrees, func(n int) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// **55.4** Here groups are public, and one edge changes the number of edges of *one* pair of groups by 1. `Between()` returns these numbers with noise. Write a
// generator that uses them and keeps the share of edges within groups. `gen.SBM(sizes, p, r)` generates groups of given sizes, with edge probabilities
// `p[a][b]`.

// %%

// Between has the noisy number of edges within each group, and between each two, for ε = 1.
func Between() [3][3]float64 {
	friends := Friends()
	s := nb.Protect(friends, gdp.EdgeLevel, 1, 0, gdp.Seed(2))
	cells := nb.Must(gdp.Laplace(s, "groups", query.BlockCounts[gdp.L1](gdp.EdgeLevel, friends.Labels, 3), 1))
	var counts [3][3]float64
	for a := range int32(3) {
		for b := range int32(3) {
			counts[a][b] = max(cells[query.BlockCell(a, b)], 0)
		}
	}
	return counts
}

// %%

// FromGroups is exercise 55.4, without your generator.
func FromGroups() exercise.Synthetic {
	friends := Friends()
	return exercise.Synthetic{Exercise: "55.4", Original: friends.Graph, Groups: friends.Labels}
}

// Wanted are the requirements of exercise 55.4.
func Wanted() []exercise.Wanted {
	labels := Friends().Labels
	return []exercise.Wanted{
		{Name: "number of edges", Within: 0.1, Of: func(g *graph.Graph) float64 { return float64(g.M()) }},
		{Name: "share of edges within groups", Within: 0.1, Of: func(g *graph.Graph) (share float64) {
			for u, v := range g.Edges() {
				if labels[u] == labels[v] {
					share += 1 / float64(g.M())
				}
			}
			return share
		}},
	}
}

// %%
func exercise4() {
	nb.Show(exercise.Resembles(FromGroups(), Wanted(), func(r *rand.Rand) (*graph.Graph, error) {
		return nil, nil
	}))
}

// %% [markdown]
// Real groups are not public, and finding them costs part of the budget. [30_synthesis](../30_synthesis/30_synthesis.ipynb) shows how methods do that, and how
// well each preserves fifteen statistics.
