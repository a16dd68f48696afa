// Package choosing is the notebook 59_choosing: the exponential mechanism, which chooses a
// candidate by its score.
package choosing

// %% [markdown]
// # The exponential mechanism
//
// "Who has the most friends?" The answer is a name, and noise cannot be added to a name. The **exponential mechanism** (McSherry and Talwar 2007) makes a
// random choice instead. It can choose every candidate $r$, but it chooses good ones more often.
//
// Each candidate has a **score** $u(G, r)$; higher is better. $\Delta$ is the largest change of a single score between neighbouring graphs. The mechanism
// chooses $r$ with
//
// $$\Pr[r] \propto \exp\Big(\frac{\varepsilon\, u(G, r)}{2\Delta}\Big),$$
//
// and is $\varepsilon$-private. The weight of a candidate changes by a factor of at most $e^{\varepsilon/2}$, and so does the sum of all weights.

// %%
import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/notebooks/exercise"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// ## The picture
//
// In the karate club, the score of a member is the number of friends, and one friendship changes it by 1. Each point is a member: the number of friends, and
// the probability of being chosen. On the logarithmic axis, the points of one $\varepsilon$ lie on a line with slope $\varepsilon/2$. The best two members have
// 17 and 16 friends.

// %%

// chances are the probabilities of all nodes, with degrees as scores.
func chances(g *graph.Graph, eps float64) (p []float64) {
	sum := 0.0
	for _, d := range g.Degrees() {
		p = append(p, math.Exp(eps*float64(d)/2))
		sum += p[len(p)-1]
	}
	for u := range p {
		p[u] /= sum
	}
	return p
}

// %%
func thePicture() {
	club := data.Karate().Graph
	var points []figure.Series
	for _, eps := range []float64{0.1, 0.5, 2} {
		s := figure.Series{Name: fmt.Sprintf("ε = %g", eps), Apart: true}
		for u, p := range chances(club, eps) {
			s.X, s.Y = append(s.X, float64(club.Degree(int32(u)))), append(s.Y, 100*p)
		}
		points = append(points, s)
	}
	style := figure.LinesStyle{Title: "Probability of being chosen as the best-connected member", XLabel: "friends", YLabel: "probability, %", LogY: true, Legend: figure.Beside}
	nb.Show(figure.Lines(style, points...).Sized(6.5, 3.6))
}

// %% [markdown]
// ## Exercises
//
// **59.1** Another score of a node is the number of triangles that contain it. By how much does one *edge* change the score of node 0, in graphs of $n$ nodes?

// %%

// Corner counts the triangles of node 0.
func Corner(g *graph.Graph) []float64 {
	count := 0.0
	for _, u := range g.Neighbors(0) {
		for _, v := range g.Neighbors(0) {
			if u < v && g.HasEdge(u, v) {
				count++
			}
		}
	}
	return []float64{count}
}

// Triangles is exercise 59.1.
var Triangles = exercise.Query{Exercise: "59.1", Relation: gdp.EdgeLevel, Norm: exercise.L1, Nodes: 5, Of: Corner}

// %%
func exercise1() {
	nb.Show(exercise.BoundFor(Triangles, func(n int) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// **59.2** Never divide scores by private numbers. Suppose the score is a node's degree divided by the *mean* degree: *"a relative score is small, so one edge
// changes it by at most 1."* Find two neighbouring graphs of four nodes that refute this for node 0. Write each graph as a list such as
// `[]graph.Edge{{U: 0, V: 1}}`.

// %%

// Relative is exercise 59.2: the degree of node 0 over the mean degree, or 0 without edges.
var Relative = exercise.Query{Exercise: "59.2", Relation: gdp.EdgeLevel, Norm: exercise.L1, Of: func(g *graph.Graph) []float64 {
	if g.M() == 0 {
		return []float64{0}
	}
	return []float64{float64(g.Degree(0)) * float64(g.N()) / (2 * float64(g.M()))}
}}

// %%
func exercise2() {
	var one, other []graph.Edge // put the edges here
	nb.Show(exercise.Refute(Relative, 1, 4, one, other))
}

// %% [markdown]
// **59.3** Write the mechanism. Choose one of the nodes of `g` by its degree, with $\varepsilon = 2$, and return its number as a `float64`. The error of a
// choice is the largest degree minus the degree of the chosen node. Another form of the same mechanism adds Gumbel noise to the scores and takes the largest:
// `-math.Log(noise.ExpFloat64())` is a Gumbel number.

// %%

// missed is how far the degree of a node is below the largest.
func missed(g *graph.Graph, x float64) float64 {
	best := 0
	for u := range int32(g.N()) {
		best = max(best, g.Degree(u))
	}
	if x != math.Trunc(x) || x < 0 || x >= float64(g.N()) {
		return float64(g.N()) // not a node
	}
	return float64(best - g.Degree(int32(x)))
}

// Popular is exercise 59.3: nodes 0 and 1 have three friends each, or node 0 has two.
func Popular() exercise.Release {
	edges := []graph.Edge{{U: 1, V: 4}, {U: 1, V: 5}, {U: 1, V: 6}, {U: 0, V: 2}, {U: 0, V: 3}, {U: 0, V: 7}}
	with, _, err := graph.FromEdges(8, edges, graph.Options{})
	nb.Check(err)
	without, _, err := graph.FromEdges(8, edges[:5], graph.Options{})
	nb.Check(err)
	return exercise.Release{Exercise: "59.3", Worlds: [][2]*graph.Graph{{without, with}}, Epsilon: 2, Error: 1.1, Off: missed}
}

// %%
func exercise3() {
	nb.Show(exercise.Mechanism(Popular(), func(g *graph.Graph, noise *rand.Rand) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// **59.4** How good is the choice? Take $\varepsilon = 1$, $\Delta = 1$ and $n$ candidates. How far can the chosen score be below the best one, except with
// probability $\beta$? The left side uses the worst scores: one candidate is best, and all others are equally far below. Your answer may be up to 1.1 times as
// large.

// %%

// Missed is exercise 59.4.
var Missed = exercise.Statement{
	Exercise: "59.4", Over: []exercise.Over{{Name: "n", From: 10, To: 1000}, {Name: "β", From: 0.01, To: 0.1}}, Within: 1.1,
	Left: func(x []float64) float64 { return 2 * math.Log((x[0]-1)*(1-x[1])/x[1]) },
}

// %%
func exercise4() {
	nb.Show(exercise.Inequality(Missed, func(x []float64) float64 {
		n, beta := x[0], x[1]
		_, _ = n, beta
		return exercise.Blank
	}))
}

// %% [markdown]
// The error grows with the logarithm of the number of candidates, so a choice among thousands is still useful. [14_dpar](../14_dpar/14_dpar.ipynb) has a method
// that chooses nodes this way. In the trusted base the mechanism is `gdp.NewNoisyMax`.
