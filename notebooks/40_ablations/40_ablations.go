// Package ablations is the notebook 40_ablations: what each setting of a private method does to
// its utility and to its ε.
package ablations

// %% [markdown]
// # Ablations: what each setting does
//
// A private training has a dozen settings. Some are paid for in $\varepsilon$, some in noise,
// some in nothing; and which is which is not always what one would guess. Here each of them
// is turned while the others stand still, with the two ends of the scale in every figure:
// the same classifier without privacy, and one that saw nothing.
//
// The method is DP-SGD on the nodes' features (`features`, mode `dp-sgd`): it has all of the usual settings
// and no graph to blame. In each step, every training node joins with probability $q$; each of those that joined has
// its gradient shortened to norm $C$; the sum gets Gaussian noise:
//
// $$\tilde g_t = \frac{1}{qn}\Big(\sum_{v \in B_t} g_v \min\big(1, \tfrac{C}{\lVert g_v\rVert}\big) + \mathcal N(0, \sigma^2 C^2 I)\Big), \qquad t = 1 \dots T.$$
//
// Of these, **$q$, $\sigma$ and $T$ alone make $\varepsilon$**. The clip $C$ and the width of the
// network do not appear in it. They are not free, though: they set how much of $\tilde g_t$
// is noise.

// %%
import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/best"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
	"github.com/graphdp/graphdp/notebooks/nb"
	"github.com/graphdp/graphdp/notebooks/nbtrial"
)

// %% [markdown]
// ## What makes ε: rate, noise and steps
//
// No data are needed for this: the accountant reads $q$, $\sigma$ and $T$. On the left, what $T$ steps
// with noise $\sigma = 1$ cost. On the right, the other way round: the noise
// that keeps 30 passes over the data within $\varepsilon$, **for each record of the batch**,
// $\sigma/(qn)$: that is what the mean gradient gets. A larger batch needs more noise for its
// sum, and yet gets less for each record of it.

// %%

// records is how many nodes of Cora-ML are learned from.
const records = 2396

// step is one step of DP-SGD on samples of a rate.
func step(rate, multiplier float64, steps int) accounting.Event {
	return accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: rate, Event: accounting.Gaussian{NoiseMultiplier: multiplier}}, Count: steps}
}

// %%
func whatMakesEpsilon() {
	a := nb.Must(best.New(accounting.AddRemove))
	var spent, noise []figure.Series
	for _, rate := range []float64{0.01, 0.03, 0.1, 0.3} {
		s := figure.Series{Name: fmt.Sprintf("q = %g", rate)}
		for _, steps := range []int{1, 3, 10, 30, 100, 300, 1000} {
			s.X, s.Y = append(s.X, float64(steps)), append(s.Y, float64(nb.Must(a.Epsilon(step(rate, 1, steps), 1e-5))))
		}
		spent = append(spent, s)
	}
	const passes = 30
	for _, eps := range []accounting.Epsilon{8, 2, 1} {
		s := figure.Series{Name: fmt.Sprintf("ε = %g", float64(eps))}
		for _, batch := range []float64{16, 64, 256, 1024} {
			rate := batch / records
			sigma := nb.Must(accounting.CalibrateNoise(a, accounting.Budget{Epsilon: eps, Delta: 1e-5}, func(m float64) accounting.Event { return step(rate, m, int(passes/rate)) }))
			s.X, s.Y = append(s.X, batch), append(s.Y, sigma/batch)
		}
		noise = append(noise, s)
	}
	nb.Show(figure.Panel("What the accountant reads", 2,
		figure.Lines(figure.LinesStyle{Title: "σ = 1", XLabel: "steps", YLabel: "ε at δ = 10⁻⁵", LogX: true, LogY: true, Dots: true, Legend: figure.Beside}, spent...).Sized(5, 3),
		figure.Lines(figure.LinesStyle{Title: "30 passes over 2,396 records", XLabel: "records in a batch, qn", YLabel: "noise of each, σ/(qn)", LogX: true, LogY: true, Dots: true, Legend: figure.Beside}, noise...).Sized(5, 3)))
}

// %% [markdown]
// ## What utility makes of it
//
// Every point below is a training on Cora-ML at a *proved* $\varepsilon$ of 1 or 8 for a whole
// node, mean and standard deviation of three seeds: the accountant sets the noise for whatever the other settings are, so that
// all points of a line have the same guarantee. Level lines are the same network
// without privacy, and untrained, which is below the majority class (0.28 of the nodes).
//
// One thing that no figure of this kind says: **who picks the best point of a line has
// looked at the private data once more**, and no $\varepsilon$ counts that. Settings have
// to come from elsewhere: from theory, from public graphs, or from a part of the budget.

// %%

// club is a graph of 300 nodes in three groups with words of their own, for a small run.
func club() *graph.Network {
	r := rand.New(rand.NewPCG(7, 40))
	within, across := 0.04, 0.005
	net := nb.Must(gen.SBM([]int{120, 100, 80}, [][]float64{{within, across, across}, {across, within, across}, {across, across, within}}, r))
	net.Attrs = nb.Must(gen.Words(net.Labels, 3, gen.Vocabulary{Columns: 60, PerNode: 8, OwnShare: 0.5}, r))
	net.Classes = []string{"a", "b", "c"}
	return net
}

// budgets are those of all figures.
var budgets = []float64{8, 1}

// axes are trials of a mode.
func axes(method, mode string, variants []string, epsilons ...float64) study.Study {
	seeds := []uint64{1, 2, 3}
	if nb.Small() {
		seeds = seeds[:1]
	}
	return study.Study{
		Protocols: []string{trial.Classification}, Methods: []string{method}, Modes: []string{mode}, Variants: variants,
		Data: []string{"cora-ml"}, Epsilons: epsilons, Seeds: seeds,
	}
}

// ends are the two ends of the scale.
func ends() []study.Study {
	return []study.Study{axes("features", "nonprivate", []string{"Epochs=20"}, 0), axes("features", "null", nil, 0)}
}

// grid makes trials, or reads them where they are kept.
func grid(studies ...study.Study) []trial.Result {
	return nbtrial.Do(nbtrial.Options{
		Methods: models.Methods(), MadeUp: graph.CollectionOf(club()), Small: []string{"Epochs=3", "EncoderEpochs=3", "Folds=2"},
	}, studies...)
}

// ablation draws accuracy against the values of a setting.
func ablation(title, setting, label string, values ...string) {
	if nb.Small() {
		values = values[:2]
	}
	var variants []string
	for _, v := range values {
		variants = append(variants, setting+"="+v)
	}
	means := trial.Means(grid(append(ends(), axes("features", "dp-sgd", variants, budgets...))...))
	at := func(mode string, eps float64, begins string) trial.Mean {
		for c, m := range means {
			if c.Mode == mode && c.Epsilon == eps && c.Value == "accuracy" && (begins == "" || begins == c.Variant || len(c.Variant) > len(begins) && c.Variant[:len(begins)+1] == begins+",") {
				return m
			}
		}
		return trial.Mean{}
	}
	var series []figure.Series
	add := func(name string, role figure.Role, mean func(variant string) trial.Mean) {
		s := figure.Series{Name: name, Role: role}
		for i, v := range values {
			m := mean(variants[i])
			if m.Runs < 2 {
				m.SD = 0
			}
			s.X, s.Y, s.Spread = append(s.X, nb.Must(strconv.ParseFloat(v, 64))), append(s.Y, m.Mean), append(s.Spread, m.SD)
		}
		series = append(series, s)
	}
	add("nonprivate", figure.NonPrivate, func(string) trial.Mean { return at("nonprivate", 0, "") })
	for _, eps := range budgets {
		add(fmt.Sprintf("ε = %g", eps), figure.Other, func(v string) trial.Mean { return at("dp-sgd", eps, v) })
	}
	add("null", figure.Null, func(string) trial.Mean { return at("null", 0, "") })
	nb.Show(figure.Lines(figure.LinesStyle{Title: title, XLabel: label, YLabel: "accuracy", LogX: true, Dots: true, Legend: figure.Beside}, series...))
}

// %% [markdown]
// ### Clip
//
// $\varepsilon$ does not know $C$, because the noise grows with it. A small clip turns every
// gradient into its direction, which costs nothing here: from 0.1 to 1 accuracy is the same. Beyond that it falls:
// the noise grows with the clip, whatever the gradients are.

// %%
func clip() {
	ablation("The clip", "Clip", "clip C", "0.1", "0.3", "1", "3", "10")
}

// %% [markdown]
// ### Batch and rate
//
// The rate $q$ is the batch over the number of nodes that are learned from. Thirty passes over the data, whatever the batch: a larger one means fewer steps
// with less noise for each record, as above. At $\varepsilon = 8$ the best is 512 of 2,396, far from the 32 that one takes
// without privacy; beyond it there are too few steps.

// %%
func batch() {
	ablation("The batch, at 30 passes", "Batch", "records in a batch, qn", "32", "64", "256", "512", "1024")
}

// %% [markdown]
// ### Steps
//
// Each pass over the data is paid for: the more of them, the more noise in each. One pass has not learned
// yet, and a hundred are worse than ten at $\varepsilon = 8$.

// %%
func steps() {
	ablation("Passes over the data, at a batch of 256", "Epochs", "passes", "1", "3", "10", "30", "100")
}

// %% [markdown]
// ### Width
//
// The noise falls on every weight, so that its norm grows with the root of their number, while
// gradients stay within $C$. One often reads that private networks have to be narrow. Here it makes no
// difference: from 16 to 128 units accuracy is the same within what seeds do, and 4 are too few.

// %%
func width() {
	ablation("The width of the hidden layer", "Hidden", "hidden units", "4", "16", "32", "64", "128")
}

// %% [markdown]
// ### Learning rate
//
// Not a setting of privacy, and yet the one that matters most: a factor of ten either way loses
// half of the accuracy at $\varepsilon = 8$, as it does when $\varepsilon$ falls to 1.

// %%
func rate() {
	ablation("The learning rate", "Rate", "learning rate", "0.002", "0.005", "0.02", "0.05", "0.2")
}

// %% [markdown]
// ## Where the noise is put
//
// The same question, *which class is a node of*, with noise in five places. At node level
// (left): in every **gradient** (`features dp-sgd`), or once in the **sums of each class**
// (`features strict`), from which the classifier follows by Bayes' rule. At edge level (right): in the
// **edges** before anything is learned (`dpgcn`), in the **sums of hidden rows** (`gap`), or in the
// **sums of votes** (`vote`), which are the smallest thing that answers the question.
//
// What is asked for once, and is small, takes the least noise. At node level sums of classes are better than gradients by 0.2 at
// $\varepsilon = 1$, and reach with 2 what gradients reach with 8. At edge level votes are above the
// control that reads no edge (**vote null**) at every $\varepsilon$, sums of hidden rows only at 8, and noisy edges nowhere.

// %%
func placement() {
	node := append(ends(), axes("features", "dp-sgd", nil, 0.5, 1, 2, 4, 8), axes("features", "strict", nil, 0.5, 1, 2, 4, 8))
	edge := []study.Study{
		axes("vote", "strict", nil, 1, 4, 8), axes("gap", "strict", nil, 1, 4, 8), axes("dpgcn", "published", nil, 1, 4, 8),
		axes("vote", "null", nil, 0), axes("vote", "nonprivate", nil, 0),
	}
	ofNodes, ofEdges := grid(node...), grid(edge...)
	looks := trial.NewPalette(append(ofNodes, ofEdges...), models.Methods()...)
	for i, results := range [][]trial.Result{ofNodes, ofEdges} {
		nb.Show(looks.Frontier([]string{"Node level", "Edge level"}[i], trial.Classification, results[0].Data, "accuracy", results).Sized(7.5, 3.2))
	}
}

// %% [markdown]
// ## One release at each ε
//
// What a budget means is best seen on one thing. Below is a release of `privdpr strict`, a
// graph drawn from a noisy degree distribution, at node level: move the slider. Its noise is drawn anew
// at each $\varepsilon$, as every release does; the picture holds all of
// them, so that it moves without a kernel.

// %%

// town is a graph with a few hubs and many nodes of small degree.
func town() *graph.Network {
	return &graph.Network{Graph: nb.Must(gen.BarabasiAlbert(2000, 3, rand.New(rand.NewPCG(4, 40))))}
}

// ofDegreeAtLeast counts the nodes of each degree and more.
func ofDegreeAtLeast(name string, role figure.Role, g *graph.Graph) figure.Series {
	s := figure.Series{Name: name, Role: role}
	degrees := g.Degrees()
	for d := 1; d <= 256; d *= 2 {
		n := 0
		for _, x := range degrees {
			if int(x) >= d {
				n++
			}
		}
		if n > 0 { // the axis is logarithmic
			s.X, s.Y = append(s.X, float64(d)), append(s.Y, float64(n))
		}
	}
	return s
}

// %%
func slider() {
	net := town()
	var frames []figure.Frame
	for _, eps := range []float64{0.1, 0.2, 0.5, 1, 2, 4, 8, 16} {
		s := nb.Protect(net, gdp.NodeLevel, gdp.Epsilon(eps), 1e-5, gdp.Seed(3))
		r := nb.Run(s, privdpr.Strict)
		frames = append(frames, figure.Frame{At: fmt.Sprint(eps), Figure: figure.Lines(figure.LinesStyle{
			Title: fmt.Sprintf("Nodes of at least a degree, at ε = %g", eps), XLabel: "degree", YLabel: "nodes", LogX: true, LogY: true, YRange: [2]float64{1, 2000}, Dots: true, Legend: figure.TopRight,
		}, ofDegreeAtLeast("original", figure.Other, net.Graph), ofDegreeAtLeast("released", figure.Strict, r.Graph))})
	}
	nb.Show(nb.Must(figure.NewSlider("ε", 3, frames...)))
}

// %% [markdown]
// ## What to take away
//
// - What makes $\varepsilon$ are rate, noise and steps. All else is free in $\varepsilon$, and not in utility.
// - Settings that are good without privacy are not those that are good with it: it takes larger batches, and fewer passes.
// - The width hardly matters, nor does a clip that is too small; one that is too large does, and so does the learning rate.
//   Where the noise is put matters most.
// - These curves are drawn with test nodes in view. Whoever tunes on private data has to pay for that, or to
//   tune elsewhere; no $\varepsilon$ in this notebook counts it.
