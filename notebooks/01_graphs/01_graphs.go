// Package graphs is the notebook 01_graphs: the data sets of the papers, what
// their statistics mean, and what a comparison of two graphs can show.
package graphs

// %% [markdown]
// # Graphs, data sets and statistics
//
// Every claim of utility in the papers is a statement about numbers like these:
// the released graph has *about as many triangles*, *about the same degrees*.
// This notebook loads the papers' graphs, defines each statistic, reproduces a
// published row of them to the last printed digit, and shows what a comparison
// can and cannot tell. Nothing here is private.
//
// Real graphs are read from the folder that the environment variable `GDP_DATA`
// names, or from your cache folder; `gdp data list` knows them all and
// `gdp data get NAME` downloads those that have a public address. The cells below leave out
// what is missing, and the first of them says what that is.

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
// All are taken as simple undirected graphs: directions are forgotten, loops and
// repeated edges dropped (and counted by the reader). Papers often count
// otherwise, and some count wrongly: `gdp data info NAME` says where a paper's
// number differs from the file.

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
// The same as pictures: the share of nodes with degree at least $d$, both axes
// logarithmic. A straight line is a power law; the power grid's curve bends down
// far sooner than those of social networks.

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
// $N$ nodes, $m$ edges, $d_v$ the degree of node $v$.
//
// | statistic | definition |
// |---|---|
// | triangles, wedges, claws | $\mathrm{tr}(A^3)/6$; $\sum_v \binom{d_v}{2}$; $\sum_v \binom{d_v}{3}$ |
// | global clustering | $3 \cdot \text{triangles} / \text{wedges}$ |
// | average clustering | the mean over nodes of the share of their pairs of neighbours that are joined; nodes of degree below 2 count 0 |
// | lcc, components | nodes of the largest connected component; number of components |
// | diameter, cpl | the longest and the mean shortest path *within the largest component* |
// | cpl\_all | the mean shortest path over *all* connected pairs, in whatever component |
// | effective diameter | the distance within which 90 % of the connected pairs lie, interpolated |
// | gini | Gini's coefficient of the degrees: 0 when all are equal |
// | rede | relative edge distribution entropy, $-\frac{1}{\ln N}\sum_v \frac{d_v}{2m}\ln\frac{d_v}{2m}$: 1 when all degrees are equal |
// | power-law exponent | fitted to the degrees by maximum likelihood |
// | assortativity | correlation of the degrees at the two ends of an edge |
// | degeneracy | the largest $k$ such that some subgraph has all degrees at least $k$ |
// | modularity, communities | of the partition that Louvain's method finds, from a fixed seed |
//
// Every one is exact, or says with its standard error that it was sampled. For the
// karate club:

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
// A released graph is compared with the original statistic by statistic. Before
// any method is judged that way, look at two graphs that carry *no* information
// about who is joined to whom:
//
// - a **uniform** graph, which knows $N$ and $m$ only;
// - a **configuration model**, which draws among graphs with the original's degrees
//   and knows nothing else. (The loops and repeated edges that it draws are
//   dropped, so that a few degrees fall short.)
//
// These are null controls: a statistic that they get right is no evidence for a method
// that gets it right too.

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
		Caption: fmt.Sprintf("%s and two graphs that do not know its edges", graphs[0].Name),
		Header:  []string{"measure", "original", "uniform", "its error", "same degrees", "its error"},
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
// The uniform graph has the right number of edges, but no hubs, hardly a triangle and
// no communities to speak of. The configuration model has the hubs: wedges, Gini, REDE and the
// degree distances `ks_degree` and `kl_degree` are right or nearly so. Its triangles
// and communities are gone all the same, and its paths are too short. So agreement
// on degrees says nothing about structure, and a table that reports degree
// statistics only cannot tell a good release from this control. The pictures say
// the same:

// %%
func drawWithControls() {
	nb.Show(figure.Compare(context.Background(), "Knowing nothing but N and m, or nothing but degrees", controls(original())...))
}

// %% [markdown]
// ## A published row, to the last digit
//
// Table 1 of the DPGGAN paper gives statistics of its original graphs. They come
// out on every printed digit, but only by the definitions of the authors' code,
// which differ from those above and from the paper's text: their Gini counts ranks
// from 0, which subtracts $2/N$ from the true one; paths are averaged over all
// components; and for IMDB the printed Gini has lost its minus sign.

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
// From a terminal, `gdp stats NAME` prints every statistic of a graph, and
// `gdp compare ORIGINAL RELEASED` the table of two.
