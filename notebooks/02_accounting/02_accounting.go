// Package epsilon is the notebook 02_accounting: the meaning of ε and δ, how they add up, and where
// published arithmetic goes wrong.
package epsilon

// %% [markdown]
// # Accounting
//
// Every private release has a cost, two numbers $\varepsilon$ and $\delta$. This notebook explains what they mean, how the costs of many releases add up, and
// where published arithmetic reports less than was spent. At the end, a session spends a budget and keeps a ledger.
// [04_auditing](../04_auditing/04_auditing.ipynb) shows how an *audit* catches a mechanism that breaks its guarantee.

// %%
import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// ## What ε means
//
// Zachary's karate club has 78 friendships. Is Mr. Hi's friendship with member 31 one of them? Suppose an attacker knows all the others. From the exact count,
// the attacker learns the answer. So the count is released with noise: $78 + X$, where $X$ has the Laplace density $\frac{1}{2b}e^{-|x|/b}$ with scale $b$.
// Without the friendship the release would be $77 + X$.
//
// The graphs with and without the friendship are **neighbouring graphs**. The left figure shows the densities $p_1$ and $p_0$ of the release on the two. The
// right figure shows the **privacy loss** $\ln(p_1(y)/p_0(y))$, the evidence for the friendship in a released number $y$. The mechanism is
// **$\varepsilon$-differentially private** if the loss stays within $[-\varepsilon, \varepsilon]$. Here it reaches $\pm 1/b$, because one friendship changes
// the count by 1, its **sensitivity**. So $\varepsilon = 1/b$.

// %%

// sample evaluates f on a grid.
func sample(name string, low, high float64, points int, f func(x float64) float64) figure.Series {
	s := figure.Series{Name: name}
	for i := range points {
		x := low + (high-low)*float64(i)/float64(points-1)
		s.X, s.Y = append(s.X, x), append(s.Y, f(x))
	}
	return s
}

// laplace is the density of Laplace noise of scale b around the centre.
func laplace(centre, b float64) func(x float64) float64 {
	return func(x float64) float64 { return math.Exp(-math.Abs(x-centre)/b) / (2 * b) }
}

// %%
func twoWorlds() {
	const epsilon = 1.0
	with, without := laplace(78, 1/epsilon), laplace(77, 1/epsilon)
	densities := figure.Lines(
		figure.LinesStyle{Title: "Two neighbouring graphs", XLabel: "released count y", YLabel: "density", Legend: figure.TopRight},
		sample("with the friendship", 71, 85, 281, with), sample("without it", 71, 85, 281, without))
	loss := figure.Lines(
		figure.LinesStyle{Title: "Privacy loss", XLabel: "released count y", YLabel: "ln(p₁/p₀)"},
		sample("", 71, 85, 281, func(y float64) float64 { return math.Log(with(y) / without(y)) }))
	nb.Show(figure.Panel("With and without one friendship, ε = 1", 2, densities.Sized(4, 2.8), loss.Sized(4, 2.8)))
}

// %% [markdown]
// What does $\varepsilon$ mean for an attacker? Suppose that, before the release, the friendship seems as likely as not. After the release, the attacker's
// guess is right with probability at most $e^{\varepsilon}/(1+e^{\varepsilon})$, for every computation and any other knowledge:

// %%
func whatAnEpsilonMeans() {
	t := figure.Table{
		Caption: "Limits of an attacker with prior probability 1/2",
		Header:  []string{"ε", "right with probability at most, %", "odds grow at most by the factor"},
	}
	for _, eps := range []float64{.01, .1, .5, 1, 2, 4, 8} {
		t.Rows = append(t.Rows, []any{eps, 100 / (1 + math.Exp(-eps)), math.Exp(eps)})
	}
	nb.Show(t)
}

// %% [markdown]
// The same bound holds for all tests at once. A test decides "friendship" or "no friendship". It has a rate $\alpha$ of false alarms and a rate $\beta$ of
// misses. Blind guessing reaches every point with $\alpha + \beta = 1$. A guarantee excludes the corner near zero: no test lies below its *trade-off curve*. At
// $\varepsilon = 4$, a test with 2 % false alarms and 2 % misses is still allowed. Published tables often use values such as 8, which exclude almost nothing.

// %%
func tradeOff() {
	var curves []figure.Series
	for _, eps := range []accounting.Epsilon{.1, .5, 1, 2, 4} {
		curves = append(curves, sample(fmt.Sprintf("ε = %g", float64(eps)), 0, 1, 401, func(alpha float64) float64 {
			return nb.Must(accounting.Tradeoff([]accounting.Point{{Epsilon: eps}}, alpha))
		}))
	}
	nb.Show(figure.Lines(figure.LinesStyle{
		Title:  "No test lies below its curve",
		XLabel: "rate of false alarms α", YLabel: "rate of misses β",
	}, curves...).Sized(5, 3.8))
}

// %% [markdown]
// ## What δ means
//
// The privacy loss of Gaussian noise is unbounded. Far in the tail, one of the two graphs is arbitrarily more likely than the other, but releases rarely land
// there. $\delta$ covers these cases. A mechanism is **$(\varepsilon, \delta)$-private** if for every set $S$ of releases
//
// $$\Pr{}_1[S] \le e^{\varepsilon}\Pr{}_0[S] + \delta \quad\text{and the same with the two graphs swapped.}$$
//
// One mechanism has a whole curve of such pairs. Take Gaussian noise of standard deviation $\sigma$ on a number that one edge changes by 1. Its curve is known
// exactly, with $\Phi$ the normal distribution function and $\mu = 1/\sigma$:
//
// $$\delta(\varepsilon) = \Phi\!\left(\tfrac{\mu}{2} - \tfrac{\varepsilon}{\mu}\right) - e^{\varepsilon}\,\Phi\!\left(-\tfrac{\mu}{2} - \tfrac{\varepsilon}{\mu}\right).$$
//
// For Gaussian noise, "$\varepsilon = 1$" without a $\delta$ says nothing. $\delta$ is a probability of losing all protection, so choose it far below 1 over
// the number of people.

// %%
func gaussianCurves() {
	var curves []figure.Series
	for _, sigma := range []float64{1, 2, 4, 8} {
		s := sample(fmt.Sprintf("σ = %g", sigma), 0, 4, 161, func(eps float64) float64 {
			return math.Exp(gauss.LogDelta(1/sigma, eps))
		})
		for i, d := range s.Y {
			if d < 1e-12 { // the plot ends here
				s.X, s.Y = s.X[:i], s.Y[:i]
				break
			}
		}
		curves = append(curves, s)
	}
	nb.Show(figure.Lines(figure.LinesStyle{
		Title: "All guarantees of one Gaussian release", XLabel: "ε", YLabel: "δ", LogY: true,
	}, curves...))
}

// %% [markdown]
// ## How costs add up
//
// What do $k$ releases with $\varepsilon_0 = 0.1$ each cost together, at $\delta = 10^{-5}$? The table lists the answers from the oldest to the best:
//
// | name | cost |
// |---|---|
// | basic | $k\varepsilon_0$ |
// | advanced | $\varepsilon_0\sqrt{2k\ln(1/\delta)} + k\varepsilon_0(e^{\varepsilon_0}-1)$ |
// | zCDP | each release costs $\rho = \varepsilon_0^2/2$; the $\rho$ add up and are converted at the end |
// | Rényi | Rényi divergences of every order add up; the best order is converted |
// | PLD | the distribution of the privacy loss, composed by Fourier transforms |
// | exact | the worst case: $k$ randomised responses, whose joint distribution is binomial |
//
// All but the last are upper bounds. The last is exact; it is computed here from the two binomial distributions, without an accountant. Basic composition is
// best for a few releases. Beyond that, the cost grows like $\sqrt k$, and the old formula for it is too high by a third or more.

// %%
const delta = 1e-5

func budget(eps, delta float64) accounting.Budget {
	return accounting.Budget{Epsilon: accounting.Epsilon(eps), Delta: accounting.Delta(delta)}
}

// exactly is the cost of k randomised responses with eps0 each. The number of true answers is
// binomial, and a sufficient statistic.
func exactly(k int, eps0 float64) float64 {
	p := 1 / (1 + math.Exp(-eps0))
	with, without := distuv.Binomial{N: float64(k), P: p}, distuv.Binomial{N: float64(k), P: 1 - p}
	var pair audit.Pair
	for i := range k + 1 {
		pair.P, pair.Q = append(pair.P, with.Prob(float64(i))), append(pair.Q, without.Prob(float64(i)))
	}
	return float64(nb.Must(pair.Bound(delta)).Epsilon)
}

// compositions are the costs of k releases of eps0, by each method.
func compositions(k int, eps0 float64) map[string]float64 {
	n := float64(k)
	renyi, loss := nb.Must(rdp.New(accounting.AddRemove)), nb.Must(pld.New(accounting.AddRemove))
	plan := accounting.SelfCompose{Event: accounting.ApproxDP{Epsilon: eps0}, Count: k}
	return map[string]float64{
		"basic":    n * eps0,
		"advanced": eps0*math.Sqrt(2*n*math.Log(1/delta)) + n*eps0*math.Expm1(eps0),
		"zCDP":     float64(nb.Must(gauss.EpsilonOfRho(n*eps0*eps0/2, delta))),
		"Rényi":    float64(nb.Must(renyi.Epsilon(plan, delta))),
		"PLD":      float64(nb.Must(loss.Epsilon(plan, delta))),
		"exact":    exactly(k, eps0),
	}
}

// %%
func composition() {
	names := []string{"basic", "advanced", "zCDP", "Rényi", "PLD", "exact"}
	counts := []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}
	if nb.Small() {
		counts = counts[:7]
	}
	lines, ratios := make([]figure.Series, len(names)), make([]figure.Series, len(names))
	t := figure.Table{
		Caption: "Total ε of k releases with ε₀ = 0.1, at δ = 10⁻⁵",
		Header:  append([]string{"k"}, names...),
	}
	for _, k := range counts {
		costs := compositions(k, .1)
		row := []any{k}
		for i, name := range names {
			lines[i].Name = name
			lines[i].X, lines[i].Y = append(lines[i].X, float64(k)), append(lines[i].Y, costs[name])
			if ratio := costs[name] / costs["exact"]; ratio < 2.5 { // the plot ends here
				ratios[i].X, ratios[i].Y = append(ratios[i].X, float64(k)), append(ratios[i].Y, ratio)
			}
			row = append(row, costs[name])
		}
		t.Rows = append(t.Rows, row)
	}
	sums := figure.Lines(figure.LinesStyle{
		Title: "total ε", XLabel: "k", YLabel: "ε", LogX: true, LogY: true, Legend: figure.TopLeft,
	}, lines...)
	above := figure.Lines(figure.LinesStyle{
		Title: "ratio to the exact ε, up to 2.5", XLabel: "k", YLabel: "ratio", LogX: true,
	}, ratios...)
	nb.Show(figure.Panel("Cost of k releases with ε₀ = 0.1", 2, sums.Sized(4, 3.4), above.Sized(4, 3.4)), t)
}

// %% [markdown]
// Accounting comes before the release: it decides how much noise to add. [10_privdpr](../10_privdpr/10_privdpr.ipynb) shows the price of splitting the budget
// evenly over $T$ steps instead of composing exactly.

// %% [markdown]
// ## Amplification, right and wrong
//
// A mechanism that reads only a secret random sample reveals less: with probability $1-q$ it did not read a given record. Take an $\varepsilon$-private
// mechanism on a Poisson sample, which contains each record with probability $q$. The probability of every set of releases is a mixture: weight $q$ with the
// record and $1-q$ without it. So the odds grow by at most
//
// $$e^{\varepsilon'} = 1 - q + q\,e^{\varepsilon}, \qquad\text{that is}\qquad \varepsilon' = \ln\!\left(1 + q\,(e^{\varepsilon} - 1)\right).$$
//
// For small $\varepsilon$ this is almost $q\,\varepsilon$. Theorem 2 of DPAR uses $q\,\varepsilon$ for every $\varepsilon$. But
// $\varepsilon' \ge q\,\varepsilon$ always holds, so the theorem promises too much. DPAR samples 9 % of the nodes and claims totals of 1 and 8. Before
// sampling, these are 11.1 and 88.9, and there sampling saves almost nothing.
//
// The last column of the table needs no theorem. A randomised response on one sampled bit has four outcomes of its two coins, and their probabilities give
// $\varepsilon'$.

// %%

// sampledResponse is the exact ε of a randomised response to a bit. The bit is in the sample with
// probability q, and counts as 0 otherwise.
func sampledResponse(eps, q float64) float64 {
	truth := 1 / (1 + math.Exp(-eps))
	law := func(bit int) map[int]float64 {
		return nb.Must(audit.Enumerate(4, func(choose audit.Choose) int {
			seen := bit * choose(1-q, q)
			return seen ^ choose(truth, 1-truth)
		}))
	}
	return float64(nb.Must(audit.PairOf(law(0), law(1)).Bound(0)).Epsilon)
}

// %%
func amplification() {
	const q = .09
	right := func(eps float64) float64 {
		return float64(nb.Must(accounting.Amplify(budget(eps, 0), q)).Epsilon)
	}
	t := figure.Table{
		Caption: "DPAR's rule and the exact value, q = 0.09",
		Header:  []string{"ε before", "claimed: q·ε", "true: ln(1+q(e^ε-1))", "randomised response on a sample"},
	}
	for _, eps := range []float64{.1, 1, 3, 11.1111} {
		t.Rows = append(t.Rows, []any{eps, q * eps, right(eps), sampledResponse(eps, q)})
	}
	// At 88.9 the probability of a lie is below floating-point precision.
	t.Rows = append(t.Rows, []any{88.8889, q * 88.8889, right(88.8889), ""})
	linear := sample("DPAR's Theorem 2", 0, 12, 121, func(eps float64) float64 { return q * eps })
	linear.Role = figure.Paper
	nb.Show(figure.Lines(figure.LinesStyle{
		Title: "A sample of 9 %", XLabel: "ε of the mechanism", YLabel: "ε on the sample", Legend: figure.TopLeft,
	}, sample("true", 0, 12, 121, right), linear), t)
}

// %% [markdown]
// Other papers also report less than was spent. [13_dpggan](../13_dpggan/13_dpggan.ipynb): a noise formula without one of its constants.
// [14_dpar](../14_dpar/14_dpar.ipynb): a composition rule used outside its range.

// %% [markdown]
// ## Where the classical Gaussian formula fails
//
// Textbooks give $\sigma = \sqrt{2\ln(1.25/\delta)}/\varepsilon$ for sensitivity 1, *for $\varepsilon < 1$*. Papers copy the formula without the condition. The
// figure inserts this $\sigma$ into the exact curve and shows the true $\delta$. Below $\varepsilon = 1$ the formula is wasteful: the true $\delta$ is hundreds
// of times smaller than requested. From $\varepsilon = 8.42$ it is wrong. The *analytic* Gaussian mechanism solves the exact curve for $\sigma$ and is correct
// for every $\varepsilon$.

// %%
func classicalGaussian() {
	asked := sample("requested", .2, 14, 2, func(float64) float64 { return delta })
	given := func(eps float64) float64 { // the δ that the classical σ gives
		return gauss.Delta(1/gauss.Classical(budget(eps, delta)), accounting.Epsilon(eps))
	}
	t := figure.Table{
		Caption: "Noise for sensitivity 1 at δ = 10⁻⁵",
		Header:  []string{"ε", "classical σ", "its true δ", "analytic σ", ""},
	}
	for _, eps := range []float64{.1, 1, 8, 10, 14} {
		b := budget(eps, delta)
		verdict := "wasteful"
		if given(eps) > delta {
			verdict = "breaks its guarantee"
		}
		t.Rows = append(t.Rows, []any{eps, gauss.Classical(b), given(eps), 1 / nb.Must(gauss.Mean(b)), verdict})
	}
	nb.Show(figure.Lines(figure.LinesStyle{
		Title:  "True δ of σ = √(2 ln(1.25/δ))/ε",
		XLabel: "ε", YLabel: "true δ", LogY: true, Legend: figure.TopLeft,
	}, sample("classical", .2, 14, 277, given), asked), t)
}

// %% [markdown]
// ## A session and its ledger
//
// In practice a program adds up the costs. A `gdp.Session` holds the private graph and a budget. Every release goes through the session, which charges its cost
// *before* it reads the data. The **ledger** is the list of these costs.
//
// With a journal, the session outlives the process. Every notebook cell is its own process. A cell that runs again gets the same release at no further cost. A
// different question is a new cost, and the session refuses it if the budget does not cover it.
//
// (This session has a seed, so the page looks the same on every machine. A seed makes the noise public, and the ledger says so.)

// %%

// session is the club under a budget of ε = 1, with its journal beside the notebook.
func session() *gdp.Session {
	network := data.Karate().Network
	total := gdp.Budget{Epsilon: 1, Delta: 1e-6}
	return nb.Must(gdp.Protect(&network, gdp.EdgeLevel, total, gdp.Seed(2), nb.Journal("02_accounting")))
}

// friendships asks for the number of friendships.
func friendships(s *gdp.Session, eps gdp.Epsilon) ([]float64, error) {
	return gdp.Laplace(s, "friendships", query.EdgeCount[gdp.L1](gdp.EdgeLevel, 34, 33), eps)
}

// %%
func spendAndReplay() {
	first := nb.Must(friendships(session(), .5))
	again := nb.Must(friendships(session(), .5)) // a new session on the same journal, as in another process
	nb.Show(fmt.Sprintf("friendships, about %.2f; asked again, %.2f", first[0], again[0]))
	s := session()
	degrees := nb.Must(gdp.Laplace(s, "degree sequence", query.DegreeSequence[gdp.L1](gdp.EdgeLevel, 34), .4))
	nb.Show(fmt.Sprintf("%d degrees, the largest about %.1f", len(degrees), degrees[len(degrees)-1]))
	_, err := friendships(s, .3)
	nb.Show(fmt.Sprintf("over the budget: %t. %v", errors.Is(err, gdp.ErrBudget), err))
	nb.Show(s, nb.Must(s.Guarantee()))
}

// %% [markdown]
// On the command line, `gdp account` computes the cost of a plan, or the noise for a given cost. `gdp claims` lists the papers' claims, which of them hold, and
// the test that shows it:
//
// ```
// gdp account --mechanism gaussian --sigma 5 --sampling poisson --q 0.01 --steps 21715 --delta 1e-5
// gdp claims dpar --run
// ```
//
// `docs/proofs/accounting.md` has the proofs of the bounds.
