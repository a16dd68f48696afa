// Package composition is the notebook 58_composition: the total cost of many releases, counted in
// zCDP.
package composition

// %% [markdown]
// # Composition and zCDP
//
// A ledger adds up the costs of releases. Adding $\varepsilon$ is always correct, but for many releases the sum is far too large. This lesson adds up a better
// quantity, $\rho$.
//
// Take two neighbouring graphs, with and without an edge, and let $p$ and $q$ be the densities of the output on them. The **privacy loss** of an output $x$ is
// $L(x) = \ln\frac{p(x)}{q(x)}$. Pure privacy bounds $L$ by $\varepsilon$ for every output. But outputs with a large loss are rare, and losses of independent
// releases partly cancel.

// %%
import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/notebooks/exercise"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// ## The picture
//
// A number that one edge changes by 1 is released $k$ times, with Gaussian noise of standard deviation 20. The sum of the single $\varepsilon$ grows like $k$;
// the exact cost grows roughly like $\sqrt{k}$. The line between them adds up $\rho$ and converts once, at the end.

// %%

// costs are three ways to count k releases with noise multiplier 20, at δ = 10⁻⁵.
func costs(k float64) (sum, concentrated, exact float64) {
	const delta, mu = 1e-5, 1. / 20
	rho := k * mu * mu / 2
	return k * float64(gauss.Epsilon(mu, delta)), rho + 2*math.Sqrt(rho*math.Log(1/delta)), float64(gauss.Epsilon(mu*math.Sqrt(k), delta))
}

// %%
func thePicture() {
	lines := []figure.Series{{Name: "sum of ε"}, {Name: "sum of ρ, converted"}, {Name: "exact"}}
	for k := 1.0; k <= 1000; k *= 1.25 {
		sum, concentrated, exact := costs(k)
		for i, y := range []float64{sum, concentrated, exact} {
			lines[i].X, lines[i].Y = append(lines[i].X, k), append(lines[i].Y, y)
		}
	}
	sum, concentrated, exact := costs(1000)
	style := figure.LinesStyle{Title: "The cost of k releases", XLabel: "releases", YLabel: "ε at δ = 10⁻⁵", LogX: true, LogY: true, Legend: figure.TopLeft}
	nb.Show(figure.Lines(style, lines...).Sized(6.5, 3.8), fmt.Sprintf("After 1000 releases: sum of ε %.0f, sum of ρ converted %.2f, exact %.2f.", sum, concentrated, exact))
}

// %% [markdown]
// ## Definition
//
// The **Rényi divergence** of order $\alpha > 1$ is $D_\alpha(P \Vert Q) = \frac{1}{\alpha - 1} \ln \mathrm{E}_{x \sim P}\, e^{(\alpha - 1) L(x)}$. It is a
// mean of the loss that gives more weight to large losses. A method is **$\rho$-zCDP** (zero-concentrated differential privacy, Bun and Steinke 2016) if
// $D_\alpha(M(G) \Vert M(G')) \le \rho\alpha$ for all neighbouring graphs and every $\alpha > 1$.
//
// - **Composition**: releases with $\rho_1$ and $\rho_2$ together have $\rho_1 + \rho_2$, even if the second question depends on the first answer.
// - **Post-processing** is free, as before.
// - **Conversion**: $\rho$-zCDP implies $(\varepsilon, \delta)$-privacy with $\varepsilon = \rho + 2\sqrt{\rho \ln(1/\delta)}$, for every $\delta > 0$.

// %% [markdown]
// ## Exercises
//
// **58.1** Gaussian noise of standard deviation $\sigma$ is added to a number that one edge changes by $\Delta$. What is $\rho$? The left side integrates the
// definition for $\alpha = 2$; the answer is the same for every $\alpha$.

// %%

// divergence is D₂ of two Gaussians with the same standard deviation and means at a distance.
func divergence(apart, sigma float64) float64 {
	mean, step := 0.0, sigma/50
	for x := -12 * sigma; x <= 12*sigma+2*apart; x += step { // the integrand is a bell curve around 2·apart
		loss := (x*x - (x-apart)*(x-apart)) / (2 * sigma * sigma)
		mean += step * math.Exp(loss-(x-apart)*(x-apart)/(2*sigma*sigma)) / (sigma * math.Sqrt(2*math.Pi))
	}
	return math.Log(mean)
}

// Concentrated is exercise 58.1.
var Concentrated = exercise.Statement{
	Exercise: "58.1", Over: []exercise.Over{{Name: "Δ", From: 1, To: 4}, {Name: "σ", From: 1, To: 10}}, Within: 1.001,
	Left: func(x []float64) float64 { return divergence(x[0], x[1]) / 2 },
}

// %%
func exercise1() {
	nb.Show(exercise.Inequality(Concentrated, func(x []float64) float64 {
		move, sigma := x[0], x[1]
		_, _ = move, sigma
		return exercise.Blank
	}))
}

// %% [markdown]
// **58.2** Plan $k$ releases. Together they may cost $\varepsilon = 1$ at $\delta = 10^{-5}$, and one edge changes each by 1. Which $\sigma$ is enough for each
// of them? The left side is the least $\sigma$, from the exact cost. Your answer may be up to 1.35 times as large.

// %%

// Planned is exercise 58.2.
var Planned = exercise.Statement{
	Exercise: "58.2", Over: []exercise.Over{{Name: "k", From: 1, To: 1000}}, Within: 1.35, Whole: true,
	Left: func(x []float64) float64 {
		return math.Sqrt(x[0]) / nb.Must(gauss.Mean(accounting.Budget{Epsilon: 1, Delta: 1e-5}))
	},
}

// %%
func exercise2() {
	nb.Show(exercise.Inequality(Planned, func(x []float64) float64 {
		k, delta := x[0], 1e-5
		_, _ = k, delta
		return exercise.Blank
	}))
}

// %% [markdown]
// **58.3** Group privacy. A release with Gaussian noise is $\rho$-zCDP at edge level. A person has $k$ friends. What is $\rho$ for all edges of this person
// together? It is not $k\rho$.

// %%

// Group is exercise 58.3.
var Group = exercise.Statement{
	Exercise: "58.3", Over: []exercise.Over{{Name: "k", From: 1, To: 8}, {Name: "ρ", From: 0.01, To: 0.5}}, Within: 1.01,
	Left: func(x []float64) float64 { return divergence(x[0], 1/math.Sqrt(2*x[1])) / 2 },
}

// %%
func exercise3() {
	nb.Show(exercise.Inequality(Group, func(x []float64) float64 {
		k, rho := x[0], x[1]
		_, _ = k, rho
		return exercise.Blank
	}))
}

// %% [markdown]
// **58.4** From $\varepsilon$ to $\rho$. A ledger holds Gaussian and Laplace releases and counts both in $\rho$. Which $\rho$ covers every purely
// $\varepsilon$-private release? The left side tries many $\alpha$ on the worst one, a randomised response to one bit. Your answer may be up to 1.35 times as
// large, for $\varepsilon$ up to 2.

// %%

// Coin is exercise 58.4.
var Coin = exercise.Statement{
	Exercise: "58.4", Over: []exercise.Over{{Name: "ε", From: 0.05, To: 2}}, Within: 1.35,
	Left: func(x []float64) (worst float64) {
		p := 1 / (1 + math.Exp(-x[0])) // the probability of a true answer
		for a := 1.001; a < 100; a *= 1.05 {
			d := math.Log(math.Pow(p, a)*math.Pow(1-p, 1-a)+math.Pow(1-p, a)*math.Pow(p, 1-a)) / (a - 1)
			worst = max(worst, d/a)
		}
		return worst
	},
}

// %%
func exercise4() {
	nb.Show(exercise.Inequality(Coin, func(x []float64) float64 {
		eps := x[0]
		_ = eps
		return exercise.Blank
	}))
}

// %% [markdown]
// zCDP is a good way to count by hand. The project's accountants are tighter: they compose whole distributions of the loss, or use the exact curve of Gaussian
// noise. [02_accounting](../02_accounting/02_accounting.ipynb) compares them.
