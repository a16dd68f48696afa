// Package asking is the notebook 05_asking: one question to a private graph, and why some questions
// are hard.
package asking

// %% [markdown]
// # Asking a question
//
// The first thing to ask of a private graph is one number with an error bar: how many edges, how many triangles, which degrees. This notebook asks such
// questions and explains the parts of an answer:
//
// - the **sensitivity**: how far one edge or one node can change the number;
// - the **noise**, which hides a change of that size;
// - the **interval**, which contains the true number with a stated probability.
//
// On the command line: `gdp ask triangles --graph FILE --epsilon 1`. The option `--plan` estimates the accuracy of an answer and spends nothing.

// %%
import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/graphdp/graphdp/models/statistics/ask"
	"github.com/graphdp/graphdp/models/statistics/question"
	"github.com/graphdp/graphdp/notebooks/nb"
	"github.com/graphdp/graphdp/notebooks/nbtrial"
)

// %% [markdown]
// ## Four questions about one graph
//
// A **session** holds the private graph and a budget. It also fixes what is protected: here each friendship (*edge level*). Each question spends a part of the
// budget $\varepsilon$; a smaller $\varepsilon$ means more noise. The members of the club are public, their friendships are not.

// %%
func askTheClub() {
	club := data.Karate()
	s := nb.Protect(&club.Network, gdp.EdgeLevel, 4, 0, gdp.Seed(1))
	t := figure.Table{Caption: "Zachary's karate club, ε = 1 for each question", Header: []string{"question", "answer", "interval from", "to", "mechanism", "true value"}}
	triangles, _ := metric.Triangles(club.Graph)
	for _, x := range []struct {
		ask.Statistic
		truth any
	}{{ask.Edges, club.Graph.M()}, {ask.LargestDegree, slices.Max(club.Graph.Degrees())}, {ask.Triangles, triangles}, {ask.Components, len(club.Graph.Components().Sizes)}} {
		a := nb.Must(x.Ask(s, 1))
		v := a.Values[0]
		t.Rows = append(t.Rows, []any{x.Name, v.Value, v.Low, v.High, a.Mechanism, x.truth})
	}
	nb.Show(t, nb.Must(s.Guarantee()))
}

// %% [markdown]
// The session has a seed, so this page is the same on every machine. A real session has no seed, because a known seed lets anyone subtract the noise.
//
// ## How far one edge changes a number
//
// One edge changes the number of edges by 1. It changes the number of triangles by the number of friends that its two ends have in common, up to all $n - 2$
// other nodes. At **node level**, neighbouring graphs differ in all edges of one person, so both numbers change more. Package `smallworld` checks all pairs of
// neighbouring graphs with a few nodes.

// %%
func worstCases() {
	t := figure.Table{Caption: "Largest change over all pairs of neighbouring graphs", Header: []string{"nodes", "edges, one edge", "triangles, one edge", "edges, one node", "triangles, one node"}}
	for n := 3; n <= 5; n++ {
		row := []any{n}
		for _, rel := range []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel} {
			for _, q := range []gdp.Bounded[gdp.L1]{query.EdgeCount[gdp.L1](rel, n, n-1), query.TriangleCount[gdp.L1](rel, n, n-1)} {
				row = append(row, nb.Must(smallworld.World{Relation: rel, Nodes: n}.Worst(q.Eval)).L1.Change)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	nb.Show(t)
}

// %% [markdown]
// ## Why triangles are hard, and what helps
//
// Noise for the worst possible graph hides the triangles of any real one. But in a real graph, no two nodes share nearly all other nodes as neighbours. Let $c$
// be the largest number of common neighbours of any two nodes. In the graph at hand, one edge changes the number of triangles by at most $c$.
//
// Noise of scale $c$ is not private: its size reveals $c$. The **ladder mechanism** solves this, because one edge changes $c$ by at most 1. The density of its
// noise falls in steps, each by the same factor. The first step is $c$ triangles wide, the next $c + 1$, then $c + 2$, and so on. Two neighbouring graphs are
// at most one step of the ladder apart, whatever their $c$. The width of an interval depends on $c$, so the method spends a tenth of $\varepsilon$ on a noisy
// $c$.

// %%

// town generates a network of people who have friends in common.
func town(n int) *graph.Graph {
	r := rand.New(rand.NewPCG(5, 5))
	g := nb.Must(gen.BarabasiAlbert(n, 8, r))
	return nb.Must(gen.Close(g, 12*n, r))
}

// people is the number of nodes.
func people() int {
	if nb.Small() {
		return 300
	}
	return 3000
}

// %%
func trianglesByMechanism() {
	g := town(people())
	triangles, _ := metric.Triangles(g)
	net := &graph.Network{Graph: g}
	n, truth := g.N(), float64(triangles)
	epsilons := []float64{0.1, 0.2, 0.5, 1, 2, 4}
	var worst, asked []float64
	for _, eps := range epsilons {
		worst = append(worst, 100*float64(n-2)/eps/truth)
		sum := 0.0
		const times = 20
		for seed := range uint64(times) {
			s := nb.Protect(net, gdp.EdgeLevel, gdp.Epsilon(eps), 0, gdp.Seed(seed))
			sum += math.Abs(nb.Must(ask.Triangles.Ask(s, gdp.Epsilon(eps))).Values[0].Value - truth)
		}
		asked = append(asked, 100*sum/times/truth)
	}
	nb.Show(figure.Lines(figure.LinesStyle{Title: fmt.Sprintf("%d nodes, %d triangles", n, triangles), XLabel: "ε", YLabel: "mean error, %", LogX: true, LogY: true, Dots: true},
		figure.Series{Name: "Laplace noise for the worst graph", X: epsilons, Y: worst},
		figure.Series{Name: "ladder mechanism", Role: figure.Strict, X: epsilons, Y: asked}))
}

// %% [markdown]
// ## Node level: bias against noise
//
// At node level even the number of edges changes by $n - 1$. A **cap** $\theta$ helps: at most $\theta$ edges of each node count (as fractions, so that one
// node changes the number by $\theta$). A small cap drops edges of hubs and causes bias. A large cap needs much noise. The figure shows a bias of zero as half
// an edge.

// %%
func biasAndNoise() {
	g := town(people())
	n, m, eps := g.N(), float64(g.M()), 1.0
	var caps, bias, noise, both []float64
	for cap := 2; cap < n; cap *= 2 {
		q := query.EdgeCount[gdp.L1](gdp.NodeLevel, n, cap)
		counted := nb.Must(q.Eval(&gdp.Data{Network: &graph.Network{Graph: g}}))[0]
		caps = append(caps, float64(cap))
		bias, noise = append(bias, max(m-counted, 0.5)), append(noise, float64(cap)/eps)
		both = append(both, bias[len(bias)-1]+noise[len(noise)-1])
	}
	nb.Show(figure.Lines(figure.LinesStyle{Title: "Edges at node level, ε = 1", XLabel: "cap on the edges of a node", YLabel: "edges", LogX: true, LogY: true, Dots: true},
		figure.Series{Name: "bias: edges dropped", X: caps, Y: bias}, figure.Series{Name: "noise", X: caps, Y: noise}, figure.Series{Name: "bias + noise", Role: figure.Strict, X: caps, Y: both}))
}

// %% [markdown]
// ## Race to the top
//
// The best cap depends on the private graph. But a capped count never exceeds the true count. Subtract a margin that the noise rarely exceeds, and the result
// is a lower bound, except with a small probability. This holds for every cap. So ask with several caps and take the largest lower bound. This is the race to
// the top of Dong and others (SIGMOD 2022), here with an exact failure probability ([proof](../../docs/proofs/ask.md)).

// %%
func theRace() {
	g := town(people())
	s := nb.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, 2, 0, gdp.Seed(2))
	caps := ask.RaceCaps(g.N() - 1)
	race := nb.Must(ask.Race(s, "edges", caps, func(cap int) gdp.Bounded[gdp.L1] { return query.EdgeCount[gdp.L1](gdp.NodeLevel, g.N(), cap) }, 2, 0.025))
	var x, answers, lows, truth []float64
	for _, r := range race.Rounds {
		if r.Low > 0 { // a bound below 0 is useless
			x, answers, lows, truth = append(x, float64(r.Cap)), append(answers, r.Answer), append(lows, r.Low), append(truth, float64(g.M()))
		}
	}
	nb.Show(figure.Lines(figure.LinesStyle{Title: fmt.Sprintf("Largest lower bound: %.0f edges", race.Low), XLabel: "cap on the edges of a node", YLabel: "edges", LogX: true, Dots: true, Legend: figure.BottomRight},
		figure.Series{Name: "answer", Role: figure.Strict, X: x, Y: answers}, figure.Series{Name: "lower bound", X: x, Y: lows},
		figure.Series{Name: "truth", Role: figure.NonPrivate, X: x, Y: truth}))
}

// %% [markdown]
// ## Do the intervals hold?
//
// An interval of level 0.9 may miss the truth once in ten times. The figure shows forty answers to one question, sorted; each comes from its own session.

// %%
func doIntervalsHold() {
	g := town(people())
	triangles, _ := metric.Triangles(g)
	truth := float64(triangles)
	type span struct{ low, high float64 }
	var spans []span
	missed, times := 0, 1000
	if nb.Small() {
		times = 50
	}
	for seed := range uint64(times) {
		s := nb.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, 1, 0, gdp.Seed(seed))
		v := nb.Must(ask.Triangles.AskAt(s, 1, 0.9)).Values[0]
		if v.Low > truth || v.High < truth {
			missed++
		}
		if len(spans) < 40 {
			spans = append(spans, span{v.Low, v.High})
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return int(a.low + a.high - b.low - b.high) })
	hit, miss := figure.Series{Name: "contains the truth", Role: figure.Strict}, figure.Series{Name: "misses", Role: figure.Null}
	for i, x := range spans {
		to := &hit
		if x.low > truth || x.high < truth {
			to = &miss
		}
		to.X, to.Y, to.Spread = append(to.X, float64(i+1)), append(to.Y, (x.low+x.high)/2), append(to.Spread, (x.high-x.low)/2)
	}
	series := []figure.Series{hit, {Name: "truth", Role: figure.NonPrivate, X: []float64{1, 40}, Y: []float64{truth, truth}}}
	if len(miss.X) > 0 {
		series = append(series, miss)
	}
	nb.Show(figure.Lines(figure.LinesStyle{Title: fmt.Sprintf("Triangles at ε = 1: %d of %d intervals of level 0.9 miss", missed, times), XLabel: "answer", YLabel: "triangles", Dots: true}, series...))
}

// %% [markdown]
// ## Before you pay
//
// How accurate will an answer be? `Plan` spends nothing. It generates graphs from the public facts about yours and asks the question of those.

// %%
func before() {
	s := nb.Protect(&graph.Network{Graph: town(200)}, gdp.EdgeLevel, 1, 0, gdp.Seed(1))
	t := figure.Table{Caption: "Generated graphs of 200 nodes, ε = 0.25: median error and median width of the interval", Header: []string{"question", "mechanism", "mean degree", "true value", "error", "interval"}}
	for _, x := range []ask.Statistic{ask.Edges, ask.Triangles, ask.Wedges, ask.Transitivity} {
		for _, m := range nb.Must(x.Plan(s, 0.25, ask.Level)) {
			for _, e := range m.Made {
				t.Rows = append(t.Rows, []any{x.Name, m.Mechanism, e.MeanDegree, ask.Number(e.Exact), ask.Number(e.Off.Median), ask.Number(e.Wide.Median)})
			}
		}
	}
	nb.Show(t)
}

// %% [markdown]
// ## On real graphs
//
// How large are the errors on real graphs? The tables list them by statistic, by what is protected and by $\varepsilon$.
//
// - Each statistic is a setting of the method *question*. Each number is a mean over stored runs with five seeds, or three.
// - The error is in per cent of the true value. For a statistic with many numbers it is the sum of all errors over the sum of all numbers.
// - The last column is a *null control*. It knows only $n$ and answers with the statistic of a generated graph with $n$ nodes and mean degree 20.
// - Without privacy the error is 0.
//
// The board (`gdp board`, under *Statistics*) adds four graphs, the intervals, and the results of audits.

// %%

var (
	large   = []string{"pgb-facebook", "pgb-ca-hepph", "privgraph-enron"}
	papers  = []string{"privdpr-cora", "privdpr-citeseer", "privdpr-p2p", "privdpr-chicago"}
	ofEdges = []string{"edges", "wedges", "triangles", "4-cycles", "transitivity", "average-clustering", "largest-degree", "degeneracy", "core-numbers", "density", "forest", "assortativity", "ccdf", "sequence"}
	ofNodes = []string{"edges", "wedges", "degeneracy", "density", "forest", "ccdf", "sequence"}
)

// asked is the study of some statistics with a mode.
func asked(mode string, statistics, graphs []string) study.Study {
	s := study.Study{
		Methods: []string{question.Method.Name}, Modes: []string{mode}, Data: graphs, Protocols: []string{trial.Answers},
		Epsilons: []float64{0.5, 1, 2}, Seeds: []uint64{1, 2, 3, 4, 5}, Vary: []study.Axis{{Setting: "Statistic", Values: statistics}},
	}
	if graphs[0] == papers[0] {
		s.Seeds = s.Seeds[:3]
	}
	if mode == "null" || mode == "nonprivate" || nb.Small() { // one run is enough
		s.Epsilons, s.Seeds = []float64{1}, []uint64{1}
	}
	if mode == "null" {
		s.Epsilons = []float64{0} // it spends nothing
	}
	return s
}

// answers runs the trials, or reads stored runs.
func answers() []trial.Result {
	studies := []study.Study{asked("strict-node", []string{"triangles"}, large[:1]), asked("strict-node", []string{"triangles"}, papers)} // elsewhere an answer takes minutes
	for _, graphs := range [][]string{large, papers} {
		studies = append(studies, asked("strict", ofEdges, graphs), asked("strict-node", ofNodes, graphs), asked("null", ofEdges, graphs), asked("nonprivate", ofEdges, graphs))
	}
	return nbtrial.Do(nbtrial.Options{Methods: []method.Method{question.Method}, MadeUp: graph.CollectionOf(&graph.Network{Graph: town(300)})}, studies...)
}

// %%

// errorOf returns the mean error of answers to a statistic, in per cent; NaN where there are none.
func errorOf(results []trial.Result) func(data, mode, statistic string, eps float64) float64 {
	means := trial.Means(results)
	return func(data, mode, statistic string, eps float64) float64 {
		x := trial.Trial{Protocol: trial.Answers, Method: question.Method.Name, Mode: mode, Data: data, Epsilon: eps, Variant: "Statistic=" + statistic}
		if m, ok := means[trial.Cell{Trial: x, Value: trial.ErrorOfAnswer}]; ok {
			return 100 * m.Mean
		}
		return math.NaN()
	}
}

// hidden says what each mode protects.
var hidden = map[string]string{"strict": "edges", "strict-node": "nodes"}

// %%
func onRealGraphs() {
	results, graphs := answers(), large
	off := errorOf(results)
	if nb.Small() {
		graphs = []string{results[0].Data}
	}
	for _, name := range graphs {
		t := figure.Table{Caption: name + ": mean error, % of the true value", Header: []string{"statistic", "protected", "ε = 0.5", "ε = 1", "ε = 2", "null"}}
		for _, x := range ofEdges {
			for _, mode := range []string{"strict", "strict-node"} {
				if !math.IsNaN(off(name, mode, x, 1)) {
					t.Rows = append(t.Rows, []any{x, hidden[mode], off(name, mode, x, 0.5), off(name, mode, x, 1), off(name, mode, x, 2), off(name, "null", x, 0)})
				}
			}
		}
		nb.Show(t)
	}
}

// %%
func errorAgainstEpsilon() {
	results, name, epsilons := answers(), large[0], []float64{0.5, 1, 2}
	if nb.Small() {
		name, epsilons = results[0].Data, epsilons[1:2]
	}
	off := errorOf(results)
	var panels []*figure.Figure
	for _, x := range []string{"edges", "triangles", "wedges", "ccdf"} {
		series := []figure.Series{{Name: "node level"}, {Name: "edge level", Role: figure.Strict}, {Name: "null", Role: figure.Null}}
		for i, mode := range []string{"strict-node", "strict", "null"} {
			for _, eps := range epsilons {
				at := eps
				if mode == "null" {
					at = 0
				}
				if y := off(name, mode, x, at); y > 0 {
					series[i].X, series[i].Y = append(series[i].X, eps), append(series[i].Y, y)
				}
			}
		}
		series = slices.DeleteFunc(series, func(s figure.Series) bool { return len(s.X) == 0 })
		panels = append(panels, figure.Lines(figure.LinesStyle{Title: x, XLabel: "ε", YLabel: "mean error, %", LogX: true, LogY: true, YRange: [2]float64{1e-3, 100}, Dots: true, Legend: figure.BottomLeft}, series...).Sized(4.8, 3))
	}
	nb.Show(figure.Panel("Mean error on "+name, 2, panels...))
}
