// Package sensitivity is the notebook 51_sensitivity: the largest change of an answer by one edge
// or one node, and the noise that hides it.
package sensitivity

// %% [markdown]
// # Sensitivity and noise
//
// An exact answer reveals something about each edge that it counts. Noise hides an edge if every output is almost as likely without the edge as with it. How
// much noise is needed depends on one number: how much the edge *changes* the answer.
//
// The exercises check themselves: replace `exercise.Blank` with your answer and run the cell. Below a verdict there are two hints. The solutions are in
// `notebooks/solutions`.

// %%
import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/notebooks/exercise"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// ## The picture
//
// Two graphs that differ in the red edge have five and six edges. Each number is released with Laplace noise. The density of the noise falls by the same factor
// with each step away from the truth. On a logarithmic axis it looks like a tent.
//
// The two tents are one step apart. So on each side, one density is above the other by the same factor: $e^{1/b}$ for noise of scale $b$. No output says more
// about the edge than this factor. Its logarithm is called $\varepsilon$.

// %%

// neighbours are two graphs that differ in an edge.
func neighbours() (without, with *graph.Graph) {
	edges := []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 3, V: 4}, {U: 4, V: 0}, {U: 1, V: 3}}
	without, _, err := graph.FromEdges(5, edges[:5], graph.Options{})
	nb.Check(err)
	with, _, err = graph.FromEdges(5, edges, graph.Options{})
	nb.Check(err)
	return without, with
}

// tents are the densities of 5 and of 6 with Laplace noise.
func tents(scale float64) *figure.Figure {
	series := []figure.Series{{Name: "without the edge"}, {Name: "with the edge"}}
	for i, truth := range []float64{5, 6} {
		for x := 1.0; x <= 10; x += 0.05 {
			series[i].X = append(series[i].X, x)
			series[i].Y = append(series[i].Y, math.Exp(-math.Abs(x-truth)/scale)/(2*scale))
		}
	}
	title := fmt.Sprintf("scale %g: ratio up to %.3g", scale, math.Exp(1/scale))
	return figure.Lines(figure.LinesStyle{Title: title, XLabel: "released number of edges", YLabel: "density", LogY: true, YRange: [2]float64{1e-9, 2}}, series...).Sized(4.2, 3)
}

// %%
func thePicture() {
	without, with := neighbours()
	style := figure.NetworkStyle{Title: "5 edges", MarkedPairs: []graph.Edge{{U: 1, V: 3}}, Like: without}
	left := figure.Network(without, style).Sized(3, 2.2)
	style.Title = "6 edges"
	nb.Show(figure.Panel("", 2, left, figure.Network(with, style).Sized(3, 2.2), tents(1), tents(0.25)))
}

// %% [markdown]
// ## Definitions
//
// Two terms sound alike. The *neighbours of a node* are the nodes joined to it. *Neighbouring graphs* differ in the contribution of one party. At **edge
// level** they differ in one edge. At **node level** they differ in any edges of one node.
//
// A randomised method $M$ is **$(\varepsilon, \delta)$-private** if for all neighbouring graphs $G$, $G'$ and all sets $S$ of outputs
//
// $$\Pr[M(G) \in S] \le e^{\varepsilon} \Pr[M(G') \in S] + \delta .$$
//
// - $\delta$ is the probability with which the bound by $e^{\varepsilon}$ may fail. It must be far below one over the number of records: a method that
//   publishes each record with probability $\delta$ is $(0, \delta)$-private. With $\delta = 0$ the method is *purely* private. Laplace noise gives
//   $\delta = 0$; Gaussian noise needs $\delta > 0$.
// - **Post-processing**: any function of the output is as private as the output, if it does not read the graph again. Rounding and error bars are free.
// - **Group privacy**: for $\delta = 0$, a method protects graphs that are $k$ neighbouring steps apart at $k\varepsilon$. At edge level, a person with $k$
//   friends is protected at $k\varepsilon$.
//
// ## Sensitivity
//
// The **sensitivity** of a query is the largest change of its answer between two neighbouring graphs. It covers **all** pairs of neighbouring graphs, not only
// the graph at hand. For small graphs, a program can try all pairs. Here is a claim to test: one edge changes the number of nodes without an edge by at most 1.
// The cell tries all graphs with up to 5 nodes:

// %%

// alone counts the nodes without an edge.
func alone(g *graph.Graph) []float64 {
	count := 0.0
	for _, d := range g.Degrees() {
		if d == 0 {
			count++
		}
	}
	return []float64{count}
}

// %%
func somebodySays() {
	q := exercise.Query{Relation: gdp.EdgeLevel, Norm: exercise.L1, Nodes: 5, Of: alone}
	nb.Show(exercise.Bound(q, 1))
}

// %% [markdown]
// ## Exercises
//
// Many questions can be answered from the list of all degrees, one number for each node. For an answer with several numbers, Laplace noise needs the *sum* of
// the changes (the $\ell_1$ norm). Gaussian noise needs the root of the sum of squares (the $\ell_2$ norm).
//
// **51.1** By how much does one edge change the degrees, in $\ell_1$?
//
// **51.2** By how much does one edge change the degrees, in $\ell_2$?
//
// **51.3** At node level, all edges of one node may be replaced. By how much do the degrees of a graph of $n$ nodes change then, in $\ell_1$?

// %%

// Degrees are the degrees of all nodes.
func Degrees(g *graph.Graph) (list []float64) {
	for _, d := range g.Degrees() {
		list = append(list, float64(d))
	}
	return list
}

// The queries of exercises 51.1 to 51.3.
var (
	EdgeInSum    = exercise.Query{Exercise: "51.1", Relation: gdp.EdgeLevel, Norm: exercise.L1, Nodes: 5, Of: Degrees}
	EdgeInLength = exercise.Query{Exercise: "51.2", Relation: gdp.EdgeLevel, Norm: exercise.L2, Nodes: 5, Of: Degrees}
	NodeInSum    = exercise.Query{Exercise: "51.3", Relation: gdp.NodeLevel, Norm: exercise.L1, Nodes: 5, Of: Degrees}
)

// %%
func exercise1() {
	nb.Show(exercise.Bound(EdgeInSum, exercise.Blank))
}

// %%
func exercise2() {
	nb.Show(exercise.Bound(EdgeInLength, exercise.Blank))
}

// %%
func exercise3() {
	nb.Show(exercise.BoundFor(NodeInSum, func(n int) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// **51.4** Write the mechanism: release the number of edges, `float64(g.M())`, with $\varepsilon = 1$ and $\delta = 0$ at edge level and a mean error of about 1.
// `noise` draws random numbers: `noise.Float64()` between 0 and 1, `noise.NormFloat64()` Gaussian, `noise.ExpFloat64()` exponential. The check runs the
// mechanism 10,000 times on each of two neighbouring graphs and tries to tell them apart.

// %%

// NumberOfEdges is exercise 51.4.
func NumberOfEdges() exercise.Release {
	without, with := neighbours()
	return exercise.Release{
		Exercise: "51.4", Worlds: [][2]*graph.Graph{{without, with}}, Epsilon: 1, Error: 1.1,
		Truth: func(g *graph.Graph) float64 { return float64(g.M()) },
	}
}

// %%
func exercise4() {
	nb.Show(exercise.Mechanism(NumberOfEdges(), func(g *graph.Graph, noise *rand.Rand) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// **51.5** A noisy answer needs an error bar. The density of Laplace noise of scale $b$ is $\frac{1}{2b}e^{-|x|/b}$. Around the answer, how far to each side
// must an interval reach to contain the truth in a share `level` of all answers? The check asks the trusted base for 4,000 answers and counts.

// %%
func exercise5() {
	nb.Show(exercise.Interval("51.5", func(scale, level float64) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// You now have a complete release: a sensitivity that no small graph refutes, noise in proportion to it, and an interval that holds. The sensitivity is not
// proved yet. [20_your_method](../20_your_method/20_your_method.ipynb) shows a proof and how the trusted base checks for it. In
// [53_triangles](../53_triangles/53_triangles.ipynb) the largest change is *much* larger than a typical one.
