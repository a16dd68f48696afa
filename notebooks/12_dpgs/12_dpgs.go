// Package dpgs is the notebook 12_dpgs: synthetic graphs by summaries, what a summary keeps of a
// graph, and what public features buy.
package dpgs

// %% [markdown]
// # DPGS: synthetic graphs by summaries, and what public features buy
//
// DPGS (CCS 2025) puts the nodes of a private graph into clusters, keeps a noisy table of edges between
// clusters, and draws a graph from that. What is protected is one **edge**; nodes, features and
// labels are public. **What is true of it:** the counts and the refinement of clusters are private as the paper
// says; the clustering is not, for its loss cannot be clipped by nodes (shown below). A table of counts that *is*
// private (`summary`) keeps communities and nothing else.
//
// What features are good for is another question, for they are public. The mode `strict` spends its budget on noisy
// degrees, on how many edges there are between nodes of so and so similar features (16 numbers), and
// on a number of triangles. **Proved at $\varepsilon = 1$, it is nearer to the original than random edges and than
// random clusters in all seven measures of the paper's Figures 4 to 7 and 9, on four graphs**. It is nearer than the paper's
// own curves in modularity and clustering at every $\varepsilon$, and at 1 and 3.5 in NMI and KL, which are printed for Cora alone. It does
// not reach the paper's overlap of central nodes; it needs labels for communities on Cora and DBLP. And a control that
// reads nothing but the number of nodes wins the paper's first figure.
//
// The code is `models/synthesis/dpgs`; equations and departures are in
// [docs/papers/dpgs.md](../../docs/papers/dpgs.md), proofs in
// [docs/proofs/dpgs.md](../../docs/proofs/dpgs.md).

// %%
import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/figure"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/gdp/metric"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/study"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
	"github.com/graphdp/graphdp/models/trial"
	"github.com/graphdp/graphdp/notebooks/nb"
	"github.com/graphdp/graphdp/notebooks/nbtrial"
)

// %% [markdown]
// ## A summary, drawn
//
// 160 nodes in four groups, each with words of its own, and a few triangles. k-means on the words, which are
// public, finds clusters; the edges of each pair of clusters are counted, and noise is added to the counts. One edge is in one
// cell, so that noise of standard deviation $\sigma$ makes all counts together as private as one count.
// Cells that noise alone may have made are dropped. That is the summary: supernodes, and weights between them. A
// graph is drawn from it: as many edges between two clusters as the table says, each pair of nodes as likely
// as another.

// %%

// groups is a graph of four groups of nodes with words of their own, and with triangles.
func groups() *graph.Network {
	r := rand.New(rand.NewPCG(5, 12))
	p := make([][]float64, 4)
	for i := range p {
		p[i] = slices.Repeat([]float64{.002}, 4)
		p[i][i] = .08
	}
	net := nb.Must(gen.SBM([]int{40, 40, 40, 40}, p, r))
	net.Graph = nb.Must(gen.Close(net.Graph, 120, r))
	net.Attrs = nb.Must(gen.Words(net.Labels, 4, gen.Vocabulary{Columns: 120, PerNode: 10, OwnShare: .8}, r))
	net.Classes = []string{"a", "b", "c", "d"}
	return net
}

// protected is a session on a network at edge level, which a run can be repeated on.
func protected(net *graph.Network, eps gdp.Epsilon) *gdp.Session {
	return nb.Must(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps, Delta: 1e-5}, gdp.Seed(1)))
}

// triangles is a title with the numbers of edges and triangles.
func triangles(what string, g *graph.Graph) string {
	count, _ := metric.Triangles(g)
	return fmt.Sprintf("%s: %d edges, %d triangles", what, g.M(), count)
}

// %%
func aSummary() {
	net := groups()
	c := dpgs.Counted()
	c.Clusters = 4
	r := nb.Must(dpgs.Run(context.Background(), protected(net, 2), c, nil))
	var super []graph.Edge
	weights := figure.Table{Caption: "Weights: edges between clusters, those that stand out of noise", Header: []string{"clusters", "nodes", "noisy edges"}}
	for _, cell := range r.Summary.Cells {
		if cell.A != cell.B {
			super = append(super, graph.Edge{U: cell.A, V: cell.B})
		}
		weights.Rows = append(weights.Rows, []any{fmt.Sprintf("%d – %d", cell.A, cell.B), fmt.Sprintf("%d, %d", r.Summary.Sizes[cell.A], r.Summary.Sizes[cell.B]), math.Round(cell.Edges)})
	}
	weights.Rows = append(weights.Rows, []any{"anywhere", "", math.Round(r.Summary.Rest)})
	nb.Show(weights)
	summary, _, err := graph.FromEdges(4, super, graph.Options{})
	nb.Check(err)
	d := nb.Must(dpgs.RunStrict(context.Background(), protected(net, 2), dpgs.Strict(), nil))
	nb.Show(figure.Panel("A graph, its summary at ε = 2, and graphs drawn from noisy numbers", 2,
		figure.Network(net.Graph, figure.NetworkStyle{Title: triangles("original", net.Graph), Groups: net.Labels}).Sized(4.2, 3.2),
		figure.Network(summary, figure.NetworkStyle{Title: "supernodes", Groups: []int32{0, 1, 2, 3}, Ids: true}).Sized(4.2, 3.2),
		figure.Network(r.Graph, figure.NetworkStyle{Title: triangles("from the summary", r.Graph), Groups: r.Summary.Clusters}).Sized(4.2, 3.2),
		figure.Network(d.Graph, figure.NetworkStyle{Title: triangles("by strict", d.Graph), Groups: net.Labels}).Sized(4.2, 3.2)))
}

// %% [markdown]
// The summary has the groups, and hardly a triangle: within a cluster all pairs are alike. That is no matter of
// noise. Whatever the budget, a table of counts has no clustering, and no hubs. What `strict` draws, the mode below, has
// triangles; its groups are looser here, for a graph of 160 nodes is small for 16 noisy numbers.
//
// ## Why clips by node bound nothing
//
// The paper finds clusters by a network that is trained, with clipped noisy gradients, on
//
// $$L = -\frac{\mathrm{tr}(P \tilde W P^T)}{\mathrm{tr}(P \tilde D P^T)} + \Big\|\frac{PP^T}{\|PP^T\|_F} - \frac{I}{\sqrt k}\Big\|_F .$$
//
// A gradient can be clipped by examples if it is a sum over examples, of which an edge changes a few. The
// **denominator is a trace over all nodes**: one edge far away moves it, and with it the gradient of
// every node. Where nodes' gradients are near zero that is enough to turn their sign, and after clipping a turned gradient
// is two clips away from what it was.
//
// Below: $M$ separate edges, and two nodes that have an edge or have none. No node has more than one
// neighbour. The paper's Theorem 2 lets one edge move the sum of clipped gradients by 2 to 4 clips.

// %%

// pairsApart is M pairs of joined nodes, and two more that are joined too, or are not.
func pairsApart(m int, joined bool) [][2]int {
	var edges [][2]int
	for q := range m {
		edges = append(edges, [2]int{2 * q, 2*q + 1})
	}
	if joined {
		edges = append(edges, [2]int{2 * m, 2*m + 1})
	}
	return edges
}

// lossByNode is each node's part of the loss. The first of each of the pairs has the feature (1, 0), all other nodes
// (0, 1); a node is in cluster 0 with the probability that the logistic function gives θ times its features. A graph of
// pairs has degrees of 1, so that normalised weights are 1.
func lossByNode(m int, joined bool, theta [2]float64) []float64 {
	n := 2*m + 2
	p := make([][2]float64, n)
	for u := range p {
		x := theta[1]
		if u%2 == 0 && u < 2*m {
			x = theta[0]
		}
		p[u] = [2]float64{1 / (1 + math.Exp(-x)), 1 / (1 + math.Exp(x))}
	}
	losses, trace := make([]float64, n), 0.0
	for _, e := range pairsApart(m, joined) {
		u, v := p[e[0]], p[e[1]]
		losses[e[0]] -= u[0]*v[0] + u[1]*v[1]
		losses[e[1]] -= u[0]*v[0] + u[1]*v[1]
		trace += u[0]*u[0] + u[1]*u[1] + v[0]*v[0] + v[1]*v[1]
	}
	var a, b, d float64 // P Pᵀ
	for _, q := range p {
		a, b, d = a+q[0]*q[0], b+q[0]*q[1], d+q[1]*q[1]
	}
	norm, half := math.Sqrt(a*a+2*b*b+d*d), 1/math.Sqrt2
	orthogonal := math.Sqrt((a/norm-half)*(a/norm-half) + 2*(b/norm)*(b/norm) + (d/norm-half)*(d/norm-half))
	for u := range losses {
		losses[u] = losses[u]/trace + orthogonal/float64(n)
	}
	return losses
}

// clipped is the sum of the nodes' gradients, each clipped to the norm η; differences are of the fourth order.
func clipped(m int, joined bool, theta [2]float64, eta float64) (sum [2]float64, first float64) {
	const h = 1e-3
	gradients := make([][2]float64, 2*m+2)
	for i := range 2 {
		for _, step := range [][2]float64{{-2, 1. / 12}, {-1, -2. / 3}, {1, 2. / 3}, {2, -1. / 12}} {
			at := theta
			at[i] += step[0] * h
			for u, l := range lossByNode(m, joined, at) {
				gradients[u][i] += step[1] * l / h
			}
		}
	}
	for _, g := range gradients {
		if norm := math.Hypot(g[0], g[1]); norm > 0 {
			scale := min(1, eta/norm)
			sum[0], sum[1] = sum[0]+scale*g[0], sum[1]+scale*g[1]
		}
	}
	return sum, gradients[0][0]
}

// %%
func clipsBoundNothing() {
	const eta = 1e-5
	t := figure.Table{Caption: "What one edge moves, in clips", Header: []string{"pairs", "gradient of a far node without the edge", "with it", "sum of clipped gradients moves by", "bound of Theorem 2"}}
	for _, x := range []struct {
		m     int
		theta float64
	}{{16, -1.51}, {64, -1.2736}} {
		before, a := clipped(x.m, false, [2]float64{x.theta, 20}, eta)
		after, b := clipped(x.m, true, [2]float64{x.theta, 20}, eta)
		t.Rows = append(t.Rows, []any{x.m, fmt.Sprintf("%.1e", a), fmt.Sprintf("%.1e", b), fmt.Sprintf("%.1f", math.Hypot(before[0]-after[0], before[1]-after[1])/eta), "2 to 4"})
	}
	nb.Show(t)
}

// %% [markdown]
// All nodes turn round, and the sum moves by four clips for each of the pairs: the more nodes, the more. So nothing is proved of
// the clustering. A clip of the *whole* gradient holds, and needs noise that drowns it. `summary` takes clusters
// from public features instead, which cost nothing.
//
// ## What `strict` draws
//
// Everything public comes first: the 64 nodes nearest to each by the cosine of their features, rare ones weighed up.
// A pair of nodes is of one of 16 **kinds**: nearest, among the nearest 2, 4, … 64, or far; of one class, or of two. Then
// four queries, each with Gaussian noise:
//
// | query | one edge moves it by | share of $\rho$ |
// |---|---|---|
// | degree of every node | $\sqrt 2$ | .7 |
// | nodes of at most 0, 1, … 31 neighbours | 2 | .05 |
// | edges of each kind | 1 | .05 |
// | triangles, at most $c$ at a node | $c$ and a 64th | .2 |
//
// The second tells how often each degree occurs, which noisy degrees alone do not; a node's degree is then drawn from its
// posterior. Edges are drawn kind by kind, the nearest first, by nodes' open stubs; far edges within a class close
// triangles as long as there are too few of them. None of that reads the graph again. The shares were chosen on Cora-ML,
// which is not among the graphs below, and $c = n/(10\,\sigma)$ by a rule that reads the number of nodes alone.

// %%

// named is a data set; where the notebook runs small, the made-up graph.
func named(name string) *graph.Network {
	if nb.Small() {
		return groups()
	}
	return &nb.Must(data.Load(name)).Network
}

// %%
func oneRun() {
	net := named("cora")
	s := protected(net, 1)
	d := nb.Must(dpgs.RunStrict(context.Background(), s, dpgs.Strict(), nil))
	nb.Show(*d.Guarantee, nb.Must(s.Ledger()))
	truth := nb.Must(dpgs.DrawStrict(context.Background(), net, dpgs.StrictExact(), 1, nil))
	t := figure.Table{Caption: "Edges of each kind: noisy, and in truth, which is not released", Header: []string{"features", "one class", "in truth", "two classes", "in truth"}}
	for i := range len(d.Kinds) / 2 {
		what := fmt.Sprintf("among the nearest %d", 1<<i)
		switch i {
		case 0:
			what = "the nearest"
		case len(d.Kinds)/2 - 1:
			what = "far"
		}
		t.Rows = append(t.Rows, []any{what, math.Round(d.Kinds[2*i]), truth.Kinds[2*i], math.Round(d.Kinds[2*i+1]), truth.Kinds[2*i+1]})
	}
	nb.Show(t, nb.Markdown(fmt.Sprintf("Triangles, at most %d at a node: %.0f noisy; there are %.0f.", d.Most, d.Triangles, truth.Triangles)))
}

// %% [markdown]
// ## Seven measures, with what the paper leaves out
//
// **RE(Mod)**, **RE(CC)**: relative errors of Louvain's modularity and of clustering, once averaged over nodes, once as
// transitivity, which the code that the paper follows takes for it. **overlap** of the 1 % of nodes that are most
// central by the eigenvector, and **MAE** of the centralities, by rank as in that code, and by node. **NMI** of
// communities, and **AMI**, which takes off what chance gives. **KL** of the degrees.
//
// Three rows that the paper has not: **null**, as many random edges as a noisy count says; **random-clusters**,
// `summary` with clusters that nobody chose; **strict-nonprivate**, what the decoder of `strict` can do at best. Paper's
// curves were read off its figures. Means of five seeds on Cora and CiteSeer and of three on the larger graphs, with standard errors.

// %%

// sets are the graphs, and how many seeds they have.
func sets() map[string]int {
	return map[string]int{"cora": 5, "citeseer": 5, "coauthor-cs": 3, "dblp": 3}
}

// seeds are 1 … n.
func seeds(n int) (list []uint64) {
	for i := range n {
		list = append(list, uint64(i+1))
	}
	return list
}

// modes are those that spend a budget.
func modes() []string { return []string{"strict", "summary", "random-clusters", "null"} }

// made makes trials, or reads them where they are kept.
func made(studies ...study.Study) []trial.Result {
	if nb.Small() {
		for i, s := range studies {
			studies[i].Epsilons, studies[i].Seeds = s.Epsilons[:min(1, len(s.Epsilons))], s.Seeds[:1]
		}
	}
	return nbtrial.Do(nbtrial.Options{
		Methods: []method.Method{dpgs.Method, trial.Originals}, MadeUp: graph.CollectionOf(groups()), Small: []string{"Clusters=4"},
	}, studies...)
}

// grid makes the trials of the figures.
func grid(name string, epsilons []float64, modes []string, variants ...string) []trial.Result {
	return made(study.Study{Protocols: []string{trial.GraphBeside}, Modes: modes, Data: []string{name}, Epsilons: epsilons, Seeds: seeds(max(3, sets()[name])), Variants: variants})
}

// everything are the trials of the figures for a data set.
func everything(name string) []trial.Result {
	all := append(grid(name, []float64{.5, 1, 1.5, 2, 2.5, 3, 3.5}, modes()), grid(name, []float64{0}, []string{"strict-nonprivate"})...)
	if !nb.Small() && (name == "cora" || name == "citeseer") {
		all = append(all, grid(name, []float64{.5, 1, 2, 3.5}, []string{"published"})...)
	}
	return all
}

// printed is what the paper printed, NaN where it printed nothing.
func printed(name, value string, eps float64) float64 {
	for _, q := range dpgs.Method.Quoted() {
		if q.Method == "DPGS" && q.Data == name && q.Value == value && q.Epsilon == eps {
			return q.Mean
		}
	}
	return math.NaN()
}

// %%

// direction says which values of a measure are nearer to the original.
func direction(value string) trial.Direction {
	return nb.Must(trial.ProtocolOf(trial.GraphBeside)).Value(value).Better
}

// table sets modes side by side, and counts in how many measures strict is better.
func table(name string, eps float64) {
	if nb.Small() {
		eps = .5
	}
	results := everything(name)
	if len(results) == 0 {
		return
	}
	data := results[0].Data
	means := trial.Means(results)
	mean := func(mode, value string, eps float64) trial.Mean {
		return means[trial.Cell{Trial: trial.Trial{Protocol: trial.GraphBeside, Method: "dpgs", Mode: mode, Data: data, Epsilon: eps}, Value: value}]
	}
	text := func(m trial.Mean) string {
		if m.Runs < 2 {
			return fmt.Sprintf("%.3f", m.Mean)
		}
		return fmt.Sprintf("%.3f ± %.3f", m.Mean, m.SD/math.Sqrt(float64(m.Runs)))
	}
	t := figure.Table{Caption: fmt.Sprintf("%s, ε = %v", name, eps), Header: slices.Concat([]string{"measure", "paper"}, modes(), []string{"strict without noise"})}
	controls, paper, quoted := 0, 0, 0
	for _, value := range trial.BesideNames() {
		row := []any{value, ""}
		own := mean("strict", value, eps).Mean
		if x := printed(name, value, eps); !math.IsNaN(x) {
			row[1] = fmt.Sprintf("%.3f", x)
			quoted++
			if direction(value).Prefers(own, x) {
				paper++
			}
		}
		if d := direction(value); d.Prefers(own, mean("null", value, eps).Mean) && d.Prefers(own, mean("random-clusters", value, eps).Mean) {
			controls++
		}
		for _, mode := range modes() {
			row = append(row, text(mean(mode, value, eps)))
		}
		t.Rows = append(t.Rows, append(row, text(mean("strict-nonprivate", value, 0))))
	}
	verdict := fmt.Sprintf("Of %d lines, strict is nearer to the original than both controls in %d", len(t.Rows), controls)
	if quoted > 0 {
		verdict += fmt.Sprintf(", and than the paper's method in %d of the %d that the paper prints", paper, quoted)
	}
	nb.Show(t, nb.Markdown(verdict+"."))
}

// %%
func tables() {
	for _, name := range []string{"cora", "citeseer", "coauthor-cs", "dblp"} {
		for _, eps := range []float64{1, 3.5} {
			if table(name, eps); nb.Small() {
				return
			}
		}
	}
}

// %% [markdown]
// Read **null** first. Random edges have a third of an error in modularity on Cora, as the paper's method has at
// $\varepsilon = 1$; a graph of $n$ random edges, which reads the number of nodes and nothing else, has an error of .0003 there,
// below every point of the paper's figure. Random edges have an NMI of .11 to .31, which is chance: their AMI is 0. And a
// KL of .8 on Cora, below all of the paper's curves.
//
// **strict** is not level with its own version without noise in one thing only, which nodes are central: overlap grows with
// $\varepsilon$, for hubs have to be told by their own noisy degrees. What it does *not* do: the paper's overlap of .85 and
// error of centralities of .005 on Cora are beyond even its version without noise; on DBLP, whose features are a few words of a
// title, average clustering stays far off, though transitivity is met: triangles come out at hubs.

// %% [markdown]
// ## Figures 4 to 7 and 9
//
// Each panel: a graph. A curve that is level on the null's says nothing about the graph.

// %%
func figures(name string) {
	results := everything(name)
	if len(results) == 0 {
		return
	}
	values := []string{trial.ErrorOfModularity, trial.ErrorOfClustering, trial.CentralOverlap, trial.CentralMAE, trial.CommunityNMI, trial.DegreeKL}
	var curves []*figure.Figure
	for _, value := range values {
		curves = append(curves, trial.NewPalette(results, dpgs.Method).Curves(value, trial.GraphBeside, results[0].Data, value, "DPGS", dpgs.Method.Quoted(), results).Sized(4.8, 2.6))
	}
	nb.Show(figure.Panel(name, 2, curves...))
}

// %%
func figuresOfCora() { figures("cora") }

// %%
func figuresOfCiteSeer() { figures("citeseer") }

// %%
func figuresOfCoauthor() { figures("coauthor-cs") }

// %%
func figuresOfDBLP() { figures("dblp") }

// %% [markdown]
// On Cora and CiteSeer *published* is what Algorithms 1 to 4 give as printed, with the settings of the paper's page: at every $\varepsilon$ it is further from
// the original than random edges are in modularity and in degrees, and nearer in clustering. Its NMI of .57 and .72 is that of graphs of mostly single nodes (G17).
//
// PubMed's features are not here, so that it has the controls and the paper's curve alone.

// %%
func figuresOfPubMed() {
	results := grid("dpgs-pubmed", []float64{.5, 1, 1.5, 2, 2.5, 3, 3.5}, []string{"random-clusters", "null"})
	if len(results) == 0 {
		return
	}
	var curves []*figure.Figure
	for _, value := range []string{trial.ErrorOfModularity, trial.ErrorOfClustering, trial.CentralOverlap, trial.CentralMAE} {
		curves = append(curves, trial.NewPalette(results, dpgs.Method).Curves(value, trial.GraphBeside, results[0].Data, value, "DPGS", dpgs.Method.Quoted(), results).Sized(4.8, 2.6))
	}
	nb.Show(figure.Panel("dpgs-pubmed", 2, curves...))
}

// %% [markdown]
// ## All at once
//
// A graph that is good in one measure is easy to have: $n$ random edges for modularity, disjoint triangles for NMI. Points
// near the lower left corner are good in two. Modes at $\varepsilon = 1$.

// %%

// small is a measure as something that is to be small.
func small(x float64, value string) float64 {
	if direction(value) == trial.Larger {
		return 1 - x
	}
	return x
}

func label(value string) string {
	if direction(value) == trial.Larger {
		return "1 - " + value
	}
	return value
}

// %%
func paretoOf(name string, x, y string) *figure.Figure {
	results := everything(name)
	means, looks := trial.Means(results), trial.NewPalette(results, dpgs.Method)
	var points []figure.Points
	for _, mode := range []string{"strict", "strict-nonprivate", "summary", "random-clusters", "null"} {
		p := figure.Points{Name: mode, Look: looks.Look(trial.Trial{Method: "dpgs", Mode: mode})}
		eps := 1.0
		if nb.Small() {
			eps = .5
		}
		if mode == "strict-nonprivate" {
			eps = 0
		}
		for _, r := range results {
			if r.Mode == mode && r.Epsilon == eps && r.Seed == 1 {
				at := r.Trial
				at.Seed = 0
				p.X, p.Y = append(p.X, small(means[trial.Cell{Trial: at, Value: x}].Mean, x)), append(p.Y, small(means[trial.Cell{Trial: at, Value: y}].Mean, y))
			}
		}
		points = append(points, p)
	}
	if a, b := printed(name, x, 1), printed(name, y, 1); !math.IsNaN(a) && !math.IsNaN(b) {
		points = append(points, figure.Points{Name: "paper", Role: figure.Paper, X: []float64{small(a, x)}, Y: []float64{small(b, y)}})
	}
	return figure.Scatter(figure.ScatterStyle{Title: name, XLabel: label(x), YLabel: label(y), Legend: figure.Beside}, points...).Sized(4.8, 2.8)
}

// %%
func pareto() {
	for _, axes := range [][2]string{{trial.ErrorOfModularity, trial.ErrorOfClustering}, {trial.DegreeKL, trial.CommunityAMI}} {
		var figures []*figure.Figure
		for _, name := range []string{"cora", "citeseer", "coauthor-cs", "dblp"} {
			if figures = append(figures, paretoOf(name, axes[0], axes[1])); nb.Small() {
				break
			}
		}
		nb.Show(figure.Panel(label(axes[0])+" and "+label(axes[1])+", ε = 1", 2, figures...))
	}
}

// %% [markdown]
// ## What labels are worth
//
// Labels are public at edge level too, and `strict` uses them: pairs of one class are of another kind. Whoever means to keep
// labels for a test of classifiers sets `Labels=false`, and kinds are those of features alone. Communities of CiteSeer and of
// Coauthor are then as near as before; those of Cora and DBLP, where half of the edges are between papers that share few
// words, are told by labels. Clusters of features in the place of classes were tried on Cora-ML, and did not help.

// %%
func withoutLabels() {
	t := figure.Table{Caption: "strict with labels, and without", Header: []string{"graph", "ε", "labels", "RE(Mod)", "RE(CC)", "overlap", "MAE by rank", "NMI", "AMI", "KL"}}
	for _, name := range []string{"cora", "citeseer", "coauthor-cs", "dblp"} {
		results := grid(name, []float64{1, 3.5}, []string{"strict"}, "", "Labels=false")
		means := trial.Means(results)
		for _, r := range results {
			if r.Seed != 1 {
				continue
			}
			row := []any{name, r.Epsilon, r.Variant == ""}
			at := r.Trial
			at.Seed = 0
			for _, value := range t.Header[3:] {
				row = append(row, fmt.Sprintf("%.3f", means[trial.Cell{Trial: at, Value: value}].Mean))
			}
			t.Rows = append(t.Rows, row)
		}
		if nb.Small() {
			break
		}
	}
	nb.Show(t)
}

// %% [markdown]
// ## Links and classes
//
// **Table 3**: AUC of a tenth of the edges, which are hidden before anything reads the graph, against as many pairs without an
// edge. What `strict` releases says how likely a pair is: the edges of its kind over the pairs of its kind, times noisy
// degrees. **features alone** is the cosine of the rows, which costs nothing. The paper names no $\varepsilon$ for its
// table; a summary of 30 %, 10 % and 5 % of the nodes scores what stands in its column. Five divisions.

// %%

// both are the data sets of the tables.
func both() []string { return []string{"cora", "citeseer"} }

// of are studies of a protocol on both data sets: strict at some budgets, and modes without.
func of(protocol string, n int, epsilons []float64, free ...study.Study) []study.Study {
	all := append([]study.Study{{Modes: []string{"strict"}, Epsilons: epsilons}}, free...)
	for i := range all {
		all[i].Protocols, all[i].Data, all[i].Seeds = []string{protocol}, both(), seeds(n)
	}
	return all
}

// datasets are the names of the data sets that results are of.
func datasets(results []trial.Result) (names []string) {
	for _, r := range results {
		if !slices.Contains(names, r.Data) {
			names = append(names, r.Data)
		}
	}
	return names
}

// percent is the mean of a value of the trials that like names, with its standard error, in %.
func percent(results []trial.Result, value string, like trial.Trial) string {
	var list []float64
	for _, r := range results {
		if r.Data == like.Data && r.Mode == like.Mode && r.Epsilon == like.Epsilon && r.Variant == like.Variant {
			list = append(list, 100*r.Values[value])
		}
	}
	m := trial.MeanOf(list)
	if m.Runs < 2 {
		return fmt.Sprintf("%.1f", m.Mean)
	}
	return fmt.Sprintf("%.1f ± %.1f", m.Mean, m.SD/math.Sqrt(float64(m.Runs)))
}

// %%
func table3() {
	variants := []string{"Labels=false", ""}
	studies := of(trial.DrawnLinks, 5, []float64{1, 3.5}, study.Study{Modes: []string{"strict-nonprivate"}})
	for i := range studies {
		studies[i].Variants = variants
	}
	results := made(studies...)
	t := figure.Table{
		Caption: "Table 3, AUC of hidden links in %",
		Header:  []string{"graph", "paper: 30, 10, 5 %", "its ground truth", "features alone", "ε = 1, no labels", "ε = 3.5, no labels", "no noise, no labels", "ε = 1", "ε = 3.5", "no noise"},
	}
	paper := map[string][2]string{"cora": {"82.42, 80.21, 77.89", "84.31"}, "citeseer": {"76.86, 75.66, 72.29", "78.62"}}
	for _, name := range datasets(results) {
		row := []any{name, paper[name][0], paper[name][1], percent(results, trial.FeaturesAlone, trial.Trial{Data: name, Mode: "strict", Epsilon: 1})}
		for _, v := range variants {
			for _, x := range []trial.Trial{{Mode: "strict", Epsilon: 1}, {Mode: "strict", Epsilon: 3.5}, {Mode: "strict-nonprivate"}} {
				x.Data, x.Variant = name, v
				row = append(row, percent(results, "AUC", x))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	nb.Show(t)
}

// %% [markdown]
// With labels, 16 noisy numbers and noisy degrees tell hidden links better than the paper's summaries do, and better than what it
// prints for the graph itself. It is labels that do it: without them features alone are as good or better, for noisy degrees
// mislead where degrees are small.
//
// **Table 2**: accuracy of classes. Labels of training nodes are known, those of test nodes are not, so that nothing that draws a
// graph is shown labels here. A logistic regression reads a node's features, or these and the mean features of its
// neighbours in a graph: one that `strict` draws, random edges, or the original, which is not private. The paper's
// divisions are not known; here 10 % or 60 % of the nodes are learned from. Three divisions.

// %%
func table2() {
	results := made(of(trial.DrawnNodes, 3, []float64{1, 3.5}, study.Study{Modes: []string{"null"}, Epsilons: []float64{1}}, study.Study{Methods: []string{"originals"}, Modes: []string{"nonprivate"}})...)
	t := figure.Table{
		Caption: "Table 2, accuracy in %",
		Header:  []string{"graph", "learned from", "paper: ε = .1, 3.5", "features alone", "strict, ε = 1", "strict, ε = 3.5", "random edges", "the graph itself"},
	}
	paper := map[string]string{"cora": "67.50, 69.68", "citeseer": "64.14, 67.80"}
	for _, name := range datasets(results) {
		for i, from := range []string{"10 %", "60 %"} {
			suffix := []string{" from 10 %", ""}[i]
			row := []any{name, from, paper[name], percent(results, trial.FeaturesAlone+suffix, trial.Trial{Data: name, Mode: "strict", Epsilon: 1})}
			for _, x := range []trial.Trial{{Mode: "strict", Epsilon: 1}, {Mode: "strict", Epsilon: 3.5}, {Mode: "null", Epsilon: 1}, {Mode: "nonprivate"}} {
				x.Data = name
				row = append(row, percent(results, "accuracy"+suffix, x))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	nb.Show(t)
}

// %% [markdown]
// Nothing is gained: a graph that is drawn from features tells a classifier nothing that features do not. With 60 % of the nodes
// to learn from, features alone, which spend nothing, pass the paper's numbers on both graphs. Whoever wants classes at edge
// level should ask for the neighbours' classes, as `vote` does
// ([15_node_classification](../15_node_classification/15_node_classification.ipynb)), and not for a graph.
//
// **Figure 8** varies $\beta$, how much of a pair's score is the density of its clusters and how much the likeness of their features, at $\varepsilon = 3.5$.
// Here the published method as printed, and the same regression, which learns from 60 % of the nodes.

// %%
func figure8() {
	betas := []string{"0", "0.25", "0.5", "0.75", "1"}
	if nb.Small() {
		betas = betas[:1]
	}
	results := made(study.Study{Protocols: []string{trial.DrawnNodes}, Modes: []string{"published"}, Data: both(), Epsilons: []float64{3.5}, Seeds: seeds(3), Vary: []study.Axis{{Setting: "Beta", Values: betas}}})
	paper := map[string][]float64{"cora": {66.4, 68.7, 69.68, 68.2, 66.3}, "citeseer": {67.3, 68.0, 66.9, 66.5, 65.7}}
	means := trial.Means(results)
	var panels []*figure.Figure
	for _, name := range datasets(results) {
		printed, published, alone := figure.Series{Name: "paper", Role: figure.Paper}, figure.Series{Name: "published", Role: figure.Published}, figure.Series{Name: "features alone", Role: figure.Null}
		for i, y := range paper[name] {
			printed.X, printed.Y = append(printed.X, float64(i)/4), append(printed.Y, y)
		}
		for i := range betas {
			at := results[i].Trial // of the first data set: settings change the fastest
			at.Data, at.Seed = name, 0
			published.X, published.Y = append(published.X, float64(i)/4), append(published.Y, 100*means[trial.Cell{Trial: at, Value: "accuracy"}].Mean)
			alone.X, alone.Y = append(alone.X, float64(i)/4), append(alone.Y, 100*means[trial.Cell{Trial: at, Value: trial.FeaturesAlone}].Mean)
		}
		lines := []figure.Series{published, alone}
		if len(printed.X) > 0 {
			lines = append([]figure.Series{printed}, lines...)
		}
		panels = append(panels, figure.Lines(figure.LinesStyle{Title: name, XLabel: "β", YLabel: "accuracy, %", Dots: true, Legend: figure.Beside}, lines...).Sized(4.8, 2.6))
	}
	nb.Show(figure.Panel("Figure 8, ε = 3.5", 2, panels...))
}

// %% [markdown]
// As printed the accuracy does not depend on $\beta$, and is that of features alone, seven points above the paper's best: a graph whose pairs of clusters
// are joined all or not at all tells a classifier nothing.
//
// ## Table 4: whose training set?
//
// The paper asks whether a node was in the training set of a classifier of the drawn graph, by how sure the classifier is
// of the node's class, and prints AUC of 50 to 51 for everything private. It shows no classifier that the attack
// finds. Here the target is a graph convolutional network that is trained to the end, on half of the nodes: without decay and
// dropout it knows them by heart. The last column is what $\varepsilon$ allows in the game that edge-level privacy is
// about, one edge there or not: an AUC of $e^\varepsilon/(1+e^\varepsilon)$ at most.

// %%
func table4() {
	epsilons := []float64{.1, .5, 1, 3}
	if nb.Small() {
		epsilons = epsilons[:1]
	}
	results := made(of(trial.DrawnMembership, 3, epsilons, study.Study{Modes: []string{"null"}, Epsilons: []float64{1}}, study.Study{Methods: []string{"originals"}, Modes: []string{"nonprivate"}})...)
	t := figure.Table{Caption: "Table 4, AUC in %: training nodes of a network on each graph", Header: []string{"graph", "trained on", "paper", "found", "one edge: at most"}}
	paper := map[string][]string{"cora": {"50.18", "50.22", "50.39", "50.61"}, "citeseer": {"50.08", "50.08", "50.28", "50.46"}}
	for _, name := range datasets(results) {
		found := func(x trial.Trial) string {
			x.Data = name
			return percent(results, "attack AUC", x)
		}
		t.Rows = append(t.Rows, []any{name, "the graph itself", "", found(trial.Trial{Mode: "nonprivate"}), ""}, []any{name, "random edges", "", found(trial.Trial{Mode: "null", Epsilon: 1}), ""})
		for i, eps := range epsilons {
			printed := ""
			if paper[name] != nil {
				printed = paper[name][i]
			}
			t.Rows = append(t.Rows, []any{name, fmt.Sprintf("strict, ε = %v", eps), printed, found(trial.Trial{Mode: "strict", Epsilon: eps}), fmt.Sprintf("%.1f", 100/(1+math.Exp(-eps)))})
		}
	}
	nb.Show(t)
}

// %% [markdown]
// Random edges, which say nothing of anybody's, are where the attack finds most, 83 on one graph and 85 on the other; the graph itself, with no privacy at
// all, is where it finds least. The attack finds what a network knows by heart: neighbours of a node's own class leave it less to
// learn by heart. Values above the last column are no contradiction, since features and labels are public here; values
// near 50, such as the paper's, say that the target was not trained for long. The game that is about edges is played next.
//
// ## Claimed, proved, audited
//
// Two neighbouring worlds: 64 nodes of two words, in which the first two have an edge or have none. The attacker looks at the noisy
// degrees of the two, at the number of edges of their kind and at triangles.

// %%
func audited() {
	t := figure.Table{Caption: "Three epsilons, at δ = 10⁻³ and confidence 0.95", Header: []string{"mode", "claimed", "proved", "audited", "at most", "runs"}}
	for _, x := range []struct {
		mode    string
		epsilon gdp.Epsilon
		trials  int
	}{{"strict", 1, 4000}, {"strict", 8, 2000}, {"summary", 1, 1000}} {
		if nb.Small() {
			x.trials = 32
		}
		mode := nb.Must(dpgs.Method.Mode(x.mode))
		config := mode.Config()
		if c, err := method.Set(config, "Clusters=4"); err == nil {
			config = c
		}
		bar := nb.Progress(x.mode, x.trials)
		a := nb.Must(method.Audit{
			Method: dpgs.Method.Name, Mode: mode, Attack: *dpgs.Method.Attack, Relation: mode.Relation, Config: config,
			Budget: gdp.Budget{Epsilon: x.epsilon, Delta: 1e-3}, Trials: x.trials, Progress: func(int, int) { bar.Step(1) },
		}.Run(context.Background()))
		bar.Done()
		t.Rows = append(t.Rows, []any{x.mode, float64(a.Guarantee.Claimed), float64(a.Guarantee.Proved), fmt.Sprintf("≥ %.2f", float64(a.Bound.Epsilon)), float64(a.Most), x.trials})
	}
	nb.Show(t)
}

// %% [markdown]
// ## What to take away
//
// - What is public is free: say what that is, and use it. A histogram of edges over bins of public similarity costs as much as
//   one count.
// - A sum over all nodes in a denominator makes every example's gradient depend on every edge.
// - A table of counts between clusters is a summary of communities. Hubs need degrees, clustering needs
//   triangles, and each is a query of its own.
// - Draw random edges before you read a figure of modularity, and take chance off NMI.
//
// The paper's claims and the tests that decide them: `gdp claims dpgs --run`.
