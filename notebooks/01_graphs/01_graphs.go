// Package graphs is the notebook 01_graphs: the data sets of the papers, their statistics, and what
// a comparison of two graphs can show.
package graphs

// %% [markdown]
// # Graphs, data sets and statistics
//
// Papers judge a released graph by its statistics: it has *about as many triangles*, or *about the same degrees*, as the original. This notebook loads the
// papers' graphs, defines each statistic, and reproduces a published row to the last printed digit. Then it shows what a comparison of two graphs can and
// cannot tell. Nothing here is private.
//
// Real graphs are read from the folder named by the environment variable `GDP_DATA`, or from your cache folder. `gdp data list` lists all of them, and
// `gdp data get NAME` downloads those with a public address. The cells below skip missing graphs, and the first cell says which ones are missing.

// %%
import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %%

// papers names the graphs of the papers that the cells below use.
func papers() []string {
	if nb.Small() {
		return []string{"karate", "us-states", "privdpr-cora", "seprivgemb-power"}
	}
	return []string{"karate", "us-states", "privdpr-cora", "privdpr-citeseer", "privdpr-p2p", "privdpr-chicago",
		"musae-chameleon", "seprivgemb-ppi", "seprivgemb-power", "seprivgemb-arxiv", "seprivgemb-blogcatalog",
		"pgb-facebook", "pgb-ca-hepph", "privgraph-enron", "cora", "citeseer", "cora-ml", "dblp",
		"coauthor-cs", "coauthor-phy"}
}

// %% [markdown]
// ## The data sets at a glance
//
// All graphs are simple and undirected. The reader drops directions, loops and repeated edges, and counts what it drops. Papers often count in other ways, and
// some count wrongly: `gdp data info NAME` says where a paper's number differs from the file.

// %%
func atAGlance() {
	table := figure.Table{Header: []string{"graph", "nodes", "edges", "mean degree", "largest", "triangles", "clustering", "largest component, %"}}
	for _, d := range nb.Load(papers()...) {
		g := d.Graph
		largest := 0
		for u := range int32(g.N()) {
			largest = max(largest, g.Degree(u))
		}
		triangles, _ := metric.Triangles(g)
		components := g.Components()
		lcc := components.Sizes[components.Largest()]
		table.Rows = append(table.Rows, []any{d.Entry.Name, g.N(), g.M(), 2 * float64(g.M()) / float64(g.N()), largest,
			triangles, 3 * float64(triangles) / metric.Wedges(g), 100 * float64(lcc) / float64(g.N())})
	}
	nb.Show(table)
}

// %% [markdown]
// The figure shows the share of nodes with degree at least $d$. Both axes are logarithmic. A straight line is a power law. The curve of the power grid bends
// down much sooner than those of social networks.

// %%
func degreesOfEach() {
	var small []*figure.Figure
	for _, d := range nb.Load(papers()...) {
		small = append(small, figure.Degrees(d.Entry.Name, figure.Named{Graph: d.Graph}).Sized(2.4, 1.9))
	}
	nb.Show(figure.Panel("Degrees", 4, small...))
}

// %% [markdown]
// ## What each statistic means
//
// $N$ is the number of nodes, $m$ the number of edges, $d_v$ the degree of node $v$.
//
// | statistic | definition |
// |---|---|
// | triangles, wedges, claws | $\mathrm{tr}(A^3)/6$; $\sum_v \binom{d_v}{2}$; $\sum_v \binom{d_v}{3}$ |
// | global clustering | $3 \cdot \text{triangles} / \text{wedges}$ |
// | average clustering | mean over nodes of the share of neighbour pairs that are joined; 0 for degrees below 2 |
// | lcc, components | number of nodes in the largest connected component; number of components |
// | diameter, cpl | longest and mean shortest path *in the largest component* |
// | cpl\_all | mean shortest path over *all* connected pairs, in any component |
// | effective diameter | distance that covers 90 % of the connected pairs, interpolated |
// | gini | Gini coefficient of the degrees: 0 if all are equal |
// | rede | relative edge distribution entropy, $-\frac{1}{\ln N}\sum_v \frac{d_v}{2m}\ln\frac{d_v}{2m}$: 1 if all degrees are equal |
// | power-law exponent | maximum-likelihood fit to the degrees |
// | assortativity | correlation of the degrees at the two ends of an edge |
// | degeneracy | largest $k$ such that some subgraph has all degrees at least $k$ |
// | modularity, communities | of the partition by Louvain's method, from a fixed seed |
//
// Each value is exact, or comes with a standard error if it was sampled. For the karate club:

// %%
func statisticsOfTheClub() {
	stats := nb.Must(metric.All(context.Background(), data.Karate().Graph, metric.Default()))
	table := figure.Table{Caption: "Zachary's karate club", Header: []string{"statistic", "value"}}
	for _, v := range stats.Values() {
		table.Rows = append(table.Rows, []any{v.Name, v.X})
	}
	nb.Show(table)
}

// %% [markdown]
// ## What a comparison can show
//
// Papers compare a released graph with the original, statistic by statistic. Before you judge a method this way, look at two graphs with *no* information about
// who is joined to whom:
//
// - a **uniform** graph, generated from $N$ and $m$ only;
// - a **configuration model**, sampled among graphs with the original's degrees. (Its loops and repeated edges are dropped, so a few degrees are too small.)
//
// These are **null controls**. If a null control gets a statistic right, that statistic is no evidence for a method.

// %%

// controls makes the two null controls of a graph: neither knows its edges.
func controls(original *data.Dataset) []figure.Named {
	g := original.Graph
	rng := rand.New(rand.NewPCG(1, 1))
	uniform := nb.Must(gen.GNM(g.N(), g.M(), rng))
	sameDegrees, _, err := gen.Configuration(g.Degrees(), rng)
	nb.Check(err)
	return []figure.Named{
		{Name: original.Entry.Name, Graph: g},
		{Name: "uniform", Graph: uniform, Role: figure.Null},
		{Name: "same degrees", Graph: sameDegrees, Role: figure.Null},
	}
}

// original is the graph to compare with: a network of citations, or the club
// where there is none.
func original() *data.Dataset {
	return append(nb.Load("privdpr-cora"), data.Karate())[0]
}

// %%
func compareWithControls() {
	graphs := controls(original())
	table := figure.Table{
		Caption: fmt.Sprintf("%s and two null controls", graphs[0].Name),
		Header:  []string{"measure", "original", "uniform", "error", "same degrees", "error"},
	}
	uniform := nb.Must(metric.Compare(context.Background(), graphs[0].Graph, graphs[1].Graph, metric.Default()))
	sameDegrees := nb.Must(metric.Compare(context.Background(), graphs[0].Graph, graphs[2].Graph, metric.Default()))
	for i, u := range uniform.Rows {
		s := sameDegrees.Rows[i]
		table.Rows = append(table.Rows, []any{u.Metric, u.Original, u.Released, u.Error, s.Released, s.Error})
	}
	nb.Show(table)
}

// %% [markdown]
// The uniform graph has the right number of edges, but no hubs, almost no triangles and no clear communities. The configuration model has the hubs: wedges,
// Gini, REDE and the degree distances `ks_degree` and `kl_degree` are right or nearly right. But it loses the triangles and communities, and its paths are too
// short.
//
// So agreement on degrees says nothing about structure. A table of degree statistics cannot tell a good release from this control. The figures show the same:

// %%
func drawWithControls() {
	nb.Show(figure.Compare(context.Background(), "Null controls: only N and m, or only degrees", controls(original())...))
}

// %% [markdown]
// ## A published row, to the last digit
//
// Table 1 of the DPGGAN paper gives statistics of the original graphs. We reproduce every printed digit, but only with the definitions in the authors' code.
// They differ from the definitions above and from the paper's text. Their Gini counts ranks from 0, which subtracts $2/N$ from the true value. They average
// paths over all components. And the printed Gini for IMDB has lost its minus sign.

// %%
func dpgganOriginalRows() {
	printed := map[string][]any{
		"dpggan-dblp": {"107.5", "59.90", "3.6943", "0.3248", "0.9385"},
		"imdb-multi":  {"13.001", "305.9", "1.2275", "0.1222", "0.9894"},
	}
	table := figure.Table{
		Caption: "DPGGAN, Table 1, rows “Original”",
		Header:  []string{"data set", "graphs", "", "LCC", "TC", "CPL", "GINI", "REDE"},
	}
	for _, d := range nb.Load("dpggan-dblp", "imdb-multi") {
		row := nb.Must(metric.DPGGANTable(context.Background(), d.Collection))
		n := len(d.Collection.Graphs)
		table.Rows = append(table.Rows,
			append([]any{d.Entry.Name, n, "paper"}, printed[d.Entry.Name]...),
			[]any{"", "", "ours", fmt.Sprintf("%.4f", row.LCC), fmt.Sprintf("%.3f", row.TC),
				fmt.Sprintf("%.5f", row.CPL), fmt.Sprintf("%.5f", row.GINI), fmt.Sprintf("%.5f", row.REDE)})
	}
	nb.Show(table)
}

// %% [markdown]
// On the command line, `gdp stats NAME` prints every statistic of a graph, and `gdp compare ORIGINAL RELEASED` compares two graphs.
