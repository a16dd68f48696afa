// Package reading is the notebook 57_reading_a_proof: how to find the error in a published proof.
package reading

// %% [markdown]
// # Reading a proof
//
// A theorem about privacy covers *all* pairs of neighbouring graphs. This makes its proof error-prone, and it makes errors easy to find: one pair is enough.
// The arguments below about rows, clipping and samples are of kinds found in papers. The pages on [SE-PrivGEmb](../../docs/papers/seprivgemb.md),
// [DPGS](../../docs/papers/dpgs.md) and [DPAR](../../docs/papers/dpar.md) name the theorems that do not hold.
//
// To read a proof, take each step alone. State what it claims about two neighbouring graphs. Then let a search look for a counterexample.

// %%
import (
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
// A training changes the rows of an embedding. "Noise on rows that no edge touched would be wasted, so we add it only to the others. The sum of gradients has
// bounded sensitivity, and noise of its size was added: the release is private." The figure shows thirty rows of 16 entries for two graphs. In one graph, node
// 12 has an edge. In the other it has none:

// %%

// moved draws how far a training moves each row. It adds noise only to rows of nodes with an edge.
func moved(title string, hasEdge func(u int) bool) *figure.Figure {
	r := rand.New(rand.NewPCG(7, 7))
	far, still := figure.Series{Name: "changed", Role: figure.Strict, Apart: true}, figure.Series{Name: "unchanged", Role: figure.Published, Apart: true}
	for u := range 30 {
		squares := 0.0
		for range 16 { // entries of a row
			squares += math.Pow(100*r.NormFloat64(), 2)
		}
		to := &far
		if !hasEdge(u) {
			to, squares = &still, 0
		}
		to.X, to.Y = append(to.X, float64(u)), append(to.Y, math.Sqrt(squares))
	}
	series := []figure.Series{far, {Name: "zero", Role: figure.Null, X: []float64{0, 29}, Y: []float64{0, 0}}}
	if len(still.X) > 0 {
		series = append(series, still)
	}
	style := figure.LinesStyle{Title: title, XLabel: "node", YLabel: "distance that the row moved", Legend: figure.Beside}
	return figure.Lines(style, series...).Sized(4.4, 3.2)
}

// %%
func thePicture() {
	nb.Show(figure.Panel("Noise of σ = 100, but one row does not change", 2,
		moved("node 12 has an edge", func(int) bool { return true }), moved("node 12 has no edge", func(u int) bool { return u != 12 })))
}

// %% [markdown]
// No amount of noise hides this. In the second graph, row 12 does not change, and this is impossible in the first graph. The wrong step is "noise of its size
// was added": it was not added to *all* coordinates of the sum.

// %% [markdown]
// ## Exercises
//
// **57.1** At node level, neighbouring graphs differ in the edges of one node. Here is a theorem of a kind that is printed for clipped gradients.
//
// *Each node contributes a number that depends on the graph around it, clipped: here $c_u = \min(1, \text{degree of } u)$. Then the sum of all contributions
// changes by at most 1.*
//
// 1. $c_u$ is between 0 and 1, so the contribution of one node, say node 0, changes by at most 1.
// 2. Neighbouring graphs differ in one node, so the list of contributions changes by at most 1 in $\ell_1$.
// 3. A sum changes no more than the list changes in $\ell_1$: by at most 1. $\square$
//
// Which step is the first false one? Replace 0 with its number.

// %%

// Clipped are the contributions of all nodes.
func Clipped(g *graph.Graph) (list []float64) {
	for _, d := range g.Degrees() {
		list = append(list, min(1, float64(d)))
	}
	return list
}

// Proof has the steps of exercise 57.1.
func Proof() (steps []exercise.Step) {
	for _, of := range []func(g *graph.Graph) []float64{
		func(g *graph.Graph) []float64 { return Clipped(g)[:1] },
		Clipped,
		Total.Of,
	} {
		q := exercise.Query{Relation: gdp.NodeLevel, Norm: exercise.L1, Nodes: 5, Of: of}
		steps = append(steps, exercise.Step{Query: q, Bound: func(int) float64 { return 1 }})
	}
	return steps
}

// Total is exercise 57.2: the sum of the contributions.
var Total = exercise.Query{Exercise: "57.2", Relation: gdp.NodeLevel, Norm: exercise.L1, Nodes: 5, Of: func(g *graph.Graph) []float64 {
	sum := 0.0
	for _, c := range Clipped(g) {
		sum += c
	}
	return []float64{sum}
}}

// %%
func exercise1() {
	var step int // put the number of the step here
	nb.Show(exercise.Fault("57.1", Proof(), step))
}

// %% [markdown]
// **57.2** Repair it: by how much does the sum change, in graphs of $n$ nodes?

// %%
func exercise2() {
	nb.Show(exercise.BoundFor(Total, func(n int) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// **57.3** Edges are private. *"Worst-case noise is too much. We take the graph that we have, compute how much one edge can change its number of triangles, and
// add Laplace noise in proportion to that: $\varepsilon = 1$."* Find two neighbouring graphs of five nodes that an audit of this mechanism tells apart. What
// reveals the graph, if not the number?

// %%

// Fitted is the mechanism of exercise 57.3.
func Fitted(g *graph.Graph, noise *rand.Rand) float64 {
	triangles, reach := 0.0, 0.0 // reach is how much one edge can change the number
	for u := range int32(g.N()) {
		for v := range u {
			common := 0.0
			for w := range int32(g.N()) {
				if g.HasEdge(u, w) && g.HasEdge(v, w) {
					common++
				}
			}
			reach = max(reach, common)
			if g.HasEdge(u, v) {
				triangles += common / 3
			}
		}
	}
	return triangles + reach*(noise.ExpFloat64()-noise.ExpFloat64())
}

// Local is exercise 57.3.
var Local = exercise.Release{Exercise: "57.3", Epsilon: 1, Truth: func(*graph.Graph) float64 { return 0 }}

// %%
func exercise3() {
	var one, other []graph.Edge // put the edges here
	nb.Show(exercise.Expose(Local, gdp.EdgeLevel, Fitted, 5, one, other))
}

// %% [markdown]
// **57.4** *"A mechanism is $\varepsilon$-private. It runs on a sample that contains each record with probability $q$. So a record is at risk with probability
// $q$, and the whole is $q\varepsilon$-private."* The left side is the true $\varepsilon$ of a randomised response on such a sample, computed from its
// probabilities. Replace $q\varepsilon$ with the right formula: never below the left side, and at most a thousandth above it. First try the quoted one:
// `q * eps`.

// %%

// Sampled is exercise 57.4.
var Sampled = exercise.Statement{
	Exercise: "57.4", Over: []exercise.Over{{Name: "ε", From: 0.01, To: 8}, {Name: "q", From: 0.01, To: 1}}, Within: 1.001,
	Left: func(x []float64) float64 {
		truth := 1 / (1 + math.Exp(-x[0]))       // the probability of a true answer
		yes := x[1]*truth + (1-x[1])*(1-truth)   // for a record whose bit is 1
		return math.Log(yes) - math.Log(1-truth) // for one whose bit is 0, or outside the sample
	},
}

// %%
func exercise4() {
	nb.Show(exercise.Inequality(Sampled, func(x []float64) float64 {
		eps, q := x[0], x[1]
		_, _ = eps, q
		return exercise.Blank
	}))
}

// %% [markdown]
// You have seen four errors: noise that misses some coordinates; a change that affects more than one term; noise whose size reveals the data; a rule for small
// numbers that is used for large ones. Look for these first. `gdp claims` lists the errors found in papers, with their tests.
// [02_accounting](../02_accounting/02_accounting.ipynb) and [14_dpar](../14_dpar/14_dpar.ipynb) explain some of them.
