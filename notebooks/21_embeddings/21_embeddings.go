// Package embeddings is the notebook 21_embeddings: the vectors that people use, and what of them can
// be had under differential privacy.
package embeddings

// %% [markdown]
// # Node embeddings compared
//
// An embedding gives each node a vector, its *row*. Similar nodes should have similar rows. DeepWalk, node2vec and spectral embeddings are the usual choices; none of them is private.
// This notebook compares them with private embeddings, each as published and in its proved variant, by three measures:
//
// | measure | question | protocol |
// |---|---|---|
// | **AUC** | Do scalar products of rows separate hidden edges (a tenth of all) from pairs without an edge? Chance is 0.5. | `link prediction` |
// | **NMI** | Do $k$-means clusters of the normalised rows agree with the graph's Louvain communities? Chance is about 0. | `communities` |
// | **StrucEqu** | Do distances between rows agree with distances between rows of the adjacency matrix? Chance is 0. | `StrucEqu` |
//
// | method | mode | privacy |
// |---|---|---|
// | [walks](../../docs/benchmarks/embeddings.md) | *deepwalk*, *node2vec*, *netmf*, *spectral* | none |
// | [seprivgemb](../../docs/papers/seprivgemb.md) | *strict*: noisy degrees, pairs of a core, and counts of the rest | edge level, proved |
// | | *biased-skip-gram*: skip-gram with a bias for each node's degree, and noise on every row | edge level, proved |
// | | *control*: noisy degrees in random directions | edge level, proved |
// | | *published*: skip-gram with noise on the rows of the batch only | node level, claimed; no proof |
// | | *null*: random rows | reads nothing |
// | [dpppr](../../docs/papers/dpppr.md) | *strict*: PageRank from every node, with noise for all rows together | edge level, proved |
// | | *published*: each row shows its own node's edges | edge level, claimed; no proof for all rows together |
// | [gapemb](../../docs/papers/gap.md) | *strict*: five noisy sums of neighbours' rows | edge level, proved |
// | | *published*: two sums; counts an edge once, not twice | edge level; the proved $\varepsilon$ is about 1.5 times the claim |
// | [dpne](../../docs/papers/dpne.md) | *published*: two factors of the adjacency matrix, by objective perturbation, as far as the paper's description goes | edge level, claimed; no proof |
// | | *nonprivate*: the same without noise | none |
//
// [Notebook 11](../11_seprivgemb/11_seprivgemb.ipynb) covers SE-PrivGEmb alone and explains the high StrucEqu of *published*.

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
// ## Communities in two dimensions
//
// The panels show up to 60 nodes of each of the five largest communities of Facebook, by the first two principal components of the normalised rows. Colours are Louvain communities of the original graph.
// No private method reads these colours, so the pictures are not releases. *published* and *null* belong to *seprivgemb*.

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
// ## All modes
//
// The table has means and standard errors: ten seeds for *strict*, *control* and *biased-skip-gram*, three for the others. `gdp results notebooks/21_embeddings/results notebooks/11_seprivgemb/results` prints every $\varepsilon$. The runs are stored in `results` beside this notebook;
// those of *seprivgemb* are beside notebook 11. These commands make them:
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
// ## Utility against $\varepsilon$
//
// The first figure has the proved modes, at their proved $\varepsilon$. The second has the published modes: an open mark is at a claimed $\varepsilon$ without a proof. The dotted lines are DeepWalk and random rows. Bars are
// standard deviations. The 200 updates of SE-PrivGEmb (2,000 for links) claim the same small $\varepsilon$ at several budgets, so some of its marks coincide.

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
// ## Where another mode beats *seprivgemb strict*
//
// The table lists every private mode with a mean above that of *seprivgemb strict* at the same budget, by more than two standard errors of the difference and more than 0.005. Where the proved $\varepsilon$ exceeds the budget,
// the comparison is not at equal privacy. Five more graphs have runs of proved modes only. Arxiv has hundreds of communities, so its NMI is left out.

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
// *seprivgemb strict* is best in most cells; the table lists the exceptions. The [tournament](../../docs/tournament.md) compares all proved modes on generated graphs as well.
// Noisy degrees explain StrucEqu: on Chameleon and Facebook *biased-skip-gram* reaches 0.71 at most, *strict* at least 0.90.
//
// *dpppr published* does not pay for what each row reveals about its own node's edges. *dpne published* has no proof.
// At small $\varepsilon$ the NMI of *dpppr strict* exceeds that of *strict* by less than 0.02, which is close to chance: random rows have 0.02 on Chameleon and 0.01 on Facebook.
//
// ## The choice of a score
//
// The AUC uses scalar products of rows. This choice matters. On BlogCatalog, DeepWalk has 0.638 by products and 0.397 by cosines, which is below chance. On Chameleon, cosines are better: 0.946 against 0.908
// (`docs/benchmarks/embeddings.sh 1 deepwalk blogcatalog` and `docs/benchmarks/embeddings.sh 2 deepwalk`; [the table](../../docs/benchmarks/embeddings.md)).
// Skip-gram training fits the product of one node's row and the other node's *context* row. By that score DeepWalk reaches 0.98 on the hidden links of Chameleon.
//
// ## Summary
//
// - DeepWalk, node2vec and NetMF find communities. Under an edge-level budget a part of this remains, and it grows with $\varepsilon$.
// - Link prediction costs less privacy: private rows come close to DeepWalk.
// - StrucEqu does not measure what embeddings are used for. No non-private embedding of the first group exceeds 0.04 here; noisy degrees in random directions have 0.94 or more.
// - Published rows of SE-PrivGEmb are no better than random rows for links and communities. Their StrucEqu of 0.69 and 0.76 comes from the position of the noise ([notebook 11](../11_seprivgemb/11_seprivgemb.ipynb)).
// - The best curve may belong to a mode without a proof. `gdp audit dpppr --mode published` and the [board](../../docs/board/index.html) show what an attack finds.
