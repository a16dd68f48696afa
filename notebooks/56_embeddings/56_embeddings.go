// Package embeddings is the notebook 56_embeddings: what embeddings reveal about edges, and the
// effect of noise.
package embeddings

// %% [markdown]
// # Embeddings and link attacks
//
// "We do not publish the graph. We publish an embedding: ten numbers for each node." Useful embeddings place joined nodes close together. A **link attack**
// uses this to find edges.

// %%
import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data"
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
// The karate club is embedded by the ten largest eigenvalues of its adjacency matrix. The attacker sees only the rows, scores each pair of members by the
// product of their rows, and takes the 78 highest scores as friendships. Wrong guesses are red. On the left there are few. In the other two figures, noise of
// standard deviation $\sigma$ is added to each pair before the embedding.

// %%

// embed returns ten numbers for each node, from the adjacency matrix with noise.
func embed(g *graph.Graph, sigma float64) [][]float64 {
	n, r := g.N(), rand.New(rand.NewPCG(56, 1))
	a := mat.NewSymDense(n, nil)
	for u := range n {
		for v := range u {
			x := sigma * r.NormFloat64()
			if g.HasEdge(int32(u), int32(v)) {
				x++
			}
			a.SetSym(u, v, x)
		}
	}
	var parts mat.EigenSym
	parts.Factorize(a, true)
	var vectors mat.Dense
	parts.VectorsTo(&vectors)
	rows := make([][]float64, n)
	for k := n - 10; k < n; k++ { // eigenvalues ascend
		for u := range rows {
			rows[u] = append(rows[u], vectors.At(u, k)*math.Sqrt(max(parts.Values(nil)[k], 0)))
		}
	}
	return rows
}

// %%

// taken are the pairs with the highest scores, as many as there are edges.
func taken(g *graph.Graph, rows [][]float64) (pairs []graph.Edge) {
	score := func(e graph.Edge) float64 { return floats.Dot(rows[e.U], rows[e.V]) }
	for u := range int32(g.N()) {
		for v := range u {
			pairs = append(pairs, graph.Edge{U: v, V: u})
		}
	}
	slices.SortFunc(pairs, func(a, b graph.Edge) int { return int(math.Copysign(1, score(b)-score(a))) })
	return pairs[:g.M()]
}

// %%
func thePicture() {
	club := data.Karate()
	var panels []*figure.Figure
	for _, sigma := range []float64{0, 0.5, 2} {
		pairs := taken(club.Graph, embed(club.Graph, sigma))
		read, _, err := graph.FromEdges(club.Graph.N(), pairs, graph.Options{})
		nb.Check(err)
		wrong := slices.DeleteFunc(slices.Clone(pairs), func(e graph.Edge) bool { return club.Graph.HasEdge(e.U, e.V) })
		title := fmt.Sprintf("σ = %g: %d of %d correct", sigma, len(pairs)-len(wrong), len(pairs))
		panels = append(panels, figure.Network(read, figure.NetworkStyle{Title: title, MarkedPairs: wrong, Like: club.Graph}).Sized(3.2, 3.2))
	}
	nb.Show(figure.Panel("Friendships guessed from the rows", 3, panels...))
}

// %% [markdown]
// ## Exercises
//
// **56.1** Attack the rows without noise. Score two rows such that an edge has a larger score than a non-edge in 95 % of all cases. `x` and `y` are slices of
// ten numbers.

// %%

// Rows is exercise 56.1.
func Rows() exercise.Embedded {
	club := data.Karate().Graph
	other := nb.Must(gen.BarabasiAlbert(40, 2, exercise.Source(56, 1)))
	return exercise.Embedded{
		Exercise: "56.1", Graph: club, Rows: embed(club, 0), Need: 0.95,
		Fresh: &exercise.Embedded{Graph: other, Rows: embed(other, 0), Need: 0.9},
	}
}

// %%
func exercise1() {
	nb.Show(exercise.Link(Rows(), func(x, y []float64) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// **56.2** How much noise hides an edge? One edge is one pair, so it changes the matrix by 1. Many methods embed another matrix, in which each row is divided
// by its sum: the entries are $1/d_u$ if $u$ has $d_u$ neighbours. By how much does one edge change *that* matrix in $\ell_1$, over all entries?

// %%

// Divided is exercise 56.2: the rows of the adjacency matrix, each divided by its sum.
var Divided = exercise.Query{Exercise: "56.2", Relation: gdp.EdgeLevel, Norm: exercise.L1, Nodes: 5, Of: func(g *graph.Graph) []float64 {
	n := g.N()
	entries := make([]float64, n*n)
	for u := range int32(n) {
		for _, v := range g.Neighbors(u) {
			entries[int(u)*n+int(v)] = 1 / float64(g.Degree(u))
		}
	}
	return entries
}}

// %%
func exercise2() {
	nb.Show(exercise.Bound(Divided, exercise.Blank))
}

// %% [markdown]
// **56.3** What is the limit for *every* attack on $\varepsilon$-private rows? Suppose half of the pairs are joined. What share can an attack get right at
// most, whatever it computes? The left side is the best test that $\varepsilon$ allows, found by trying rates of false alarms.

// %%

// Rights is exercise 56.3.
var Rights = exercise.Statement{
	Exercise: "56.3", Over: []exercise.Over{{Name: "ε", From: 0, To: 6}}, Within: 1.01,
	Left: func(x []float64) (best float64) {
		for k := range 200 {
			alarms := math.Pow(float64(k)/200, 2) / 2 // a finer grid for small rates
			misses := nb.Must(accounting.Tradeoff([]accounting.Point{{Epsilon: accounting.Epsilon(x[0])}}, alarms))
			best = max(best, 1-(alarms+misses)/2)
		}
		return best
	},
}

// %%
func exercise3() {
	nb.Show(exercise.Inequality(Rights, func(x []float64) float64 {
		eps := x[0]
		_ = eps
		return exercise.Blank
	}))
}

// %% [markdown]
// At $\varepsilon = 1$ every attack is right in at most 73.2 % of these cases, however clever the embedding.
// [11_seprivgemb](../11_seprivgemb/11_seprivgemb.ipynb) measures the utility of embeddings with such guarantees.
