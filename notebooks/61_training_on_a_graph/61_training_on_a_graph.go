// Package graphtraining is the notebook 61_training_on_a_graph: where to add noise when a model
// reads private edges.
package graphtraining

// %% [markdown]
// # Private training on a graph
//
// A graph neural network predicts the class of a node from the features of the node and of its neighbours. It reads edges in one place: the **aggregation**, in
// which each node adds up the rows that its neighbours send. [54_gradients](../54_gradients/54_gradients.ipynb) showed why clipping gradients is not enough.
// The other way is to add noise to the aggregation. Everything computed from noisy sums, including the training, is **post-processing**: it costs nothing more,
// however long it runs.
//
// Here edges are private, and features are public. A node sends a row of length at most 1.

// %%
import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
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
// The graph is generated: 400 nodes in two classes, with ten neighbours each on average, four in five of them in the node's own class. The feature of a node is
// $+1$ or $-1$ and gives its class in 65 % of all cases. A node is classified by the sign of its feature plus the noisy sum of its neighbours' features. One
// edge changes two sums by 1 each, so the sums change by $\sqrt{2}$ in $\ell_2$.

// %%

// classify returns the share of nodes whose noisy sum has the sign of their class. Without edges, a
// node uses only its own feature.
func classify(edges bool, sigma float64) float64 {
	r := rand.New(rand.NewPCG(61, 1))
	net := nb.Must(gen.SBM([]int{200, 200}, [][]float64{{0.04, 0.01}, {0.01, 0.04}}, r))
	n := net.Graph.N()
	features := make([]float64, n)
	for u := range features {
		features[u] = 2*float64(net.Labels[u]) - 1
		if r.Float64() > 0.65 {
			features[u] = -features[u]
		}
	}
	right, times := 0.0, 20
	for range times {
		for u := range int32(n) {
			sum := features[u]
			for _, v := range net.Graph.Neighbors(u) {
				if edges {
					sum += features[v]
				}
			}
			if (sum+sigma*r.NormFloat64() > 0) == (net.Labels[u] == 1) {
				right += 100 / float64(n*times)
			}
		}
	}
	return right
}

// %%
func thePicture() {
	private := figure.Series{Name: "noisy sums", Role: figure.Strict}
	exact := figure.Series{Name: "exact sums", Role: figure.NonPrivate}
	alone := figure.Series{Name: "own feature", Role: figure.Null}
	sums, own := classify(true, 0), classify(false, 0)
	for _, eps := range []float64{0.25, 0.5, 1, 2, 4, 8, 16} {
		mean := nb.Must(gauss.Mean(accounting.Budget{Epsilon: accounting.Epsilon(eps), Delta: 1e-5}))
		private.X, private.Y = append(private.X, eps), append(private.Y, classify(true, math.Sqrt2/mean))
		exact.X, exact.Y = append(exact.X, eps), append(exact.Y, sums)
		alone.X, alone.Y = append(alone.X, eps), append(alone.Y, own)
	}
	style := figure.LinesStyle{Title: "Accuracy of a classifier on noisy sums of neighbours", XLabel: "ε at δ = 10⁻⁵, edge level", YLabel: "accuracy, %", LogX: true, Dots: true, Legend: figure.Beside}
	nb.Show(figure.Lines(style, exact, private, alone).Sized(6.5, 3.6))
}

// %% [markdown]
// For small $\varepsilon$ the noisy edges do more harm than good. A model that never reads edges is better, and its privacy costs nothing. Compare every
// private graph model with it.

// %% [markdown]
// ## Exercises
//
// **61.1** Some networks aggregate by the *mean* of a node's own row and its neighbours' rows. Each row is $(1, 0)$ or $(0, 1)$. By how much does one edge
// change all means together, in $\ell_2$?

// %%

// Averages are the means of all nodes' own and neighbours' rows; even nodes have (1, 0).
func Averages(g *graph.Graph) []float64 {
	means := make([]float64, 2*g.N())
	for u := range int32(g.N()) {
		share := 1 / float64(g.Degree(u)+1)
		means[2*u+u%2] += share
		for _, v := range g.Neighbors(u) {
			means[2*u+v%2] += share
		}
	}
	return means
}

// ByMeans is exercise 61.1.
var ByMeans = exercise.Query{Exercise: "61.1", Relation: gdp.EdgeLevel, Norm: exercise.L2, Nodes: 5, Of: Averages}

// %%
func exercise1() {
	nb.Show(exercise.Bound(ByMeans, exercise.Blank))
}

// %% [markdown]
// **61.2** Two layers, with noise only at the end: *"we add up neighbours twice and then add noise once, for $\sqrt{2}$."* Each node first sends 1, and then
// the sum that it received. By how much does one edge really change the second sums, in $\ell_2$, in graphs of $n$ nodes?

// %%

// Twice are the sums over neighbours of their numbers of neighbours.
func Twice(g *graph.Graph) []float64 {
	sums := make([]float64, g.N())
	for u, v := range g.Edges() {
		sums[u] += float64(g.Degree(v))
		sums[v] += float64(g.Degree(u))
	}
	return sums
}

// TwoLayers is exercise 61.2.
var TwoLayers = exercise.Query{Exercise: "61.2", Relation: gdp.EdgeLevel, Norm: exercise.L2, Nodes: 5, Of: Twice}

// %%
func exercise2() {
	nb.Show(exercise.BoundFor(TwoLayers, func(n int) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// With noise after *each* layer, each layer has sensitivity $\sqrt{2}$, whatever $n$ is. The $\rho$ of the two layers add up.
//
// **61.3** A training step adds up the clipped gradients of all edges, adds noise for $\varepsilon = 1$, and divides by the number of edges: *"a mean, as
// usual."* Here the gradient of every edge is 1. Find two neighbouring graphs of five nodes that an audit tells apart. Which number should the sum be divided
// by?

// %%

// Mean is the step of exercise 61.3.
func Mean(g *graph.Graph, noise *rand.Rand) float64 {
	sum := float64(g.M()) + noise.ExpFloat64() - noise.ExpFloat64()
	return sum / max(float64(g.M()), 1)
}

// Divided is exercise 61.3.
var Divided = exercise.Release{Exercise: "61.3", Epsilon: 1, Truth: func(*graph.Graph) float64 { return 1 }}

// %%
func exercise3() {
	var one, other []graph.Edge // put the edges here
	nb.Show(exercise.Expose(Divided, gdp.EdgeLevel, Mean, 5, one, other))
}

// %% [markdown]
// Three rules follow. Bound what a node sends. Add noise where the edges enter, after every layer. Divide only by public numbers.
// [15_node_classification](../15_node_classification/15_node_classification.ipynb) shows how published methods follow these rules, and their results on real
// graphs.
