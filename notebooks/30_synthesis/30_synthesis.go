// Package synthesis is the notebook 30_synthesis: the graph generators that private synthesis is
// compared with, by PGB's fifteen queries, each as published, as far as it is proved, and beside a
// control.
package synthesis

// %% [markdown]
// # Synthetic graphs at edge level, side by side
//
// A generator asks private questions about a graph, and draws a synthetic graph from the noisy answers. Anybody may use the synthetic graph for any purpose.
// The PGB benchmark (2024) compares six generators on eight graphs at six values of $\varepsilon$ by fifteen queries. This notebook runs nine generators, each in up to three modes:
//
// - **published**: the paper's algorithm, with the budget as the paper counts it;
// - **strict**: our variant with a proved $\varepsilon$;
// - **null**: a uniform random graph with a noisy number of edges.
//
// | method | private queries | the paper's privacy claim |
// |---|---|---|
// | [tmf](../../docs/papers/tmf.md) | which pairs are edges, up to a noisy count | fails: the added pairs reveal which edges passed the filter |
// | [dpdk](../../docs/papers/dpdk.md) | the degree histogram; *strict-2k*: the joint degree matrix | holds |
// | [dgg](../../docs/papers/dgg.md) | the degree of each node | fails by a factor of two: one edge changes two degrees |
// | [privskg](../../docs/papers/privskg.md) | edges, stars and triangles, to fit a Kronecker model | depends on a noise scale that is private |
// | [privgraph](../../docs/papers/privgraph.md) | communities, degrees within them, edge counts between them | holds, and uses five sixths of the budget |
// | [privhrg](../../docs/papers/privhrg.md) | a hierarchical tree of groups, and the edges at each branch | a Markov chain that stops early gives no guarantee |
// | [ldpgen](../../docs/papers/ldpgen.md) | each node's neighbours in each group, twice | fails by a factor of two: one edge is in two lists |
// | [der](../../docs/papers/der.md) | edge counts of regions of the adjacency matrix | holds |
// | [dcsbm](../../docs/papers/dcsbm.md) | degrees, pairs of a core, edges between communities, triangles | no paper: strict only |
//
// All guarantees are at edge level. The number of nodes is public.

// %%
import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/graphdp/graphdp/notebooks/nb"
	"github.com/graphdp/graphdp/notebooks/nbtrial"
)

// %% [markdown]
// ## One graph, all generators
//
// The input is a generated graph with 66 nodes in three communities. Each picture shows a release at $\varepsilon = 8$, with the nodes in the same places.
// Short edges lie within a community.

// %%

// communities is a graph of three communities.
func communities() *graph.Network {
	within, across := 0.4, 0.006
	return nb.Must(gen.SBM([]int{22, 22, 22}, [][]float64{{within, across, across}, {across, within, across}, {across, across, within}}, rand.New(rand.NewPCG(7, 30))))
}

// released is what a mode releases of a graph.
func released(net *graph.Network, name, modeName string, eps gdp.Epsilon, settings ...string) *graph.Graph {
	m := nb.Must(method.Find(models.Methods(), name))
	mode := nb.Must(m.Mode(modeName))
	s := nb.Protect(net, gdp.EdgeLevel, eps, 1e-5, gdp.Seed(1))
	o := nb.Must(mode.Run(context.Background(), s, nb.Must(method.Set(mode.Config(), settings...)), nil))
	return o.Release.(release.Graph).Graph
}

// %%
func sideBySide() {
	net := communities()
	g := net.Graph
	about := func(name string, g *graph.Graph) string {
		triangles, _ := metric.Triangles(g)
		return fmt.Sprintf("%s: %d edges, %d triangles", name, g.M(), triangles)
	}
	shown := []*figure.Figure{figure.Network(g, figure.NetworkStyle{Title: about("original", g), Groups: net.Labels}).Sized(3.3, 3.2)}
	for _, x := range [][2]string{{"tmf", "strict"}, {"dpdk", "strict"}, {"dgg", "strict"}, {"privskg", "strict"}, {"privgraph", "strict"}, {"privhrg", "strict"}, {"ldpgen", "strict"}, {"der", "strict"}, {"dcsbm", "strict"}, {"tmf", "null"}} {
		h := released(net, x[0], x[1], 8)
		shown = append(shown, figure.Network(h, figure.NetworkStyle{Title: about(x[0]+" "+x[1], h), Groups: net.Labels, Like: g}).Sized(3.3, 3.2))
	}
	nb.Show(figure.Panel("Three communities at ε = 8", 4, shown...))
}

// %% [markdown]
// *tmf*, *dcsbm*, *privhrg* and *der* ask about pairs of nodes, so they keep the communities at this $\varepsilon$. The other methods ask about degrees and counts of the whole graph, and lose them.
// *privgraph* starts its search from random groups of 20 nodes; on this small graph each group mixes all three communities.
//
// ## The fifteen queries of PGB
//
// [pgb.yaml](pgb.yaml) is the study: six of PGB's graphs, its six values of $\varepsilon$, three seeds. This command makes the runs:
//
// ```
// go run ./gdp/cmd/gdp sweep notebooks/30_synthesis/pgb.yaml --folder notebooks/30_synthesis/results
// ```
//
// Nearly all runs are stored beside this notebook. Two sets are missing because they are too large or too slow. *dpdk published* draws 41 times the edges of Facebook at $\varepsilon = 0.1$, so it has runs on
// two graphs only. The Markov chain of *privhrg published* takes minutes, so it has runs on the road network and on Facebook at $\varepsilon = 1$.
//
// The error of a number is relative. For *degrees* and *distances* it is the divergence between two distributions. For *communities* the value is the NMI, where larger is better. The table shows seven queries on Facebook at $\varepsilon = 1$:

// %%

// sets are PGB's graphs, but for two that are made at random and not here.
var sets = []string{"pgb-road-minnesota", "pgb-facebook", "pgb-wiki-vote", "pgb-ca-hepph", "pgb-econ-poli-large", "pgb-p2p-gnutella25"}

// pgb is the study of pgb.yaml.
func pgb() study.Study {
	s := study.Study{
		Methods: []string{"tmf", "dpdk", "dgg", "privskg", "privgraph", "privhrg", "ldpgen", "der", "dcsbm"}, Protocols: []string{trial.GraphQueries}, Data: sets,
		Epsilons: []float64{0.1, 0.5, 1, 2, 5, 10}, Seeds: []uint64{1, 2, 3},
	}
	if nb.Small() {
		s.Epsilons, s.Seeds = []float64{1}, s.Seeds[:1]
	}
	return s
}

// generators are that study on some graphs, as far as it takes minutes.
func generators(names ...string) []study.Study {
	all := pgb()
	all.Data = names
	all.Methods = slices.DeleteFunc(all.Methods, func(name string) bool { return name == "dpdk" || name == "privhrg" })
	studies := []study.Study{all}
	add := func(name string, sets []string, epsilons []float64, modes ...string) {
		s := all
		s.Methods, s.Modes, s.Data = []string{name}, modes, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !slices.Contains(sets, name) })
		if epsilons != nil {
			s.Epsilons = epsilons
		}
		if len(s.Data) > 0 {
			studies = append(studies, s)
		}
	}
	add("dpdk", sets, nil, "strict", "strict-2k", "published-2k", "nonprivate")
	add("dpdk", sets[:2], nil, "published")
	add("privhrg", sets, nil, "strict", "nonprivate", "null")
	add("privhrg", sets[:1], nil, "published")
	add("privhrg", sets[1:2], []float64{1}, "published")
	return studies
}

// trials makes the trials of studies, or reads them where they are kept.
func trials(studies ...study.Study) []trial.Result {
	return nbtrial.Do(nbtrial.Options{Methods: models.Methods(), MadeUp: graph.CollectionOf(communities())}, studies...)
}

// %%
func fifteenQueries() {
	studies := generators(sets[1])
	for i := range studies {
		studies[i].Epsilons = []float64{1}
	}
	shown := []string{trial.QueryEdges, trial.QueryDegrees, trial.QueryTriangles, trial.QueryClustering, trial.QueryMeanDistance, trial.QueryModularity, trial.QueryCommunities}
	t := figure.Table{Caption: "Facebook, ε = 1: mean of three seeds", Header: append([]string{"method", "mode", "ε proved"}, shown...)}
	results := trials(studies...)
	means, seen := trial.Means(results), map[trial.Trial]bool{}
	for _, r := range results {
		x := r.Trial
		if x.Seed = 0; seen[x] || r.Mode == "null" && r.Method != "tmf" {
			continue
		}
		seen[x] = true
		row := []any{r.Method, r.Mode, r.Proved}
		for _, name := range shown {
			row = append(row, fmt.Sprintf("%.3g", means[trial.Cell{Trial: x, Value: name}].Mean))
		}
		t.Rows = append(t.Rows, row)
	}
	nb.Show(t)
}

// %% [markdown]
// ## Utility against $\varepsilon$
//
// The figures show six queries, two graphs and four generators. The board (`docs/board`) has the rest. A filled mark is at the proved $\varepsilon$, an open mark at a claimed one. The dotted lines are *dcsbm nonprivate*,
// which adds no noise, and *tmf null*.

// %%

// drawn are the trials whose curves are drawn.
func drawn(r trial.Result) bool {
	switch r.Mode {
	case "null":
		return r.Method == "tmf"
	case "nonprivate":
		return r.Method == "dcsbm"
	}
	return r.Mode == "strict" && slices.Contains([]string{"tmf", "dgg", "privgraph", "dcsbm"}, r.Method)
}

// %%
func againstEpsilon() {
	for _, name := range sets[1:3] {
		results := slices.DeleteFunc(trials(generators(name)...), func(r trial.Result) bool { return !drawn(r) })
		looks := trial.NewPalette(results, models.Methods()...)
		var panels []*figure.Figure
		for _, value := range []string{trial.QueryCommunities, trial.QueryModularity, trial.QueryClustering, trial.QueryTriangles, trial.QueryMeanDistance, trial.QueryDegrees} {
			panels = append(panels, looks.Frontier(value, trial.GraphQueries, results[0].Data, value, results).Sized(4.8, 2.8))
		}
		nb.Show(figure.Panel(name, 2, panels...))
	}
}

// %% [markdown]
// ## Wins by query
//
// PGB counts the queries in which each generator is best. The first table has the published modes, the second has all modes. A column is one graph and one $\varepsilon$. The number beside a name is its total. Tied modes share the win.
// Where the null wins, the query depends on little more than the number of edges, or $\varepsilon$ is too small for every generator.

// %%

// wins counts for each of some modes, by its name, the queries of a graph at an ε in which its mean is the best.
func wins(results []trial.Result, name string, eps float64, takesPart func(r trial.Result) bool) map[string]float64 {
	p := nb.Must(trial.ProtocolOf(trial.GraphQueries))
	results = slices.DeleteFunc(slices.Clone(results), func(r trial.Result) bool { return r.Data != name || r.Epsilon != eps })
	means, count := trial.Means(results), map[string]float64{}
	for _, query := range trial.QueryNames() {
		best, by := math.NaN(), map[string]bool{}
		for _, r := range results {
			x := r.Trial
			x.Seed = 0
			if !takesPart(r) {
				continue
			}
			switch m := means[trial.Cell{Trial: x, Value: query}].Mean; {
			case math.IsNaN(m):
			case math.IsNaN(best) || p.Value(query).Better.Prefers(m, best):
				best, by = m, map[string]bool{r.Method + " " + r.Mode: true}
			case m == best:
				by[r.Method+" "+r.Mode] = true
			}
		}
		for mode := range by {
			count[mode] += 1 / float64(len(by))
		}
	}
	return count
}

// winners draws wins: a row for each mode with their sum, a column for each graph and ε.
func winners(title string, results []trial.Result, modes []string, takesPart func(r trial.Result) bool) *figure.Figure {
	h := figure.Heat{Title: title}
	var graphs []string
	var epsilons []float64
	for _, r := range results {
		if r.Epsilon > 0 && !slices.Contains(graphs, r.Data) {
			graphs = append(graphs, r.Data)
		}
		if r.Epsilon > 0 && !slices.Contains(epsilons, r.Epsilon) {
			epsilons = append(epsilons, r.Epsilon)
		}
	}
	slices.Sort(epsilons)
	h.Values = make([][]float64, len(modes))
	for _, name := range graphs {
		h.Groups = append(h.Groups, strings.TrimPrefix(name, "pgb-"))
		for _, eps := range epsilons {
			count := wins(results, name, eps, takesPart)
			for i, mode := range modes {
				h.Values[i] = append(h.Values[i], count[mode])
			}
		}
	}
	for _, eps := range epsilons {
		h.Columns = append(h.Columns, fmt.Sprint(eps))
	}
	for i, mode := range modes {
		sum := 0.0
		for _, x := range h.Values[i] {
			sum += x
		}
		h.Rows = append(h.Rows, fmt.Sprintf("%s: %.0f", mode, sum))
	}
	return figure.HeatMap(h)
}

// %%
func whoWins() {
	results := trials(generators(sets...)...)
	var published, everybody []string
	for _, name := range []string{"tmf", "dpdk", "dgg", "privskg", "privgraph", "privhrg", "ldpgen", "der"} {
		published, everybody = append(published, name+" published"), append(everybody, name+" strict")
	}
	published = append(published, "dpdk published-2k")
	everybody = append(everybody, "dpdk strict-2k", "dcsbm strict")
	everybody = append(append(everybody, published...), "tmf null")
	nb.Show(
		winners("Best in how many of fifteen queries: as published", results, published, func(r trial.Result) bool { return r.Mode == "published" || r.Mode == "published-2k" }),
		winners("Best in how many of fifteen queries: everybody", results, everybody, func(r trial.Result) bool {
			return r.Mode == "published" || r.Mode == "published-2k" || r.Mode == "strict" || r.Mode == "strict-2k" || r.Method == "tmf" && r.Mode == "null"
		}),
	)
}

// %% [markdown]
// *dpdk published* takes part on two graphs, *privhrg published* on one and on a second at one $\varepsilon$. In PGB's files neighbours have similar node numbers, so a method that forms blocks by node number would appear to find communities.
// Here nodes of equal degree are in random order.
//
// *published* does not mean private. *dgg published* and *ldpgen published* spend twice their $\varepsilon$. *tmf published*, *privhrg published* and *dpdk published-2k* have no proved guarantee: the filter of TmF, for example, lets through more true edges than
// its noise allows.
//
// ## Faults of public code
//
// The code of PGB and the code of PrivGraph's authors have faults that change the release. Each fault is a mode or a test here.
//
// **DGG**: the code sorts the noisy degrees and then looks them up by node, so a node receives the degree of another node.

// %%

// facebook is PGB's Facebook, or the made-up graph in a small run.
func facebook() *graph.Network {
	if d, err := data.Load("pgb-facebook"); err == nil && !nb.Small() {
		return &d.Network
	}
	return communities()
}

// %%
func degreesOfOthers() {
	net := facebook()
	var panels []*figure.Figure
	for _, mode := range []string{"published", "pgb"} {
		h := released(net, "dgg", mode, 5)
		points := figure.Points{Role: figure.Published}
		if mode == "pgb" {
			points.Role = figure.AsCoded
		}
		for u := int32(0); int(u) < h.N(); u += 10 {
			points.X, points.Y = append(points.X, float64(net.Graph.Degree(u))), append(points.Y, float64(h.Degree(u)))
		}
		panels = append(panels, figure.Scatter(figure.ScatterStyle{Title: "dgg " + mode, XLabel: "degree", YLabel: "degree in the release"}, points).Sized(4.5, 3))
	}
	nb.Show(figure.Panel("Facebook, ε = 5: a tenth of the nodes", 2, panels...))
}

// %% [markdown]
// **DP-1K**: the code adds noise to the number of nodes of each degree and sets negative counts to 0. The noise of the many empty degrees therefore adds nodes. The paper's own algorithm counts all degrees up to $n - 1$ and adds even more.
// *strict* asks for *cumulative* counts (nodes of degree at most $d$), where such noise does not accumulate.
//
// **TmF**: the code exchanges the two cases of its threshold. *published* and *pgb* both draw the false edges after they know which true edges passed.

// %%
func edgesInvented() {
	net := facebook()
	epsilons := []float64{1, 2, 5, 10}
	edges, kept := []figure.Series{}, []figure.Series{}
	for _, mode := range []string{"strict", "published", "pgb"} {
		role := map[string]figure.Role{"strict": figure.Strict, "published": figure.Published, "pgb": figure.AsCoded}[mode]
		a, b := figure.Series{Name: "dpdk " + mode, Role: role}, figure.Series{Name: "tmf " + mode, Role: role}
		for _, eps := range epsilons {
			a.X, a.Y = append(a.X, eps), append(a.Y, float64(released(net, "dpdk", mode, gdp.Epsilon(eps)).M())/float64(net.Graph.M()))
			h, own := released(net, "tmf", mode, gdp.Epsilon(eps)), 0
			for u, v := range h.Edges() {
				if net.Graph.HasEdge(u, v) {
					own++
				}
			}
			b.X, b.Y = append(b.X, eps), append(b.Y, float64(own)/float64(max(h.M(), 1)))
		}
		edges, kept = append(edges, a), append(kept, b)
	}
	style := figure.LinesStyle{Title: "edges drawn for each of the graph", XLabel: "ε", YLabel: "edges", LogX: true, LogY: true, Dots: true, Legend: figure.Beside}
	drawn := figure.Lines(style, edges...).Sized(5, 2.8)
	style.Title, style.YLabel, style.LogY = "share of the drawn edges that the graph has", "share", false
	nb.Show(figure.Panel("Facebook", 2, drawn, figure.Lines(style, kept...).Sized(5, 2.8)))
}

// %% [markdown]
// **PrivGraph**: for an edge between two communities, the code always draws one end from the last community, because it reuses a variable of the previous loop. Here each node starts as a group of its own, so the algorithm finds the communities. In the right-hand matrix,
// the edges between the first two communities have moved to the third.

// %%
func oneCommunityForAll() {
	within := 0.25
	net := nb.Must(gen.SBM([]int{50, 50, 50}, [][]float64{{within, 0.1, 0.004}, {0.1, within, 0.004}, {0.004, 0.004, within}}, rand.New(rand.NewPCG(7, 31))))
	panels := []*figure.Figure{figure.Adjacency("original", net.Graph, net.Labels).Sized(3.5, 3.3)}
	for _, mode := range []string{"published", "author"} {
		panels = append(panels, figure.Adjacency("privgraph "+mode, released(net, "privgraph", mode, 60, "Group=1"), net.Labels).Sized(3.5, 3.3))
	}
	nb.Show(figure.Panel("Three communities at ε = 60", 3, panels...))
}

// %% [markdown]
// **PrivSKG**: the noise of the triangle count needs a *smooth sensitivity*, which is at least the local sensitivity. PGB's code multiplies the local sensitivity by $e^{-\beta}$, which makes it smaller for every $\beta > 0$ (`TestSmooth`). The code also generates 2,048 nodes
// for the 4,039 of Facebook (`TestAllNodesAreThere`), and releases the number of stars without noise. No mode reproduces it.
//
// ## Curves do not show privacy
//
// A mode without a proved guarantee may look best in every panel. An audit shows whether its claim is false: `gdp audit tmf --mode published` finds more than the claimed $\varepsilon$.
