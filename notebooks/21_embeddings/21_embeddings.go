// Package embeddings is the notebook 21_embeddings: the vectors that people use, and what of them can
// be had under differential privacy.
package embeddings

// %% [markdown]
// # Embeddings of nodes, side by side
//
// An embedding has a row of numbers for each node of a graph, and nodes whose rows are alike are to be alike in the graph.
// Those who want one ask first for DeepWalk, node2vec or spectral vectors. None of them protects anybody. Here these stand beside private ones of the
// literature, each as published and as far as it is proved, by three measures that ask for different things:
//
// | measure | what is asked of the rows | protocol |
// |---|---|---|
// | **AUC** | do products of rows tell a tenth of the edges, which were hidden, from pairs without an edge? 0.5 is chance | `link prediction` |
// | **NMI** | are clusters of the rows' directions (k-means) the communities that Louvain's method finds on the graph? 0 is chance, about | `communities` |
// | **StrucEqu** | are rows as far apart as rows of the adjacency matrix are? 0 is chance | `StrucEqu` |
//
// | method | what it is | what is protected |
// |---|---|---|
// | [walks](../../docs/benchmarks/embeddings.md) | *deepwalk*, *node2vec*, *netmf*, *spectral*: what people use | nothing |
// | [seprivgemb](../../docs/papers/seprivgemb.md) | *strict*: noisy degrees, pairs of a core and counts of the rest | an edge, proved |
// | | *biased-skip-gram*: skip-gram with a bias for each node's degree, and noise on every row | an edge, proved |
// | | *control*: noisy degrees in random directions | an edge, proved |
// | | *published*: skip-gram with noise where the batch was | a node, as it says; nothing is proved |
// | | *null*: random rows | nothing is read |
// | [dpppr](../../docs/papers/dpppr.md) | *strict*: PageRank from every node, with noise for all rows together | an edge, proved |
// | | *published*: rows that each show their own node's edges | an edge, as it says; nothing is proved of all rows |
// | [gapemb](../../docs/papers/gap.md) | *strict*: five noisy sums of neighbours' rows | an edge, proved |
// | | *published*: two, and an edge counted once | an edge; what is proved is some 1.5 times what it says |
// | [dpne](../../docs/papers/dpne.md) | *published*: two factors of the adjacency matrix under a perturbed objective, as far as the paper is known | an edge, as it says; nothing is proved |
// | | *nonprivate*: the same without noise | nothing |
//
// [Notebook 11](../11_seprivgemb/11_seprivgemb.ipynb) is about SE-PrivGEmb alone, and says why *published* has a high StrucEqu.

// %%
import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/graphdp/graphdp/notebooks/nb"
	"github.com/graphdp/graphdp/notebooks/nbtrial"
)

// %% [markdown]
// ## Communities in the plane
//
// Nodes of the five largest communities of Facebook, up to 60 of each, by the first two principal components of their rows' directions; colours
// are Louvain's communities of the original graph, which no private method saw. (So these pictures are not releases.) *published* and *null* are of *seprivgemb*.

// %%

// directions are the directions of the rows that a mode gives, by seed 1.
func directions(net *graph.Network, name, modeName string, eps gdp.Epsilon) *embed.Matrix {
	m := nb.Must(method.Find(models.Methods(), name))
	mode := nb.Must(m.Mode(modeName))
	config, o := mode.Config(), method.Outcome{}
	if nb.Small() {
		config = nb.Must(method.SetKnown(config, m.Small...))
	}
	if mode.Plain {
		o = nb.Must(mode.RunPlain(context.Background(), net, config, 1, nil))
	} else {
		s := nb.Must(gdp.Protect(net, mode.Relations()[0], gdp.Budget{Epsilon: eps, Delta: 1e-5}, gdp.Seed(1)))
		o = nb.Must(mode.Run(context.Background(), s, config, nil))
	}
	return o.Release.(release.Embedding).Unit()
}

// %%

// groups are nodes of the largest communities.
func groups(g *graph.Graph) (list [][]int32) {
	community, _, err := metric.Louvain(g, rand.New(rand.NewPCG(8, 8)))
	nb.Check(err)
	list = make([][]int32, slices.Max(community)+1)
	for u, c := range community {
		list[c] = append(list[c], int32(u))
	}
	slices.SortStableFunc(list, func(a, b []int32) int { return cmp.Compare(len(b), len(a)) })
	list = list[:min(5, len(list))]
	for i, nodes := range list {
		rand.New(rand.NewPCG(8, 9)).Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
		list[i] = nodes[:min(60, len(nodes))]
	}
	return list
}

// %%
func inThePlane() {
	net := nb.Graph("pgb-facebook")
	coloured := groups(net.Graph.Undirected())
	var panels []*figure.Figure
	for _, x := range []struct {
		title, method, mode string
		eps                 gdp.Epsilon
	}{
		{"deepwalk", "walks", "deepwalk", 0},
		{"spectral", "walks", "spectral", 0},
		{"seprivgemb strict, ε = 2", "seprivgemb", "strict", 2},
		{"gapemb strict, ε = 2", "gapemb", "strict", 2},
		{"published, budget of 3.5", "seprivgemb", "published", 3.5},
		{"null", "seprivgemb", "null", 1},
	} {
		panels = append(panels, nb.Must(seprivgemb.PlaneFigure(x.title, directions(net, x.method, x.mode, x.eps), coloured...)).Sized(3.2, 2.7))
	}
	nb.Show(figure.Panel("Five communities of Facebook", 3, panels...))
}

// %% [markdown]
// ## All of them
//
// Means of three seeds with their standard errors, and of ten of *strict* modes, *control* and *biased-skip-gram*. `gdp results notebooks/21_embeddings/results notebooks/11_seprivgemb/results` has every $\varepsilon$. Trials are kept in the folder `results` beside this notebook, and
// those of *seprivgemb* beside notebook 11. They are made by
//
// ```
// go run ./gdp/cmd/gdp sweep --methods walks --modes deepwalk,node2vec,netmf,spectral --data musae-chameleon,pgb-facebook \
//   --protocols 'link prediction,communities,StrucEqu' --seeds 1-3 --folder notebooks/21_embeddings/results
// go run ./gdp/cmd/gdp sweep --methods dpppr,gapemb --modes published --data musae-chameleon,pgb-facebook \
//   --protocols 'link prediction,communities,StrucEqu' --epsilons 0.5,1,2,3.5 --seeds 1-3 --folder notebooks/21_embeddings/results
// go run ./gdp/cmd/gdp sweep --methods dpppr,gapemb --modes strict --data musae-chameleon,pgb-facebook,pgb-wiki-vote,seprivgemb-ppi,seprivgemb-power,seprivgemb-blogcatalog,seprivgemb-arxiv \
//   --protocols 'link prediction,communities,StrucEqu' --epsilons 0.5,1,2,3.5 --seeds 1-10 --folder notebooks/21_embeddings/results
// go run ./gdp/cmd/gdp sweep --methods seprivgemb --modes biased-skip-gram --data musae-chameleon,pgb-facebook,pgb-wiki-vote,seprivgemb-ppi,seprivgemb-power,seprivgemb-blogcatalog,seprivgemb-arxiv \
//   --protocols 'link prediction,communities,StrucEqu' --epsilons 0.5,1,2,3.5 --seeds 1-10 --folder notebooks/21_embeddings/results
// go run ./gdp/cmd/gdp sweep --methods dpne --modes published,nonprivate --data musae-chameleon,pgb-facebook \
//   --protocols 'link prediction,communities,StrucEqu' --epsilons 0.5,1,2,3.5 --seeds 1-3 --folder notebooks/21_embeddings/results
// ```

// %%

// What is compared: graphs, budgets, measures with their protocols.
var (
	sets     = []string{"musae-chameleon", "pgb-facebook"}
	others   = []string{"pgb-wiki-vote", "seprivgemb-ppi", "seprivgemb-power", "seprivgemb-blogcatalog"}
	budgets  = []float64{.5, 1, 2, 3.5}
	measures = [][2]string{{trial.LinkPrediction, "AUC"}, {"communities", "NMI"}, {"StrucEqu", "StrucEqu"}}
)

// %%

// asked are the trials of some modes of a method.
func asked(data []string, seeds int, x ...string) study.Study {
	s := study.Study{Methods: x[:1], Modes: x[1:], Data: data, Epsilons: budgets, Seeds: study.Seeds(seeds)}
	for _, m := range measures {
		s.Protocols = append(s.Protocols, m[0])
	}
	if nb.Small() {
		s.Epsilons, s.Seeds = []float64{2}, study.Seeds(2)
	}
	if x[1] == "null" {
		s.Epsilons = []float64{0}
	}
	return s
}

func done(list ...study.Study) []trial.Result {
	return nbtrial.Do(nbtrial.Options{Methods: models.Methods(), MadeUp: data.Karate().Graphs(), Small: []string{"Walks=1", "Length=10", "Dim=16", "Batch=16"}}, list...)
}

// %%

// results are the trials of all embeddings, in the order of the tables.
func results() []trial.Result {
	var list []study.Study
	for _, x := range []struct {
		seeds int
		modes []string
	}{
		{3, []string{"walks", "deepwalk", "node2vec", "netmf", "spectral"}}, {10, []string{"seprivgemb", "strict", "control", "biased-skip-gram"}}, {3, []string{"seprivgemb", "published"}},
		{10, []string{"dpppr", "strict"}}, {3, []string{"dpppr", "published"}}, {10, []string{"gapemb", "strict"}}, {3, []string{"gapemb", "published"}},
		{3, []string{"dpne", "published", "nonprivate"}}, {3, []string{"seprivgemb", "null"}},
	} {
		list = append(list, asked(sets, x.seeds, x.modes...))
	}
	return done(list...)
}

// %%

// proved are the trials of what is proved, on other graphs.
func proved() []trial.Result {
	var list []study.Study
	for _, x := range []struct {
		seeds int
		modes []string
	}{{10, []string{"seprivgemb", "strict", "control", "biased-skip-gram"}}, {10, []string{"dpppr", "strict"}}, {10, []string{"gapemb", "strict"}}} {
		list = append(list, asked(others, x.seeds, x.modes...))
		hundreds := asked([]string{"seprivgemb-arxiv"}, x.seeds, x.modes...) // of communities, which make k-means long
		hundreds.Protocols = slices.DeleteFunc(hundreds.Protocols, func(p string) bool { return p == "communities" })
		list = append(list, hundreds)
	}
	return done(list...)
}

// %%

// graphs are the data of the results.
func graphs() []string {
	if nb.Small() {
		return []string{"made up"}
	}
	return sets
}

// standardError is the standard error of a mean.
func standardError(m trial.Mean) float64 { return m.SD / math.Sqrt(float64(m.Runs)) }

// %%
func allOfThem() {
	const shown = 2.0
	t := figure.Table{Caption: "ε = 2: means with standard errors", Header: []string{"method", "mode", "ε proved"}}
	for _, data := range graphs() {
		for _, m := range measures {
			t.Header = append(t.Header, data+" "+m[1])
		}
	}
	results := results()
	means, rows := trial.Means(results), map[[2]string]int{}
	for _, r := range results {
		of, x := [2]string{r.Method, r.Mode}, r.Trial
		if x.Seed = 0; r.Seed != 1 || r.Epsilon != 0 && r.Epsilon != shown {
			continue
		}
		if _, ok := rows[of]; !ok {
			rows[of] = len(t.Rows)
			t.Rows = append(t.Rows, append([]any{r.Method, r.Mode, r.Proved}, make([]any, len(t.Header)-3)...))
		}
		for _, m := range measures {
			if r.Protocol == m[0] {
				y := means[trial.Cell{Trial: x, Value: m[1]}]
				t.Rows[rows[of]][slices.Index(t.Header, r.Data+" "+m[1])] = fmt.Sprintf("%.3f ± %.3f", y.Mean, standardError(y))
			}
		}
	}
	nb.Show(t)
}

// %% [markdown]
// ## Against $\varepsilon$
//
// First what is proved, at the $\varepsilon$ that is proved. Then the modes as published: an open mark stands at an $\varepsilon$ that is claimed and not proved. Level lines are DeepWalk and random rows. Bars are
// standard deviations. SE-PrivGEmb's 200 updates (2000 for links) claim less than each of these budgets, or all of it, so some of its marks coincide.

// %%
func againstEpsilon() {
	all := results()
	looks := trial.NewPalette(all, models.Methods()...)
	draw := func(title string, drawn func(r trial.Result) bool) {
		kept := slices.DeleteFunc(slices.Clone(all), func(r trial.Result) bool {
			return !drawn(r) && !(r.Mode == "deepwalk" || r.Method == "seprivgemb" && r.Mode == "null")
		})
		var panels []*figure.Figure
		for _, m := range measures[:2] {
			for _, data := range graphs() {
				panels = append(panels, looks.Frontier(data, m[0], data, m[1], kept).Sized(4.8, 2.8))
			}
		}
		nb.Show(figure.Panel(title, 2, panels...))
	}
	draw("Proved: hidden links and communities", func(r trial.Result) bool { return r.Mode == "strict" || r.Mode == "biased-skip-gram" })
	draw("As published: hidden links and communities", func(r trial.Result) bool { return r.Mode == "published" })
}

// %% [markdown]
// ## Who is above *seprivgemb strict*
//
// Every private mode whose mean is above that of *seprivgemb strict* by more than two standard errors of the difference, at the same budget, and by more than 0.005. Where the $\varepsilon$ that is proved is
// larger than the budget, the comparison is not at equal privacy. On graphs but the two above only what is proved was tried, and communities of Arxiv were not: they are hundreds.

// %%
func whoIsAbove() {
	results := results()
	if !nb.Small() {
		results = append(results, proved()...)
	}
	means := trial.Means(results)
	t := figure.Table{Caption: "Above seprivgemb strict by more than two standard errors", Header: []string{"graph", "measure", "budget", "who", "ε proved", "has", "strict has", "standard errors"}}
	for _, m := range measures {
		for _, r := range results {
			x := r.Trial
			x.Seed = 0
			strict := x
			strict.Method, strict.Mode = "seprivgemb", "strict"
			a, b := means[trial.Cell{Trial: x, Value: m[1]}], means[trial.Cell{Trial: strict, Value: m[1]}]
			apart := (a.Mean - b.Mean) / math.Hypot(standardError(a), standardError(b))
			if r.Protocol == m[0] && r.Seed == 1 && r.Epsilon > 0 && apart > 2 && a.Mean > b.Mean+.005 {
				t.Rows = append(t.Rows, []any{r.Data, m[1], r.Epsilon, r.Method + " " + r.Mode, r.Proved, a.Mean, b.Mean, math.Round(apart)})
			}
		}
	}
	nb.Show(t)
}

// %% [markdown]
// *seprivgemb strict* has most of the best cells, and not all: the table lists those of others. The [tournament](../../docs/tournament.md) compares all proved modes on generated graphs too.
// What degrees lose is little: *biased-skip-gram* has 0.71 of StrucEqu at most on Chameleon and Facebook, and *strict* 0.94 or more.
//
// What the rows of *dpppr published* show of a node's own edges is not paid for. Nothing is proved of *dpne published*.
// *dpppr strict* is above it at small $\varepsilon$ too, by less than 0.02, which is next to nothing: random rows have 0.02 on Chameleon and 0.01 on Facebook.
//
// ## Which score
//
// AUC is of scalar products of rows. That is a choice, and not a small one: of DeepWalk's rows on BlogCatalog products have 0.638 and cosines 0.397, less than a coin, and on Chameleon
// cosines have more, 0.946 for 0.908 (`docs/benchmarks/embeddings.sh 1 deepwalk blogcatalog` and `docs/benchmarks/embeddings.sh 2 deepwalk`; [the table](../../docs/benchmarks/embeddings.md)).
// A skip-gram fits the product of one end's row and the other's row *as a context*; by that DeepWalk ranks Chameleon's hidden links with 0.98.
//
// ## What to take away
//
// - DeepWalk, node2vec and NetMF hold communities. An edge-level budget leaves a part of them, which grows with $\varepsilon$.
// - Hidden links cost less: products of private rows come near to those of DeepWalk.
// - StrucEqu does not ask for what people use embeddings for: no embedding without privacy here has more than 0.04, and noisy degrees in random directions have 0.94 or more.
// - Published rows of SE-PrivGEmb are level with random ones in links and communities; their 0.69 and 0.76 of StrucEqu are the places of their noise ([notebook 11](../11_seprivgemb/11_seprivgemb.ipynb)).
// - A curve above all others may be one of which nothing is proved. What an attack finds of each: `gdp audit dpppr --mode published`, and the [board](../../docs/board/index.html).
