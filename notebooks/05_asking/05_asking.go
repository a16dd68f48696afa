// Package asking is the notebook 05_asking: one question to a private graph, and what makes
// some questions hard.
package asking

// %% [markdown]
// # Asking
//
// Who has a private graph wants one number first, with an error bar: how many edges, how many triangles, what
// degrees. This notebook asks such questions, and shows what an answer is made of: how far one
// person can move it, which is its *sensitivity*, the noise that hides that, and the interval
// that the true number lies in.
//
// On the command line it is `gdp ask triangles --graph FILE --epsilon 1`, with `--plan` for what an answer would be worth before anything is paid.

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
// ## A list of friendships, and questions
//
// A session holds the private graph, says what is hidden, here each friendship, and keeps the
// budget. Each question takes a part of it. The members of the club are public; who is a friend of whom is not.

// %%
func askTheClub() {
	club := data.Karate()
	s := nb.Protect(&club.Network, gdp.EdgeLevel, 4, 0, gdp.Seed(1))
	t := figure.Table{Caption: "Zachary's karate club, for ε = 1 a question", Header: []string{"question", "answer", "from", "to", "mechanism", "truth"}}
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
// The session is seeded, so that this page is the same on every machine; without a seed nobody can take the noise off again.
//
// ## How far one friendship moves a number
//
// The number of edges moves by one. The number of triangles moves by as many as the two friends have friends in common: up to
// all other $n - 2$. Package `smallworld` tries all pairs of neighbouring graphs of a few nodes. At
// *node level* all friendships of one person are hidden, and everything moves further.

// %%
func worstCases() {
	t := figure.Table{Caption: "The largest change, over all pairs of neighbouring graphs", Header: []string{"nodes", "edges, one edge", "triangles, one edge", "edges, one node", "triangles, one node"}}
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
// Noise for the worst graph drowns the triangles of any real one. But no two nodes of a real graph
// have nearly all others in common. *How many* any two nodes have in common at most, $c$, is how far an edge moves
// the triangles of the graph at hand.
//
// Noise in proportion to $c$ would show $c$ by its size, which is private. But $c$ moves by one when an edge does. So let the density of the noise fall by
// a factor over the first $c$ triangles away from the truth, by the same over the next $c + 1$, then $c + 2$, and so on, as on a *ladder* whose rungs get wider. Two graphs that
// differ in an edge are within a rung of each other, whatever their $c$ is. How far the truth may be from the answer depends on $c$: for the interval a tenth of $\epsilon$ asks for it.

// %%

// town is a made-up network of people who have friends in common.
func town(n int) *graph.Graph {
	r := rand.New(rand.NewPCG(5, 5))
	g := nb.Must(gen.BarabasiAlbert(n, 8, r))
	return nb.Must(gen.Close(g, 12*n, r))
}

// people is how many there are.
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
		figure.Series{Name: "noise for the worst graph", X: epsilons, Y: worst},
		figure.Series{Name: "ladder mechanism", Role: figure.Strict, X: epsilons, Y: asked}))
}

// %% [markdown]
// ## Where a person is hidden: what is left out, against noise
//
// At node level even the number of edges moves by $n - 1$. A cap $\theta$ helps: no more than $\theta$ edges of a node count (in fractions, so that one
// node moves the number by $\theta$). A small cap leaves out edges of hubs, a large one needs much noise. Where nothing is left out, half an edge is drawn.

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
		figure.Series{Name: "left out", X: caps, Y: bias}, figure.Series{Name: "noise", X: caps, Y: noise}, figure.Series{Name: "together", Role: figure.Strict, X: caps, Y: both}))
}

// %% [markdown]
// ## A race to the top
//
// The best cap is private. But no capped count is above the truth, so that an answer less what its noise rarely passes is *below* the
// truth but for a small probability, whatever the cap. Several caps are asked at once, and the one wins whose lower bound
// is the largest: the race to the top of Dong and others (SIGMOD 2022), with a
// bound that holds exactly as often as it says ([proof](../../docs/proofs/ask.md)).

// %%
func theRace() {
	g := town(people())
	s := nb.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, 2, 0, gdp.Seed(2))
	caps := ask.RaceCaps(g.N() - 1)
	race := nb.Must(ask.Race(s, "edges", caps, func(cap int) gdp.Bounded[gdp.L1] { return query.EdgeCount[gdp.L1](gdp.NodeLevel, g.N(), cap) }, 2, 0.025))
	var x, answers, lows, truth []float64
	for _, r := range race.Rounds {
		if r.Low > 0 { // else it says nothing
			x, answers, lows, truth = append(x, float64(r.Cap)), append(answers, r.Answer), append(lows, r.Low), append(truth, float64(g.M()))
		}
	}
	nb.Show(figure.Lines(figure.LinesStyle{Title: fmt.Sprintf("The winner says at least %.0f edges", race.Low), XLabel: "cap on the edges of a node", YLabel: "edges", LogX: true, Dots: true, Legend: figure.BottomRight},
		figure.Series{Name: "answer", Role: figure.Strict, X: x, Y: answers}, figure.Series{Name: "less what noise rarely passes", X: x, Y: lows},
		figure.Series{Name: "truth", Role: figure.NonPrivate, X: x, Y: truth}))
}

// %% [markdown]
// ## Do intervals hold?
//
// An interval of level 0.9 misses one time in ten. Here are forty answers to one question, each in a session of its own, from the lowest to the highest.

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
	hit, miss := figure.Series{Name: "holds", Role: figure.Strict}, figure.Series{Name: "misses", Role: figure.Null}
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
	nb.Show(figure.Lines(figure.LinesStyle{Title: fmt.Sprintf("Triangles at ε = 1: %d of %d intervals miss, at a level of 0.9", missed, times), XLabel: "answer", YLabel: "triangles", Dots: true}, series...))
}

// %% [markdown]
// ## Before paying
//
// What is an answer worth? `Plan` spends nothing: it makes graphs up with all that is public of yours, and asks those.

// %%
func before() {
	s := nb.Protect(&graph.Network{Graph: town(400)}, gdp.EdgeLevel, 1, 0, gdp.Seed(1))
	t := figure.Table{Caption: "On made-up graphs of 400 nodes, for ε = 0.25: medians of the error and of the width of the interval", Header: []string{"question", "mechanism", "mean degree", "is about", "error", "interval"}}
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
// How far off are answers, by statistic, by what is hidden, and by $\varepsilon$? A statistic is a method here, *question*, and each number the mean of the trials
// of five seeds, or of three, that are kept beside this notebook, in per cent of the truth; of statistics of many numbers it is the sum of all errors, over the sum of all numbers. The last column is a
// *null*: what is true of a made-up graph that has as many nodes and a mean degree of 20, which is what somebody could say who knows nothing but $n$. Without privacy the error is 0.
// Four graphs more, the intervals, and what audits found, are on the board (`gdp board`), under *Statistics*.

// %%

var (
	large   = []string{"pgb-facebook", "pgb-ca-hepph", "privgraph-enron"}
	papers  = []string{"privdpr-cora", "privdpr-citeseer", "privdpr-p2p", "privdpr-chicago"}
	ofEdges = []string{"edges", "wedges", "triangles", "4-cycles", "transitivity", "average-clustering", "largest-degree", "degeneracy", "core-numbers", "density", "forest", "assortativity", "ccdf", "sequence"}
	ofNodes = []string{"edges", "wedges", "degeneracy", "density", "forest", "ccdf", "sequence"}
)

// asked is the study of some statistics by a mode.
func asked(mode string, statistics, graphs []string) study.Study {
	s := study.Study{
		Methods: []string{question.Method.Name}, Modes: []string{mode}, Data: graphs, Protocols: []string{trial.Answers},
		Epsilons: []float64{0.5, 1, 2}, Seeds: []uint64{1, 2, 3, 4, 5}, Vary: []study.Axis{{Setting: "Statistic", Values: statistics}},
	}
	if graphs[0] == papers[0] {
		s.Seeds = s.Seeds[:3]
	}
	if mode == "null" || mode == "nonprivate" || nb.Small() { // of which one trial is as good as five
		s.Epsilons, s.Seeds = []float64{1}, []uint64{1}
	}
	if mode == "null" {
		s.Epsilons = []float64{0} // it spends nothing
	}
	return s
}

// answers makes the trials, or reads them where they are kept.
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

// hidden says what each mode hides.
var hidden = map[string]string{"strict": "edges", "strict-node": "nodes"}

// %%
func onRealGraphs() {
	results, graphs := answers(), large
	off := errorOf(results)
	if nb.Small() {
		graphs = []string{results[0].Data}
	}
	for _, name := range graphs {
		t := figure.Table{Caption: name + ": mean error of answers, % of the truth", Header: []string{"statistic", "hidden", "ε = 0.5", "ε = 1", "ε = 2", "null"}}
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
		series := []figure.Series{{Name: "nodes hidden"}, {Name: "edges hidden", Role: figure.Strict}, {Name: "null", Role: figure.Null}}
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
	nb.Show(figure.Panel("Error of answers on "+name, 2, panels...))
}
