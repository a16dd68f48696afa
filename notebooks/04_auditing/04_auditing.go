// Package auditing is the notebook 04_auditing: attacks that find a mechanism that spends more than
// it claims.
package auditing

// %% [markdown]
// # Auditing
//
// A proof bounds $\varepsilon$ from above, and a proof may be wrong. An attack bounds $\varepsilon$ from below. This notebook attacks mechanisms that keep
// their guarantee and mechanisms that break it. [02_accounting](../02_accounting/02_accounting.ipynb) explains $\varepsilon$.

// %%
import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// A mechanism breaks its guarantee if someone can tell two neighbouring graphs apart better than $\varepsilon$ allows. Solve the definition for $\varepsilon$.
// For every event $E$, with $\Pr_1$ and $\Pr_0$ the probabilities on the two graphs,
//
// $$\varepsilon \;\ge\; \ln\frac{\Pr_1[E] - \delta}{\Pr_0[E]} .$$
//
// An audit runs the mechanism $n$ times on each graph. The first half of the runs selects the event, a threshold on the released number. The second half counts
// how often the event happens. Clopper-Pearson intervals turn the counts into a lower bound on $\varepsilon$, which is wrong in at most 5 % of all audits.
//
// ## Many runs
//
// The mechanism releases the number of edges of the karate club with Laplace noise for $\varepsilon = 1$. The two graphs differ in the friendship between Mr.
// Hi and member 31. A second, broken mechanism adds half the noise, a mistake that code reviews miss. It really spends 2.

// %%

// club is the karate club with the given friendships.
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

// counted releases the edge count n times on each graph, with noise for eps, each time in a new
// session.
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
	good, broken := counted("correct", 1, most), counted("half the noise", 2, most)
	lines := []figure.Series{{Name: "half the noise"}, {Name: "correct"}, {Name: "claimed"}}
	t := figure.Table{
		Caption: "Lower bounds on ε, confidence 0.95; claimed ε = 1",
		Header:  []string{"runs on each graph", "correct", "half the noise", "caught", "largest possible bound"},
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
		Title: "Lower bound against the number of runs", XLabel: "runs on each graph", YLabel: "lower bound on ε",
		LogX: true, Dots: true, Legend: figure.TopLeft,
	}, lines...).Sized(6, 3.8), t)
}

// %% [markdown]
// The bound of the correct mechanism approaches 1 from below and does not pass it. The bound of the broken one passes 1 within a few hundred runs and
// approaches 2, its real cost.
//
// - **An audit that finds little proves little.** The last column is the largest bound that so many runs can give, even for a perfect attack on a mechanism
//   without noise.
// - **The bound is only as good as the attack.**
//
// ## The right event
//
// Some mistakes need no statistics, only the right event. Some published code adds noise only to the rows of an embedding that training changed, to save time.
// Then a row that still has *exactly* its public initial values reveals that its node has no edges. With an edge, this event is impossible, so no $\varepsilon$
// holds. More noise does not help. Here it is enormous, $\sigma = 100$:

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
				touched := world == 0 || row > 0 // on the second graph node 0 has no edge
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
	attack := audit.Attack{Level: audit.Level{Delta: 1e-5, Confidence: .95}}
	for _, everywhere := range []bool{true, false} {
		where := map[bool]string{true: "all rows", false: "changed rows"}[everywhere]
		runs := collect(everywhere)
		attack.Distinguisher = audit.Linear()
		t.Rows = append(t.Rows, []any{where, "a learned linear score", float64(nb.Must(attack.Bound(runs)).Epsilon)})
		attack.Distinguisher = audit.Untouched(before)
		t.Rows = append(t.Rows, []any{where, "unchanged entries", float64(nb.Must(attack.Bound(runs)).Epsilon)})
	}
	nb.Show(t)
}

// %% [markdown]
// ## One run
//
// Thousands of runs are impossible if one run takes a day of training. Then one run must do [Steinke, Nasr and Jagielski 2023]. Insert many *canaries* into the
// input, each with a fair coin, and guess the coins from the one release. If the mechanism is $\varepsilon$-private, each guess is right with probability at
// most $e^{\varepsilon}/(1+e^{\varepsilon})$. Too many right guesses refute $\varepsilon$.
//
// Here the canaries are pairs of club members who are not friends. A coin decides for each pair whether it becomes a friendship. The release is the whole
// adjacency matrix by *randomised response*: each bit is reported truthfully with probability $e^{\varepsilon}/(1+e^{\varepsilon})$, else flipped.

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
// Every method in this project comes with its best known attack. `gdp audit METHOD --mode MODE` runs it. The paper notebooks
// [10](../10_privdpr/10_privdpr.ipynb) to [14](../14_dpar/14_dpar.ipynb) show the results.
