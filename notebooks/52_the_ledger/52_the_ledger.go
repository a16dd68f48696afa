// Package ledger is the notebook 52_the_ledger: the total cost of many answers, and the ledger.
package ledger

// %% [markdown]
// # The ledger
//
// One noisy answer hides an edge. A hundred answers to the same question, each with fresh noise, do not: the noise of their mean is ten times smaller. So a
// guarantee must cover *all* releases together. The **ledger** keeps the sum of their costs.

// %%
import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/notebooks/exercise"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// ## The picture
//
// Sixty analysts ask for the number of friendships in the karate club, again and again, at $\varepsilon = 0.1$ an answer, and take the mean. Each has a session
// with a budget of $\varepsilon = 10$. One answer is off by 10 on average, the mean of a hundred by 1, and more answers would be closer still. But the session
// charges each answer before it reads the data, and refuses when the budget is spent.

// %%

// means returns the means of the first 1, 2, 5, … answers. It asks until the session refuses.
func means(seed uint64) (answers int, mean figure.Series, refused error) {
	club := data.Karate().Network
	s := nb.Protect(&club, gdp.EdgeLevel, 10, 0, gdp.Seed(seed))
	sum := 0.0
	for ; ; answers++ {
		noisy, err := gdp.Laplace(s, fmt.Sprint("answer ", answers+1), query.EdgeCount[gdp.L1](gdp.EdgeLevel, 34, 33), 0.1)
		if err != nil {
			return answers, mean, err
		}
		sum += noisy[0]
		if k := answers + 1; slices.Contains([]int{1, 2, 5, 10, 20, 50, 100}, k) {
			mean.X, mean.Y = append(mean.X, float64(k)), append(mean.Y, sum/float64(k))
		}
	}
}

// %%
func thePicture() {
	sessions := uint64(60)
	if nb.Small() {
		sessions = 10
	}
	all := figure.Series{Name: "mean of the answers", Role: figure.Strict, Apart: true}
	for seed := range sessions {
		_, mean, _ := means(seed)
		all.X, all.Y = append(all.X, mean.X...), append(all.Y, mean.Y...)
	}
	last, _, refused := means(0)
	truth := figure.Series{Name: "truth", Role: figure.NonPrivate, X: []float64{1, float64(last)}, Y: []float64{78, 78}}
	title := fmt.Sprintf("The ledger refuses after %d answers", last)
	style := figure.LinesStyle{Title: title, XLabel: "answers to the same question", YLabel: "friendships", LogX: true, Legend: figure.TopRight}
	nb.Show(figure.Lines(style, truth, all).Sized(7, 3.6), fmt.Sprintf("refused because of the budget: %t", errors.Is(refused, gdp.ErrBudget)))
}

// %% [markdown]
// ## Exercises
//
// **Basic composition**: the sum of the $\varepsilon$ always bounds the total. If a small $\delta$ is allowed, this bound is far too large, because the privacy
// losses of many answers rarely all point the same way. [58_composition](../58_composition/58_composition.ipynb) explains why.
//
// **52.1** What do $k$ answers with $\varepsilon_0 = 0.1$ each cost at $\delta = 10^{-5}$, for $k$ up to 300? The left side is exact for the worst mechanisms.
// Give a formula that is never below it and never more than 1.6 times as large. Try `0.1 * k` first.

// %%

// exactly is the cost of k randomised responses with ε = 0.1: the number of true answers is a sufficient statistic.
func exactly(k int) float64 {
	p := 1 / (1 + math.Exp(-0.1))
	with, without := distuv.Binomial{N: float64(k), P: p}, distuv.Binomial{N: float64(k), P: 1 - p}
	var pair audit.Pair
	for i := range k + 1 {
		pair.P, pair.Q = append(pair.P, with.Prob(float64(i))), append(pair.Q, without.Prob(float64(i)))
	}
	return float64(nb.Must(pair.Bound(1e-5)).Epsilon)
}

// Many is exercise 52.1.
func Many() exercise.Statement {
	known := map[int]float64{}
	return exercise.Statement{
		Exercise: "52.1", Over: []exercise.Over{{Name: "k", From: 1, To: 300}}, Within: 1.6, Whole: true,
		Left: func(x []float64) float64 {
			k := int(x[0])
			if _, ok := known[k]; !ok {
				known[k] = exactly(k)
			}
			return known[k]
		},
	}
}

// %%
func exercise1() {
	nb.Show(exercise.Inequality(Many(), func(x []float64) float64 {
		k := x[0]
		_ = k
		return exercise.Blank
	}))
}

// %% [markdown]
// **52.2** Gaussian noise always needs a $\delta$. Which standard deviation $\sigma$ is enough for $\varepsilon$ and $\delta$, if one edge changes the answer
// by 1? Textbooks give $\sqrt{2\ln(1.25/\delta)}/\varepsilon$. Here $\delta = 10^{-5}$ and $\varepsilon$ goes up to 20. Find where the textbook formula fails.
// Then give one that never fails and stays within 1.7 times the least $\sigma$.

// %%

// Deviation is exercise 52.2.
var Deviation = exercise.Statement{
	Exercise: "52.2", Over: []exercise.Over{{Name: "ε", From: 0.1, To: 20}}, Within: 1.7,
	Left: func(x []float64) float64 {
		return 1 / nb.Must(gauss.Mean(accounting.Budget{Epsilon: accounting.Epsilon(x[0]), Delta: 1e-5}))
	},
}

// %%
func exercise2() {
	nb.Show(exercise.Inequality(Deviation, func(x []float64) float64 {
		eps, delta := x[0], 1e-5
		_, _ = eps, delta
		return exercise.Blank
	}))
}

// %% [markdown]
// **52.3** Not all costs add up. Nodes with even numbers form one group, nodes with odd numbers another. Take the list of three numbers: edges within the first
// group, within the second, and between them. By how much does one edge change this list? Noise for *that* change, on all three numbers, costs as much as one
// answer.

// %%

// Groups is exercise 52.3.
var Groups = exercise.Query{Exercise: "52.3", Relation: gdp.EdgeLevel, Norm: exercise.L1, Nodes: 5, Of: func(g *graph.Graph) []float64 {
	counts := make([]float64, 3)
	for u, v := range g.Edges() {
		if u%2 != v%2 {
			counts[2]++
		} else {
			counts[u%2]++
		}
	}
	return counts
}}

// %%
func exercise3() {
	nb.Show(exercise.Bound(Groups, exercise.Blank))
}

// %% [markdown]
// **52.4** Spend a budget. You have $\varepsilon = 1$ for three questions. Nine in ten answers must be as close as the table says. Write the three shares after
// `Questions`, as in `Questions, 0.5, 0.25, 0.25`. (In Go `1/3` is 0, because both are whole numbers; `1.0/3` is a third.)

// %%

// Questions are those of exercise 52.4.
var Questions = []exercise.Question{
	{Name: "edges", Moves: 1, Within: 10},
	{Name: "the largest degree", Moves: 1, Within: 5},
	{Name: "triangles, at most 8 for each edge", Moves: 8, Within: 70},
}

// %%
func exercise4() {
	nb.Show(figure.Table{Header: []string{"question", "sensitivity", "required distance"}, Rows: [][]any{
		{Questions[0].Name, Questions[0].Moves, Questions[0].Within}, {Questions[1].Name, Questions[1].Moves, Questions[1].Within}, {Questions[2].Name, Questions[2].Moves, Questions[2].Within},
	}})
	nb.Show(exercise.Spend("52.4", 1, Questions))
}

// %% [markdown]
// A session does all of this. It uses the smallest total that its accountants can prove, and writes each cost into its ledger.
// [02_accounting](../02_accounting/02_accounting.ipynb) has more.
