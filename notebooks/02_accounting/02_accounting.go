// Package epsilon is the notebook 02_accounting: what ε means, how it adds up,
// where published arithmetic goes wrong, and how an attack finds out.
package epsilon

// %% [markdown]
// # Accounting: what was spent is what happened
//
// Every private release costs something, and the cost is written as two numbers,
// $\varepsilon$ and $\delta$. This notebook shows what they mean, how the cost of
// many releases adds up, three places where published arithmetic gives less than
// was really spent, and how an *audit* catches a mechanism that does not keep its
// promise. At the end a session of the trusted base spends a budget and keeps a
// ledger of it.

// %%
import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// ## What ε means
//
// Zachary's karate club has 78 friendships. Is Mr. Hi's friendship with member 31
// one of them? Whoever knows all the others and is told the exact count knows that
// too. So the count is released with noise: $78 + X$, where $X$ has the Laplace
// density $\frac{1}{2b}e^{-|x|/b}$ of scale $b$. Without the friendship the release
// would have been $77 + X$.
//
// The left picture has the densities $p_1$ and $p_0$ of the release in these two
// *worlds*. The right one has the *privacy loss* $\ln(p_1(y)/p_0(y))$: how much
// seeing the number $y$ speaks for the friendship. The mechanism is
// $\varepsilon$-differentially private if the loss never leaves
// $[-\varepsilon, \varepsilon]$. Here it reaches $\pm 1/b$ and no more, because one
// friendship moves the count by 1, its *sensitivity*: so $\varepsilon = 1/b$.

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
		figure.LinesStyle{Title: "Two worlds", XLabel: "released count y", YLabel: "density", Legend: figure.TopLeft},
		sample("with it", 71, 85, 281, with), sample("without it", 71, 85, 281, without))
	loss := figure.Lines(
		figure.LinesStyle{Title: "Privacy loss", XLabel: "released count y", YLabel: "ln(p₁/p₀)"},
		sample("", 71, 85, 281, func(y float64) float64 { return math.Log(with(y) / without(y)) }))
	nb.Show(figure.Panel("One friendship more or less, ε = 1", 2, densities.Sized(4, 2.8), loss.Sized(4, 2.8)))
}

// %% [markdown]
// What does that mean for someone who tries to find out? Say they think the
// friendship as likely as not before the release. Afterwards they are right with
// a probability of at most $e^{\varepsilon}/(1+e^{\varepsilon})$, whatever they
// compute, and whatever else they know:

// %%
func whatAnEpsilonMeans() {
	t := figure.Table{
		Caption: "An attacker who knew nothing before",
		Header:  []string{"ε", "is right at most, %", "odds grow at most, times"},
	}
	for _, eps := range []float64{.01, .1, .5, 1, 2, 4, 8} {
		t.Rows = append(t.Rows, []any{eps, 100 / (1 + math.Exp(-eps)), math.Exp(eps)})
	}
	nb.Show(t)
}

// %% [markdown]
// The same for every attacker at once: a test that says "friendship" has a rate
// $\alpha$ of false alarms (it says so in the world without) and a rate $\beta$ of
// misses. Blind guessing reaches any point with $\alpha + \beta = 1$. A guarantee
// forbids the corner near zero: no test lies below its *trade-off curve*. At
// $\varepsilon = 4$ a test with 2 % false alarms and 2 % misses is still allowed;
// numbers like 8, common in published tables, exclude next to nothing.

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
// Gaussian noise of standard deviation $\sigma$ has no largest loss: far out in the
// tail one world is any number of times likelier than the other, though hardly any
// release lands there. For that there is $\delta$: the mechanism is
// $(\varepsilon, \delta)$-private if for every set $S$ of releases
//
// $$\Pr{}_1[S] \le e^{\varepsilon}\Pr{}_0[S] + \delta \quad\text{and the same with the worlds exchanged.}$$
//
// One mechanism has a whole curve of such pairs. For a Gaussian release that one
// change moves by 1 it is known exactly, with $\Phi$ the normal distribution function
// and $\mu = 1/\sigma$:
//
// $$\delta(\varepsilon) = \Phi\!\left(\tfrac{\mu}{2} - \tfrac{\varepsilon}{\mu}\right) - e^{\varepsilon}\,\Phi\!\left(-\tfrac{\mu}{2} - \tfrac{\varepsilon}{\mu}\right).$$
//
// To say "$\varepsilon = 1$" of Gaussian noise without saying at which $\delta$ is to
// say nothing. $\delta$ is a probability of losing everything, so it should be far
// below 1 over the number of people.

// %%
func gaussianCurves() {
	var curves []figure.Series
	for _, sigma := range []float64{1, 2, 4, 8} {
		s := sample(fmt.Sprintf("σ = %g", sigma), 0, 4, 161, func(eps float64) float64 {
			return math.Exp(gauss.LogDelta(1/sigma, eps))
		})
		for i, d := range s.Y {
			if d < 1e-12 { // below, the picture ends
				s.X, s.Y = s.X[:i], s.Y[:i]
				break
			}
		}
		curves = append(curves, s)
	}
	nb.Show(figure.Lines(figure.LinesStyle{
		Title: "One Gaussian release, all its guarantees", XLabel: "ε", YLabel: "δ", LogY: true,
	}, curves...))
}

// %% [markdown]
// ## How costs add up
//
// $k$ releases, each $\varepsilon_0$-private with $\varepsilon_0 = 0.1$. What do they
// cost together, at $\delta = 10^{-5}$? The answers, from the oldest to the best:
//
// | name | what it says |
// |---|---|
// | basic | $k\varepsilon_0$ |
// | advanced | $\varepsilon_0\sqrt{2k\ln(1/\delta)} + k\varepsilon_0(e^{\varepsilon_0}-1)$ |
// | zCDP | each release is $\rho = \varepsilon_0^2/2$ "concentrated"; $\rho$ adds up and is converted at the end |
// | Rényi | the divergence of every order adds up; the best order is converted |
// | PLD | the distribution of the privacy loss itself, composed by Fourier transforms |
// | exact | the worst mechanism there can be: $k$ randomised responses, whose joint law is binomial |
//
// All are upper bounds but the last, which is exact: it is computed here from the
// two binomial laws, without any accountant. Basic composition is best for a handful
// of releases; from then on the cost grows like $\sqrt k$, and the old formula for it
// is a third too high and more.

// %%
const delta = 1e-5

func budget(eps, delta float64) accounting.Budget {
	return accounting.Budget{Epsilon: accounting.Epsilon(eps), Delta: accounting.Delta(delta)}
}

// exactly is the cost of k responses of eps0 each: the count of answers that are
// true is binomial, and tells all.
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
		Caption: "k releases of ε₀ = 0.1 each, at δ = 10⁻⁵",
		Header:  append([]string{"k"}, names...),
	}
	for _, k := range counts {
		costs := compositions(k, .1)
		row := []any{k}
		for i, name := range names {
			lines[i].Name = name
			lines[i].X, lines[i].Y = append(lines[i].X, float64(k)), append(lines[i].Y, costs[name])
			if ratio := costs[name] / costs["exact"]; ratio < 2.5 { // beyond, the picture ends
				ratios[i].X, ratios[i].Y = append(ratios[i].X, float64(k)), append(ratios[i].Y, ratio)
			}
			row = append(row, costs[name])
		}
		t.Rows = append(t.Rows, row)
	}
	sums := figure.Lines(figure.LinesStyle{
		Title: "ε in sum", XLabel: "k", YLabel: "ε", LogX: true, LogY: true, Legend: figure.TopLeft,
	}, lines...)
	above := figure.Lines(figure.LinesStyle{
		Title: "times the exact ε, up to 2.5", XLabel: "k", YLabel: "ratio", LogX: true,
	}, ratios...)
	nb.Show(figure.Panel("What k releases of ε₀ = 0.1 cost", 2, sums.Sized(4, 3.4), above.Sized(4, 3.4)), t)
}

// %% [markdown]
// Accounting is not bookkeeping after the fact: it decides how much noise is drawn.
// PrivDPR splits its budget evenly over $T$ training steps, $\varepsilon/T$ and
// $\delta/T$ for each, and takes advanced composition for what spoils its rivals at
// small budgets. The noise that the same guarantee needs with exact composition,
// $\sqrt T/\mu$ with $\mu$ the largest mean that $(\varepsilon, \delta)$ allows, is
// 42 to 800 times smaller:

// %%
func splittingABudget() {
	t := figure.Table{
		Caption: "Noise of T Gaussian steps in PrivDPR, in units of the sensitivity, δ = 10⁻⁵",
		Header:  []string{"graph", "T", "ε", "split evenly", "exact composition", "ratio"},
	}
	for _, c := range []struct {
		graph string
		steps float64
		eps   float64
	}{{"Cora", 845, .1}, {"Cora", 845, 3.2}, {"Chicago", 4055, 3.2}, {"Amazon", 128195, .1}, {"Amazon", 128195, 3.2}} {
		split := gauss.Classical(budget(c.eps/c.steps, delta/c.steps))
		exact := math.Sqrt(c.steps) / nb.Must(gauss.Mean(budget(c.eps, delta)))
		t.Rows = append(t.Rows, []any{c.graph, int(c.steps), c.eps,
			int(math.Round(split)), int(math.Round(exact)), split / exact})
	}
	nb.Show(t)
}

// %% [markdown]
// ## Amplification, right and wrong
//
// A mechanism that looks only at a secret random sample tells less: with probability
// $1-q$ a record was not even looked at. Take an $\varepsilon$-private mechanism on
// a Poisson sample, which holds each record with probability $q$. Of every set of
// releases the probability is a mixture, $q$ parts with the record and $1-q$ without,
// so the odds grow at most by
//
// $$e^{\varepsilon'} = 1 - q + q\,e^{\varepsilon}, \qquad\text{that is}\qquad \varepsilon' = \ln\!\left(1 + q\,(e^{\varepsilon} - 1)\right).$$
//
// For small $\varepsilon$ that is nearly $q\,\varepsilon$, and Theorem 2 of DPAR
// multiplies $\varepsilon$ by $q$ whatever its size. Since $\varepsilon' \ge
// q\,\varepsilon$ always, the product promises more than is kept. DPAR samples 9 % of
// the nodes and claims totals of 1 and 8: before the sampling that is 11.1 and 88.9,
// where sampling saves next to nothing.
//
// The last column needs no theorem: a response of that $\varepsilon$ to one bit, on a
// sample, has four outcomes of its two coins, and its $\varepsilon'$ is read off the
// probabilities.

// %%

// sampledResponse is the exact ε of a response to a bit that is in the sample
// with probability q: the bit counts as 0 if it is not.
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
		Header:  []string{"ε before", "claimed: q·ε", "true: ln(1+q(e^ε-1))", "one response on a sample"},
	}
	for _, eps := range []float64{.1, 1, 3, 11.1111} {
		t.Rows = append(t.Rows, []any{eps, q * eps, right(eps), sampledResponse(eps, q)})
	}
	// Of 88.9 a response would lie less often than floating point can count.
	t.Rows = append(t.Rows, []any{88.8889, q * 88.8889, right(88.8889), ""})
	linear := sample("DPAR's Theorem 2", 0, 12, 121, func(eps float64) float64 { return q * eps })
	linear.Role = figure.Paper
	nb.Show(figure.Lines(figure.LinesStyle{
		Title: "A sample of 9 %", XLabel: "ε of the mechanism", YLabel: "ε on the sample", Legend: figure.TopLeft,
	}, sample("true", 0, 12, 121, right), linear), t)
}

// %% [markdown]
// DPGGAN stops its training when the rule $\sigma = q\sqrt{T\ln(1/\delta)}/\varepsilon$
// says so ($q$ the sampling rate, $T$ the number of steps). The theorem it comes from
// has an unknown constant in front; the paper sets it to 1. Read as an $\varepsilon$,
// with $\sigma = 5$ and $q = 0.01$, the rule is safe for small budgets and wrong from
// about 1 on: what the accountant finds for the same steps is 65 % more at the
// paper's largest budget.

// %%
func aLostConstant() {
	steps := []int{100, 1000, 10000, 100000, 2171472}
	if nb.Small() {
		steps = steps[:3]
	}
	printed, real := figure.Series{Name: "by Eq. 6", Role: figure.Paper}, figure.Series{Name: "accountant"}
	accountant := nb.Must(pld.New(accounting.AddRemove))
	t := figure.Table{
		Caption: "DPGGAN, Eq. 6, σ = 5, q = 0.01, δ = 10⁻⁵",
		Header:  []string{"steps T", "ε by Eq. 6", "ε by the accountant", "ratio"},
	}
	step := accounting.PoissonSampled{Rate: .01, Event: accounting.Gaussian{NoiseMultiplier: 5}}
	for _, n := range steps {
		claimed := .01 / 5 * math.Sqrt(float64(n)*math.Log(1/delta))
		spent := float64(nb.Must(accountant.Epsilon(accounting.SelfCompose{Event: step, Count: n}, delta)))
		printed.X, printed.Y = append(printed.X, float64(n)), append(printed.Y, claimed)
		real.X, real.Y = append(real.X, float64(n)), append(real.Y, spent)
		t.Rows = append(t.Rows, []any{n, claimed, spent, spent / claimed})
	}
	nb.Show(figure.Lines(figure.LinesStyle{
		Title: "Published and spent", XLabel: "steps", YLabel: "ε",
		LogX: true, LogY: true, Dots: true, Legend: figure.TopLeft,
	}, printed, real), t)
}

// %% [markdown]
// ## The classical Gaussian's failure
//
// Textbooks give $\sigma = \sqrt{2\ln(1.25/\delta)}/\varepsilon$ for sensitivity 1,
// *for $\varepsilon < 1$*. Papers copy the formula and lose the condition. Put its
// $\sigma$ into the exact curve and see which $\delta$ it really gives: below
// $\varepsilon = 1$ it is wasteful (the true $\delta$ is hundreds of times smaller
// than asked for), and from $\varepsilon = 8.42$ on it is wrong. The *analytic*
// Gaussian mechanism solves the exact curve for $\sigma$ and is right everywhere.

// %%
func classicalGaussian() {
	asked := sample("asked for", .2, 14, 2, func(float64) float64 { return delta })
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
			verdict = "breaks its promise"
		}
		t.Rows = append(t.Rows, []any{eps, gauss.Classical(b), given(eps), 1 / nb.Must(gauss.Mean(b)), verdict})
	}
	nb.Show(figure.Lines(figure.LinesStyle{
		Title:  "What √(2 ln(1.25/δ))/ε really gives",
		XLabel: "ε", YLabel: "true δ", LogY: true, Legend: figure.TopLeft,
	}, sample("classical", .2, 14, 277, given), asked), t)
}

// %% [markdown]
// ## Auditing until it is caught
//
// Proofs bound $\varepsilon$ from above. An attack bounds it from below: if someone
// can tell two worlds apart better than $\varepsilon$ allows, the promise is broken,
// whatever has been proved. Turn the definition around: for any event $E$,
//
// $$\varepsilon \;\ge\; \ln\frac{\Pr_1[E] - \delta}{\Pr_0[E]} .$$
//
// Run the mechanism $n$ times in either world. Half of the runs choose the event, a
// threshold on the released number; the other half count how often it happens, and
// Clopper-Pearson intervals turn the counts into bounds that are wrong in at most 5 %
// of all audits.
//
// The mechanism is the one of the first picture, as the trusted base runs it: the
// edge count of the club with Laplace noise for $\varepsilon = 1$. Its broken twin
// makes a mistake that code reviews miss, half the noise; in truth it spends 2.

// %%

// club is the karate club with other friendships.
func club(edges []graph.Edge) *graph.Network {
	network := data.Karate().Network
	g, _, err := graph.FromEdges(network.Graph.N(), edges, graph.Options{})
	nb.Check(err)
	network.Graph = g
	return &network
}

// edges are the friendships of the club that keep does not drop.
func edges(keep func(e graph.Edge) bool) []graph.Edge {
	var all []graph.Edge
	for u, v := range data.Karate().Graph.Edges() {
		if e := (graph.Edge{U: u, V: v}); keep(e) {
			all = append(all, e)
		}
	}
	return all
}

// counted runs the release of the edge count n times in each world, with noise
// for eps, each time in a new session.
func counted(name string, eps gdp.Epsilon, n int) audit.Runs {
	friendship := graph.Edge{U: 0, V: 31}
	clubs := [2]*graph.Network{
		club(edges(func(e graph.Edge) bool { return e != friendship })),
		club(edges(func(graph.Edge) bool { return true })),
	}
	bar := nb.Progress(name, 2*n)
	defer bar.Done()
	done := 0
	campaign := audit.Campaign{Name: name, Runs: n, Progress: func(count, _ int) {
		bar.Step(count - done)
		done = count
	}}
	run := func(_ context.Context, world, i int) ([]float64, error) {
		seed := gdp.Seed(uint64(2*i + world))
		s, err := gdp.Protect(clubs[world], gdp.EdgeLevel, gdp.Budget{Epsilon: eps}, seed)
		if err != nil {
			return nil, err
		}
		return gdp.Laplace(s, "edges", query.EdgeCount[gdp.L1](gdp.EdgeLevel, 34, 33), eps)
	}
	return nb.Must(campaign.Collect(context.Background(), run))
}

// %%
func audits() {
	counts := []int{30, 100, 300, 1000, 3000, 10000}
	if nb.Small() {
		counts = counts[:4]
	}
	most := counts[len(counts)-1]
	attack := audit.Attack{Distinguisher: audit.Entry(0), Level: audit.Level{Confidence: .95}}
	good, broken := counted("as it should be", 1, most), counted("half the noise", 2, most)
	lines := []figure.Series{{Name: "half the noise"}, {Name: "as it should be"}, {Name: "claimed"}}
	t := figure.Table{
		Caption: "Lower bounds on ε, confidence 0.95; claimed ε = 1",
		Header:  []string{"runs in each world", "as it should be", "half the noise", "caught", "most that can be shown"},
	}
	for _, n := range counts {
		right, wrong := nb.Must(attack.Bound(good.First(n))), nb.Must(attack.Bound(broken.First(n)))
		for i, y := range []float64{float64(wrong.Epsilon), float64(right.Epsilon), 1} {
			lines[i].X, lines[i].Y = append(lines[i].X, float64(n)), append(lines[i].Y, y)
		}
		caught := "no"
		if wrong.Violates(1) {
			caught = "yes"
		}
		ceiling := float64(nb.Must(attack.Ceiling(n)))
		t.Rows = append(t.Rows, []any{n, float64(right.Epsilon), float64(wrong.Epsilon), caught, ceiling})
	}
	nb.Show(figure.Lines(figure.LinesStyle{
		Title: "An audit, run by run", XLabel: "runs in each world", YLabel: "lower bound on ε",
		LogX: true, Dots: true, Legend: figure.TopLeft,
	}, lines...).Sized(6, 3.8), t)
}

// %% [markdown]
// The bound of the right mechanism creeps up to 1 from below and does not pass it;
// that of the broken one passes 1 within a few hundred runs, on its way to 2, which
// it really spends. Two lessons. An audit that finds little has not shown much: of 30
// runs even a perfect attack on a mechanism without noise shows no more than the last
// column says. And the bound is only as good as the attack.
//
// Some mistakes need no statistics, only the right event. An embedding table gets
// noise on the rows that training touched, and none on the others (it saves time, and
// published code does it). Then a row that is *exactly* what it was shows that its
// node was isolated: an event that is impossible in the other world, at any
// $\varepsilon$. The noise below is enormous, $\sigma = 100$; it does not help:

// %%
func untouchedRows() {
	n := 4000
	if nb.Small() {
		n = 400
	}
	before := []float64{.3, -.1, .7, .2} // public initial values
	collect := func(everywhere bool) audit.Runs {
		run := func(_ context.Context, world, i int) ([]float64, error) {
			noise := rand.New(rand.NewPCG(uint64(world), uint64(i)))
			after := slices.Clone(before)
			for row := range after {
				touched := world == 0 || row > 0 // in world 1 node 0 is isolated
				if everywhere || touched {
					after[row] += 100 * noise.NormFloat64()
				}
			}
			return after, nil
		}
		return nb.Must(audit.Campaign{Runs: n}.Collect(context.Background(), run))
	}
	t := figure.Table{
		Caption: "Noise of σ = 100 on an embedding, δ = 10⁻⁵, confidence 0.95",
		Header:  []string{"noise on", "attack", "ε at least"},
	}
	attack := audit.Attack{Level: audit.Level{Delta: delta, Confidence: .95}}
	for _, everywhere := range []bool{true, false} {
		where := map[bool]string{true: "all rows", false: "touched rows"}[everywhere]
		runs := collect(everywhere)
		attack.Distinguisher = audit.Linear()
		t.Rows = append(t.Rows, []any{where, "a learned linear score", float64(nb.Must(attack.Bound(runs)).Epsilon)})
		attack.Distinguisher = audit.Untouched(before)
		t.Rows = append(t.Rows, []any{where, "entries that did not change", float64(nb.Must(attack.Bound(runs)).Epsilon)})
	}
	nb.Show(t)
}

// %% [markdown]
// Thousands of runs are out of reach when one run is a day of training. Then one run
// must do [Steinke, Nasr and Jagielski 2023]: put many *canaries* into the input,
// each by its own fair coin, and guess the coins from the one release. If the
// mechanism is $\varepsilon$-private, each guess is right with probability at most
// $e^{\varepsilon}/(1+e^{\varepsilon})$, so too many right guesses refute
// $\varepsilon$. Here the canaries are pairs of club members who are not friends, a
// coin makes each a friendship, and the release is the whole adjacency matrix by
// randomised response: every bit is told truly with probability
// $e^{\varepsilon}/(1+e^{\varepsilon})$.

// %%
func oneRun() {
	const epsilon = 2.0
	members := data.Karate().Graph
	t := figure.Table{
		Caption: "One release by randomised response of ε = 2, confidence 0.95",
		Header:  []string{"canaries", "ε at least", "by"},
	}
	for _, m := range []int{25, 50, 100, 200, 400} {
		source := rand.New(rand.NewPCG(uint64(m), 2))
		friends := func(p audit.NodePair) bool { return members.HasEdge(p[0], p[1]) }
		canaries := nb.Must(audit.Edges(members.N(), m, friends, source))
		coins := nb.Must(audit.Coins(m, source))
		input := edges(func(graph.Edge) bool { return true })
		for i, in := range coins {
			if in {
				input = append(input, graph.Edge{U: canaries[i][0], V: canaries[i][1]})
			}
		}
		s := nb.Protect(club(input), gdp.EdgeLevel, epsilon, 0, gdp.Seed(uint64(m)))
		released := nb.Must(gdp.RandomisedResponse(s, "adjacency", epsilon))
		guesses := make([]bool, m)
		for i, p := range canaries {
			guesses[i] = released.HasEdge(p[0], p[1])
		}
		b := nb.Must(audit.Guessed(audit.Level{Confidence: .95}, coins, guesses))
		t.Rows = append(t.Rows, []any{m, float64(b.Epsilon), b.Method})
	}
	nb.Show(t)
}

// %% [markdown]
// ## A session and its ledger
//
// In practice nobody adds up epsilons by hand. A `gdp.Session` holds the private
// graph and a budget; whatever is released goes through it, and is paid for *before*
// the data is read. With a journal the session outlives the process: every cell of a
// notebook is a separate process, and a cell that is run again gets the release
// that it got before, at no further cost. A different question is a new spend, and
// one that the budget does not cover is refused.
//
// (The session is seeded so that this page looks the same on every machine. That
// makes the noise public, and the ledger says so.)

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
	again := nb.Must(friendships(session(), .5)) // a new session on the journal: another process, say
	nb.Show(fmt.Sprintf("friendships, about %.2f; asked again, %.2f", first[0], again[0]))
	s := session()
	degrees := nb.Must(gdp.Laplace(s, "degree sequence", query.DegreeSequence[gdp.L1](gdp.EdgeLevel, 34), .4))
	nb.Show(fmt.Sprintf("%d degrees, the largest about %.1f", len(degrees), degrees[len(degrees)-1]))
	_, err := friendships(s, .3)
	nb.Show(fmt.Sprintf("over the budget: %t. %v", errors.Is(err, gdp.ErrBudget), err))
	nb.Show(s, nb.Must(s.Guarantee()))
}

// %% [markdown]
// From a terminal, `gdp account` computes the cost of a plan, or the noise for a
// cost, and `gdp claims` lists what the papers state, which of it holds, and the test
// that shows it:
//
// ```
// gdp account --mechanism gaussian --sigma 5 --sampling poisson --q 0.01 --steps 21715 --delta 1e-5
// gdp claims dpar --run
// ```
//
// The bounds are proved in `docs/proofs/accounting.md`.
