// Package dpggan is the notebook 13_dpggan: the paper on graph autoencoders under differential privacy,
// equation by equation, with a check of each step.
package dpggan

// %% [markdown]
// # DPGGAN: graphs of a collection
//
// DPGGAN (IJCAI 2021) trains a generator on a graph under **edge-level** privacy, and draws a new graph from it:
// one for each graph of a collection. This notebook walks through the paper. Each step of a proof has a line in a
// table that computes both sides.
//
// **Result:** clipping each node's gradient does not bound the effect of an edge, so the published modes have no
// proof. The mode `strict` asks six noisy questions of each graph, uses no network, and has a proof.
//
// The code is `models/synthesis/dpggan` and `models/synthesis/dpggan/facts`. The map of equations is
// [docs/equations.md](../../docs/equations.md#dpggan-and-dpgvae), departures are in
// [docs/papers/dpggan.md](../../docs/papers/dpggan.md).

// %%
import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/synthesis/dpggan"
	"github.com/graphdp/graphdp/notebooks/nb"
	"github.com/graphdp/graphdp/notebooks/nbnet"
	"github.com/graphdp/graphdp/notebooks/nbtrial"
)

// %% [markdown]
// ## Section 3, the backbone: a graph autoencoder
//
// **Definition 1.** $P[\mathcal M(G_1) \in S] \le e^\varepsilon P[\mathcal M(G_2) \in S] + \delta$ for graphs that
// differ in one edge.
//
// **Eq. 1.** An encoder gives each node a random code,
// $q(Z|X,A) = \prod_i \mathcal N(z_i|\mu_i, \mathrm{diag}(\sigma_i^2))$, with
// $g(X,A) = \tilde A\thinspace\mathrm{ReLU}(\tilde AXW_0)W_1$ and $\tilde A = D^{-1/2}AD^{-1/2}$. **Eq. 2.** A
// decoder $f$ makes links of codes, $p(A_{ij}=1|Z) = s(f(z_i)^\top f(z_j))$ with $s(x) = 1/(1+e^{-x})$.
//
// **Eq. 3** is a lower bound of the likelihood. For any $q$, by Jensen's inequality,
// $$\log p(A) = \log E_q\Big[\frac{p(A|Z)p(Z)}{q(Z)}\Big] \ge E_q[\log p(A|Z)] - D_{KL}(q\Vert p) = \mathcal L_{vae}.$$
// It is to be *maximised*; the code minimises binary cross-entropy plus
// $D_{KL} = \frac12\sum(\mu^2 + \sigma^2 - 1 - 2\ln\sigma)$. The check takes one code and $p(A|z) = s(z)$, and
// integrates.
//
// **What Eq. 2 cannot say.** $FF^\top$ is positive semi-definite:
// $0 \le \Vert\sum_i f_i\Vert^2 = \sum_i\Vert f_i\Vert^2 + \sum_{i\ne j}f_i^\top f_j$. So the mean logit of pairs
// is at least $-\overline{\Vert f\Vert^2}/(N-1)$, near 0 for a large graph: half of all pairs become links. The
// package adds a bias $b$ and leaves out the diagonal.

// %%

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func normal(z, mu, sigma float64) float64 {
	return math.Exp(-(z-mu)*(z-mu)/(2*sigma*sigma)) / (sigma * math.Sqrt(2*math.Pi))
}

// %%
func eqs1to3() {
	d := nb.Derive("Eqs. 1 to 3")
	s := math.Sqrt(0.5) // of the path 0-1-2: Ã has s between neighbours, W₀ = ((1, 0), (0, -1), (1, 1)), W₁ = (1, 2)
	hidden := [3][2]float64{{0, max(0, -s)}, {s * 2, s}, {0, max(0, -s)}}
	d.Equal("Eq. 1 on a path: g of node 0", s*(hidden[1][0]+2*hidden[1][1]), 2)
	d.Near("Eq. 2: cross-entropy of a link of (1, 0) and (1, 1)", -math.Log(logistic(1)), 0.313262)
	mu, sigma := 0.3, 0.8
	likelihood, expected, kl := 0.0, 0.0, 0.0
	for z := -12.0; z < 12; z += 1e-3 {
		q := normal(z, mu, sigma)
		likelihood += 1e-3 * logistic(z) * normal(z, 0, 1)
		expected += 1e-3 * q * math.Log(logistic(z))
		kl += 1e-3 * q * math.Log(max(q, 1e-300)/normal(z, 0, 1))
	}
	d.Near("Eq. 3: D_KL by its formula", kl, (mu*mu+sigma*sigma-1-2*math.Log(sigma))/2)
	d.AtMost("Eq. 3: the bound ≤ log-likelihood", expected-kl, math.Log(likelihood))
	r, n, norms, pairs := rand.New(rand.NewPCG(3, 13)), 50, 0.0, 0.0
	var total [4]float64
	for range n {
		for k := range total {
			x := r.NormFloat64()
			total[k], norms = total[k]+x, norms+x*x/float64(n)
		}
	}
	for _, x := range total {
		pairs += x * x / float64(n*(n-1))
	}
	d.AtMost("Eq. 2: -mean‖f‖²/(N-1) ≤ mean logit, 50 random rows", -norms/float64(n-1), pairs-norms/float64(n-1))
	nb.Show(d)
}

// %% [markdown]
// The networks are declared once, as GoMLX graphs: `encode` is Eq. 1, `loss` is $\mathcal L_{vae}$,
// `ofDiscriminator` is $\mathcal L_{gan}$ of Eq. 7.

// %%
func networks() {
	nb.Show(nbnet.Source("models/synthesis/dpggan/network.go", "declared.encode", "declared.decode", "declared.loss", "adversaries.ofDiscriminator"))
}

// %% [markdown]
// ## Enforcing privacy: Theorem 1 and Eqs. 4 to 6
//
// **Theorem 1.** **Eq. 4** is the Gaussian mechanism, $M_f(G) = f(G) + \mathcal N(0, \Delta_2f^2\sigma^2)$. It is
// $(\varepsilon,\delta)$-private if $\sigma \ge \sqrt{2\ln(1.25/\delta)}/\varepsilon$ and $\varepsilon < 1$. The
// worst pair of graphs shifts a normal distribution by $\mu = 1/\sigma$ standard deviations, so the true cost is
// $\delta = \Phi(\frac\mu2 - \frac\varepsilon\mu) - e^\varepsilon\thinspace\Phi(-\frac\mu2 - \frac\varepsilon\mu)$. The paper
// uses the theorem at $\varepsilon = 10$ as well, where it fails.
//
// **Eq. 5** clips the gradient of each node's loss by the decoder, and adds noise:
// $$\tilde g = \frac1N \sum_i \Big( \frac{\nabla_i}{\max(1, \Vert\nabla_i\Vert / C)} + \mathcal N(0, \sigma^2 C^2 I) \Big).$$
// The printed formula has no norm in the maximum: read by coordinates, a negative entry is never clipped. Noise
// inside the sum has standard deviation $\sigma C/\sqrt N$; DP-SGD's has $\sigma C/N$.
//
// **The step of the proof**: "each node is bounded by $C$, so an edge moves the sum by about $C$." An edge would
// have to be in two nodes' losses only. But an edge at a node of many neighbours changes the row of $\tilde A$, and
// so the *code*, of all of them. Each of their gradients may turn around. Below is a family of graphs without and
// with the edge 0-1: a hub 0, codes $z = 5\tilde A\thinspace\mathrm{ReLU}(\tilde AW)$, rows of $W$ equal to $(1,0)$
// except $(0, 10^4)$ for node 1.

// %%
func theorem1() {
	d := nb.Derive("Theorem 1 and Eq. 5, δ = 10⁻⁵")
	for _, eps := range []accounting.Epsilon{0.1, 1, 10} {
		sigma := gauss.Classical(accounting.Budget{Epsilon: eps, Delta: 1e-5})
		d.AtMost(fmt.Sprintf("Theorem 1: δ of Eq. 4 at ε = %g", float64(eps)), gauss.Delta(1/sigma, eps), 1e-5)
	}
	g, c := [2]float64{-1000, 3}, 5.0
	norm := math.Hypot(g[0], g[1])
	d.AtMost("Eq. 5 with the norm: (-1000, 3) clipped to C = 5", norm/max(1, norm/c), c)
	d.AtMost("Eq. 5 as printed, by coordinates", math.Hypot(g[0]/max(1, g[0]/c), g[1]/max(1, g[1]/c)), c)
	for _, n := range []int{13, 177} {
		d.AtMost(fmt.Sprintf("an edge moves the clipped sum by ≤ C; N = %d, in C", n), nb.Must(dpggan.ClipCounterexample(n)).Moved, 1)
	}
	nb.Show(d)
}

// %%
func oneEdgeMovesAllRows() {
	moved := figure.Series{Name: "what the edge moves", Role: figure.Published}
	proof := figure.Series{Name: "what the proof allows", Role: figure.Paper}
	for _, n := range []int{6, 13, 25, 50, 100, 177} {
		moved.X, moved.Y = append(moved.X, float64(n)), append(moved.Y, nb.Must(dpggan.ClipCounterexample(n)).Moved)
		proof.X, proof.Y = append(proof.X, float64(n)), append(proof.Y, 1)
	}
	x, edge := nb.Must(dpggan.ClipCounterexample(13)), []graph.Edge{{U: 0, V: 1}}
	curve := figure.Lines(figure.LinesStyle{Title: "one edge", XLabel: "nodes N", YLabel: "change of the clipped sum / C", LogX: true, LogY: true, Dots: true, Legend: figure.TopLeft}, moved, proof)
	nb.Show(figure.Panel("", 3,
		figure.Network(x.Without, figure.NetworkStyle{Title: "without the edge 0-1", MarkedPairs: edge, Ids: true, Like: x.With}).Sized(3, 3),
		figure.Network(x.With, figure.NetworkStyle{Title: "with it", MarkedPairs: edge, Ids: true}).Sized(3, 3), curve.Sized(3.4, 3)))
}

// %% [markdown]
// **Eq. 6** sets the noise for $T$ steps of sampling rate $q$: $\sigma = q\sqrt{T\ln(1/\delta)}/\varepsilon$.
// Solved for $T$ it says when to stop: $T = (\sigma\varepsilon/q)^2/\ln(1/\delta)$. It comes from a theorem with an
// unknown constant, $\sigma = \Omega(\cdot)$, and the constant is dropped. The picture compares it with the exact
// cost at the paper's $\sigma = 5$, $q = 0.01$: too small from some hundred steps on. Two million steps at
// $\varepsilon = 10$ are also more than the paper's 53 seconds of training allow: Eq. 6 never stops it.
//
// Even so, $q$ is not the rate at which an edge takes part: any node of its 2-hop neighbourhood brings it in.

// %%
func eq6() {
	a := nb.Must(pld.New(accounting.AddRemove))
	printed, exact := figure.Series{Name: "Eq. 6", Role: figure.Paper}, figure.Series{Name: "exact", Role: figure.Strict}
	step := accounting.PoissonSampled{Rate: 0.01, Event: accounting.Gaussian{NoiseMultiplier: 5}}
	for _, steps := range []int{10, 100, 1000, 10_000, 100_000, 1_000_000, 2_171_472} {
		printed.X, printed.Y = append(printed.X, float64(steps)), append(printed.Y, 0.01*math.Sqrt(float64(steps)*math.Log(1e5))/5)
		exact.X, exact.Y = append(exact.X, float64(steps)), append(exact.Y, float64(nb.Must(a.Epsilon(accounting.SelfCompose{Event: step, Count: steps}, 1e-5))))
	}
	last := len(exact.Y) - 1
	nb.Show(figure.Lines(figure.LinesStyle{Title: "Eq. 6: what T steps cost", XLabel: "steps T", YLabel: "ε", LogX: true, LogY: true, Dots: true, Legend: figure.TopLeft}, printed, exact).Sized(5.5, 3.2).
		Noted(fmt.Sprintf("At %.0f steps Eq. 6 has ε = %.1f; the exact one is %.1f.", exact.X[last], printed.Y[last], exact.Y[last])))
}

// %% [markdown]
// **The encoder** learns without noise: the paper says that its gradients are "mixed with randomness of samples".
// That is no Gaussian mechanism, since $\sigma_i$ is learned and may go to 0.
//
// ## Improving structure: Eq. 7 and the three losses
//
// A discriminator $D = f'(g'(X,A))$ looks at whole graphs: $\mathcal L_{gan} = \log D(A) + \log(1 - D(A'))$ (**Eq.
// 7**). DPGGAN replaces the reconstruction by $\mathcal L_{rec} = \Vert g'(A) - g'(A')\Vert^2$ and has three
// losses:
//
// | network | minimises |
// |---|---|
// | encoder | $\mathcal L_{rec} + \lambda_1\mathcal L_{prior}$ |
// | decoder | $\mathcal L_{rec} - \lambda_2\mathcal L_{gan}$ |
// | discriminator | $\lambda_2\mathcal L_{gan}$ |
//
// **The signs.** $\partial\mathcal L_{gan}/\partial D(A) = 1/D(A) > 0$. A discriminator that *minimises* Eq. 7
// calls true graphs false, and a decoder that minimises $-\mathcal L_{gan}$ helps it. The losses are right for
// $\mathcal L_{gan} := -(\log D(A) + \log(1-D(A')))$, the cross-entropy. The authors' code has one sign for all
// three networks, which then cooperate.
//
// **Privacy.** Eq. 5 is now applied to the discriminator. Its losses are functions of a whole graph, one record in
// all. A clip bounds what an edge moves by $2C$, and no sampling amplifies. The decoder's gradient reads $A$
// through $g'(A)$ and gets no noise.

// %%
func eq7() {
	d := nb.Derive("Eq. 7: D(A) = 0.9, D(A') = 0.2, steps of length 1 on the logits")
	u, v := math.Log(9), math.Log(0.25) // logits of D(A) and D(A')
	d.Near("Eq. 7", math.Log(logistic(u))+math.Log(1-logistic(v)), -0.328504)
	d.AtMost("descent on Eq. 7 as printed: D(A) ≤ D(A) after a step", logistic(u), logistic(u-(1-logistic(u))))
	d.AtMost("descent on the cross-entropy: the same", logistic(u), logistic(u+(1-logistic(u))))
	d.AtMost("ascent of the decoder on the cross-entropy: D(A') rises", logistic(v), logistic(v+logistic(v)))
	d.AtMost("discriminator, clipped once: g and -g are ≤ C apart, in C", 2, 1)
	nb.Show(d)
}

// %% [markdown]
// ## Generation: random codes, and codes of the graph
//
// The paper decodes new graphs from random codes $\mathcal N(0, I)$, the *prior*. The authors' code decodes them
// from the codes that the encoder gives the very graph, the *posterior*, and keeps its exact number of edges. That
// reads the graph once more when it is released: neighbours have different numbers, so no $\varepsilon$ holds. The
// pictures show a graph and what an autoencoder without any noise makes of it.

// %%

// collections are those of the paper that this machine has. Where the notebook runs small, a collection of the
// neighbourhoods of members of the karate club stands in.
func collections() (list []*data.Dataset) {
	if !nb.Small() {
		return nb.Load("dpggan-dblp", "imdb-multi")
	}
	club, c := data.Karate().Graph, new(graph.Collection)
	for u := range int32(club.N()) {
		if club.Degree(u) > 3 {
			g := nb.Must(club.Induced(append([]int32{u}, club.Neighbors(u)...)))
			c.Graphs = append(c.Graphs, &graph.Network{Graph: g})
		}
	}
	return []*data.Dataset{{Entry: data.Entry{Name: "neighbourhoods"}, Collection: c}}
}

// %%
func priorAndPosterior() {
	d := collections()[0]
	at := min(33, len(d.Collection.Graphs)-1)
	g := d.Collection.Graphs[at].Graph.Undirected()
	var panels []*figure.Figure
	for _, title := range []string{"original", "codes of the graph", "random codes"} {
		made, own := g, 0
		if c := dpggan.NonPrivateTuned.Settings; title != "original" {
			c.Posterior = title == "codes of the graph"
			if nb.Small() {
				c.Steps = 20
			}
			made = nb.RunOn(&graph.Network{Graph: g}, dpggan.NonPrivate.With(c), 1).Graphs[0]
		}
		for u, v := range g.Edges() {
			if made.HasEdge(u, v) {
				own++
			}
		}
		if title = fmt.Sprintf("%s: %d edges", title, made.M()); made != g {
			title += fmt.Sprintf(", %d of them original", own)
		}
		panels = append(panels, figure.Network(made, figure.NetworkStyle{Title: title}).Sized(3, 3))
	}
	nb.Show(figure.Panel(fmt.Sprintf("%s, graph %d, GVAE trained well", d.Entry.Name, at), 3, panels...))
}

// %% [markdown]
// Codes of the graph reproduce the graph. Random codes give one dense cluster and isolated nodes. Where these models
// report graphs close to the originals, generation has read the originals a second time.
//
// ## Section 4: five statistics, and the queries of `strict`
//
// Table 1 compares nodes of the largest component (LCC), triangles (TC), mean distance over all connected pairs
// (CPL), and the inequality (GINI) and relative entropy (REDE) of degrees. The authors' code counts ranks from 0,
// so its GINI is the true one less $2/N$. On IMDB that is negative, and the paper leaves out the minus sign.

// %%
func originals() {
	d := nb.Derive("Table 1: the originals, computed and as printed")
	printed := map[string][5]float64{"dpggan-dblp": {107.5, 59.90, 3.6943, 0.3248, 0.9385}, "imdb-multi": {13.001, 305.9, 1.2275, 0.1222, 0.9894}}
	for _, c := range collections() {
		row, paper := nb.Must(metric.DPGGANTable(context.Background(), c.Collection)), printed[c.Entry.Name]
		for i, x := range []float64{row.LCC, row.TC, row.CPL, row.GINI, row.REDE} {
			d.Near(c.Entry.Name+": "+[]string{"LCC", "TC", "CPL", "GINI", "REDE"}[i], x, paper[i])
		}
	}
	nb.Show(d)
}

// %% [markdown]
// **strict.** An edge is in one graph. So a question that is asked of all graphs costs what it costs for one, and
// 1,500 noisy answers show their *distribution*. Six questions split $\varepsilon$:
//
// | fact of each graph | one edge moves it by | share of $\varepsilon$ |
// |---|---|---|
// | largest degree | 1 | 0.05 |
// | number of edges | 1 | 0.30 |
// | degrees in each of some bands | 2 in all | 0.10 |
// | differences of all pairs of degrees, over $N-2$ (Gini) | 2 | 0.25 |
// | number of components | 1 | 0.25 |
// | triangles, those at an edge at most $\tau$ together, over $\tau$ | $1 + 1/64$ | 0.05 |
//
// Collections with hubs ask four of them. Each has a [proof](../../docs/proofs/queries.md#edge-counts). Denoising
// by EM, drawing and edge swaps read the answers alone. At large $\varepsilon$ `strict` asks all pairs by
// randomised response instead. The pictures show both collections at $\varepsilon = 1$, beside a control that pays
// for its number of edges.

// %%
func gallery() {
	var row []*figure.Figure
	for _, d := range collections() {
		c, shown := d.Collection, map[string]int{"dpggan-dblp": 33, "imdb-multi": 11}[d.Entry.Name]
		session := func() *gdp.Session {
			return nb.Must(gdp.ProtectCollection(c, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1)))
		}
		made, control := nb.Run(session(), dpggan.Strict), nb.Run(session(), dpggan.Null)
		for i, g := range []*graph.Graph{c.Graphs[shown].Graph.Undirected(), made.Graphs[shown], control.Graphs[shown]} {
			triangles, _ := metric.Triangles(g)
			title := fmt.Sprintf("%s: %d edges, %d triangles", []string{d.Entry.Name, "strict", "null"}[i], g.M(), triangles)
			row = append(row, figure.Network(g, figure.NetworkStyle{Title: title}).Sized(3, 2.8))
		}
	}
	nb.Show(figure.Panel("One graph of each collection, ε = 1", 3, row...))
}

// %% [markdown]
// **Table 1 as a figure**: mean absolute differences between generated graphs and their originals, against
// $\varepsilon$, from stored runs. Smaller is better. *null-matched* is given the true numbers of edges. *published* (DPGGAN)
// and *published-vae* (DPGVAE) have no proof, and Eq. 6 stops neither.
//
// `gdp reproduce dpggan --table 1` prints all columns with the paper's rows, NetGAN and GraphRNN. `--table A` is
// graph classification, `--figure A` all curves.

// %%
func table1() {
	var panels []*figure.Figure
	of := trial.Trial{Protocol: "collections", Method: "dpggan"}
	for _, of.Data = range []string{"dpggan-dblp", "imdb-multi"} {
		for _, value := range [][2]string{{"LCC", "largest component"}, {"TC", "triangles"}, {"CPL", "mean distance"}} {
			style := figure.LinesStyle{Title: of.Data, YLabel: "error of " + value[1], LogY: value[0] != "LCC", Legend: figure.Beside}
			panels = append(panels, nbtrial.Curves(style, dpggan.Method, of, value[0], []float64{0.1, 1, 10}, "published", "published-vae", "strict", "null", "null-matched").Sized(3.2, 2.6))
		}
	}
	said := func(mode, data string, epsilon float64) string {
		return nbtrial.Said(trial.Trial{Protocol: "collections", Method: "dpggan", Mode: mode, Data: data, Epsilon: epsilon}, "TC")
	}
	nb.Show(figure.Panel("Table 1: three of five columns", 3, panels...).Noted(fmt.Sprintf(
		"Triangles at ε = 1: DBLP strict %s, null %s, printed for DPGGAN 70.97; IMDB strict %s, null %s, printed 23.81.",
		said("strict", "dpggan-dblp", 1), said("null", "dpggan-dblp", 1), said("strict", "imdb-multi", 1), said("null", "imdb-multi", 1))))
}

// %% [markdown]
// ## Figure 3: the link test says nothing of privacy
//
// The paper trains a classifier of pairs on a generated graph, and takes poor prediction of hidden edges as a sign
// of privacy. The authors' code removes the hidden edges from the generated graph *before* that. The table takes the
// original graph itself as the release, which has no privacy at all, and a uniform random graph.
//
// What a proof bounds is the game of one edge. The likelihood ratio of the two graphs is at most $e^\varepsilon$,
// so an attacker who knows all other edges has an AUC of at most $e^\varepsilon/(1+e^\varepsilon)$.

// %%

// linkAUC hides 30 % of the edges of each graph: the mean AUC of telling them from other pairs by whether a release has them, as it is or
// after the graph's own edges were removed from it.
func linkAUC(graphs, released []*graph.Graph, removed bool) float64 {
	sum, count, r := 0.0, 0.0, rand.New(rand.NewPCG(3, 13))
	for i, g := range graphs {
		if links, err := trial.SplitLinks(g, 0.3, r); err == nil { // a graph of most of its pairs has no such split
			sum += nb.Must(links.AUC(func(u, v int32) float64 {
				return map[bool]float64{true: 1}[released[i].HasEdge(u, v) && !(removed && g.HasEdge(u, v))]
			}))
			count++
		}
	}
	return sum / count
}

// %%
func figure3() {
	t, r := figure.Table{Caption: "Mean AUC of hidden edges", Header: []string{"collection", "release", "as it is", "hidden edges removed first"}}, rand.New(rand.NewPCG(5, 13))
	for _, d := range collections() {
		var graphs, uniform []*graph.Graph
		for _, w := range d.Collection.Graphs {
			g := w.Graph.Undirected()
			graphs, uniform = append(graphs, g), append(uniform, nb.Must(gen.GNM(g.N(), g.M(), r)))
		}
		t.Rows = append(t.Rows, []any{d.Entry.Name, "the original graph", linkAUC(graphs, graphs, false), linkAUC(graphs, graphs, true)},
			[]any{d.Entry.Name, "a uniform graph", linkAUC(graphs, uniform, false), linkAUC(graphs, uniform, true)})
	}
	nb.Show(t)
}

// %% [markdown]
// The original graph passes this test as perfectly private. Audits play the game of one edge:
// `gdp audit dpggan --mode strict --epsilon 1 --delta 1e-5`.
//
// ## Summary
//
// - Theorem 1 holds for $\varepsilon < 1$. Eq. 5 lacks a norm and Eq. 6 a constant. Eq. 7 has the wrong sign for
//   its three losses.
// - A clip of each node's gradient bounds an edge only if the edge is in few gradients. Through $\tilde A$ it is in
//   all of them.
// - Codes of the graph give back the graph. A generator starts from the prior, and pays for its number of edges.
// - Facts that are asked of all graphs of a collection cost what they cost for one.
// - An attack that finds nothing is no evidence of privacy. Play the game that the definition bounds.
//
// `gdp claims dpggan --run` runs the test of each claim.
