// Package nodes is the notebook 15_node_classification: the private classifiers of nodes on one
// split, beside the controls that most papers leave out.
package nodes

// %% [markdown]
// # Private classifiers of nodes, side by side
//
// Which class does a node belong to, if some nodes' classes are known? A paper that answers
// under differential privacy shows its own method, at the $\varepsilon$ that it counts, and
// others as it runs them. Here all of them have the same graphs, the same division of the
// nodes, the same $\delta$, and three numbers each: $\varepsilon$ **claimed**, **proved** by
// our accountant for what the code does, and **audited**. Two controls stand beside them
// that most papers leave out: the commonest class, and the nodes' **features alone**.
//
// Two questions of privacy are asked, and one says nothing about the other:
//
// | relation | what is hidden | what is public |
// |---|---|---|
// | edge level | whether two nodes have an edge | nodes, features, all labels but those that are tested |
// | node level | a node's features, its label and all its edges | how many ids there are, and what the classes are |
//
// At edge level features cost nothing, so that a classifier that never reads an edge has
// $\varepsilon = 0$: a method that spends a budget has to be better than that. At node level
// everything that is learned is paid for.

// %%
import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/figure"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/models/all"
	"github.com/graphdp/graphdp/models/classification/vote"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/trial"
	"github.com/graphdp/graphdp/notebooks/nb"
	"github.com/graphdp/graphdp/notebooks/nbtrial"
)

// %% [markdown]
// ## Edge level: one noisy vote
//
// The classifier **vote** of this project reads edges once. Every node casts a vote $v_u$: a
// training node for its label, any other for the classes that a classifier of features gives
// it. What is released is the sum of the neighbours' votes
//
// $$S_u = \sum_{w \sim u} v_w + \text{noise}.$$
//
// An edge $\{u,w\}$ adds one vote to two rows, and a vote has norm 1 at most: the sum moves by
// $\sqrt2$ ([proof](../../docs/proofs/vote.md#votes)), whatever the number of features. From
// there on nothing reads an edge. The law of the noise is known, so that votes are not
// trusted more than they deserve: what they say is a likelihood, under a model of degrees and of how classes mix that is
// learned from the same noisy sums, and the features' probabilities are the prior
// (`models/classification/vote/posterior.go`). On a small graph, one run:

// %%

// club is a graph of 400 nodes in three groups with words of their own; most edges stay in a
// group.
func club() *graph.Network {
	r := rand.New(rand.NewPCG(7, 15))
	within, across := 0.03, 0.004
	net := nb.Must(gen.SBM([]int{160, 140, 100}, [][]float64{{within, across, across}, {across, within, across}, {across, across, within}}, r))
	net.Attrs = nb.Must(gen.Words(net.Labels, 3, gen.Vocabulary{Columns: 90, PerNode: 8, OwnShare: 0.5}, r))
	net.Classes = []string{"a", "b", "c"}
	return net
}

// %%
func oneVote() {
	net := club()
	s := nb.Must(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 2, Delta: 1e-3}, gdp.Seed(1)))
	r := nb.Must(vote.Run(context.Background(), s, vote.Strict(), nil))
	nb.Show(r.Guarantee, nb.Must(s.Ledger()))
}

// %% [markdown]
// ## All of them at edge level
//
// Each line below is a mode of a method; `gdp methods` lists the settings. Training nodes are
// four fifths of all, drawn at random, and $\delta = 10^{-5}$; bars are one standard deviation over
// three seeds, each of which divides the nodes anew and draws other noise. A full mark stands at the $\varepsilon$ that is
// *proved*, an open one of the same colour where it is *claimed* and that is another number.
// The level line **vote null** is the classifier of features, and **gcn nonprivate** what a graph
// convolution gets without any privacy.
//
// Trials are kept in the folder `results` beside this notebook.

// %%

// entry is a mode of a method, with settings that differ from the mode's own.
type entry struct{ method, mode, variant string }

// edgeLevel and nodeLevel are what is compared: at ε = 0 those that need no budget.
var (
	edgeLevel = []entry{
		{"vote", "strict", ""},
	}
	edgeFree = []entry{
		{"vote", "null", ""}, {"vote", "nonprivate", ""},
	}
	nodeLevel = []entry{
		{"features", "strict", ""}, {"features", "dp-sgd", ""}, {"dpar", "strict", ""},
	}
	nodeFree = []entry{
		{"dpar", "null", ""}, {"features", "nonprivate", "Epochs=10,Batch=256"},
	}
)

// sets are the graphs: three small ones and two larger ones.
var (
	small = []string{"cora-ml", "citeseer", "dblp"}
	large = []string{"coauthor-cs", "coauthor-phy"}
)

// axes are the trials of some entries.
func axes(entries []entry, sets []string, epsilons []float64, seeds ...uint64) (list []trial.Axes) {
	if nb.Small() {
		epsilons, seeds = epsilons[:1], seeds[:1]
	}
	for _, e := range entries {
		list = append(list, trial.Axes{
			Protocols: []string{trial.Classification}, Methods: []string{e.method}, Modes: []string{e.mode}, Variants: []string{e.variant},
			Data: sets, Epsilons: epsilons, Seeds: seeds,
		})
	}
	return list
}

// with returns entries with one setting more.
func with(entries []entry, setting string) []entry {
	list := slices.Clone(entries)
	for i := range list {
		if list[i].variant != "" {
			list[i].variant += ","
		}
		list[i].variant += setting
	}
	return list
}

// grid makes trials, or reads them where they are kept.
func grid(axes ...trial.Axes) []trial.Result {
	return nbtrial.Grid{Method: vote.Method, Beside: all.Methods(), MadeUp: club, Small: []string{"Epochs=5", "Folds=2"}}.Do(axes...)
}

// frontiers draws a figure for each graph of some results.
func frontiers(title string, results []trial.Result) {
	var names []string
	for _, r := range results {
		if !slices.Contains(names, r.Data) {
			names = append(names, r.Data)
		}
	}
	for _, name := range names {
		nb.Show(trial.Frontier(fmt.Sprintf("%s: %s", name, title), trial.Classification, name, "accuracy", results).Sized(7.5, 3.4))
	}
}

// free are no ε.
var free = []float64{0}

// %%
func atEdgeLevel() {
	epsilons := []float64{0.1, 0.25, 0.5, 1, 2, 4, 8}
	a := axes(edgeLevel, small, epsilons, 1, 2, 3)
	a = append(a, axes(edgeFree, slices.Concat(small, large), free, 1, 2, 3)...)
	a = append(a, axes(edgeLevel[:1], large, epsilons, 1, 2, 3)...)
	frontiers("edge level", grid(a...))
}

// %% [markdown]
// ## Where few labels are known
//
// The same with 5 % of the nodes for training, where features say less and neighbours matter
// more:

// %%
func fewLabels() {
	const share = "Split.Share=0.05"
	epsilons := []float64{0.1, 0.25, 0.5, 1, 2, 4, 8}
	sets := slices.Concat(small, large)
	a := append(axes(with(edgeLevel[:1], share), sets, epsilons, 1, 2, 3), axes(with(edgeFree[:2], share), sets, free, 1, 2, 3)...)
	frontiers("edge level, 5 % of the labels", grid(a...))
}

// %% [markdown]
// ## Node level
//
// Here a node's features and label are as private as its edges. The commonest class is named
// by **dpar null**; **features** reads no edge at all: *strict* releases the sum of each
// class's features once, and *dp-sgd* trains on them.

// %%
func atNodeLevel() {
	epsilons := []float64{0.5, 1, 2, 4, 8}
	a := append(axes(nodeLevel, small, epsilons, 1, 2, 3), axes(nodeFree, slices.Concat(small, large), free, 1, 2, 3)...)
	a = append(a, axes(nodeLevel[:1], large, epsilons, 1, 2, 3)...)
	frontiers("node level", grid(a...))
}

// %% [markdown]
// ## One table
//
// All of it at a budget of $\varepsilon = 1$: what is claimed, what is proved, and the mean
// accuracy. The last column is the relation; rows of different relations
// say nothing about each other.

// %%

// relation is that of a mode.
func relation(e entry) string {
	mode := nb.Must(nb.Must(method.Find(all.Methods(), e.method)).Mode(e.mode))
	if mode.Plain {
		return "none"
	}
	return mode.Relation.String()
}

// %%
func oneTable() {
	sets := slices.Concat(small, large)
	var a []trial.Axes
	for _, list := range [][]entry{edgeLevel, nodeLevel} {
		a = append(a, axes(list, small, []float64{1}, 1, 2, 3)...)
		a = append(a, axes(list[:1], large, []float64{1}, 1, 2, 3)...)
	}
	for _, list := range [][]entry{edgeFree, nodeFree} {
		a = append(a, axes(list, sets, free, 1, 2, 3)...)
	}
	results := grid(a...)
	if nb.Small() {
		sets = []string{"made up"}
	}
	means := trial.Means(results)
	t := figure.Table{Caption: "Accuracy at ε = 1, δ = 10⁻⁵, four fifths of the labels", Header: append([]string{"method", "mode", "claimed", "proved"}, sets...)}
	t.Header = append(t.Header, "relation")
	var done []entry
	for _, r := range results {
		e := entry{r.Method, r.Mode, r.Variant}
		if slices.Contains(done, e) {
			continue
		}
		done = append(done, e)
		row := []any{r.Method, r.Mode, r.Claimed, r.Proved}
		for _, name := range sets {
			text := trial.Mean{}.String()
			for c, m := range means {
				if c.Method == e.method && c.Mode == e.mode && c.Variant == e.variant && c.Data == name && c.Value == "accuracy" {
					text = m.String()
				}
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, append(row, relation(e)))
	}
	nb.Show(t)
}

// %% [markdown]
// ## Attacked as they run
//
// The third number: two worlds that differ in one edge, or in one node, many runs in each,
// and an attacker who guesses which world a release is from. What is guessed right bounds
// $\varepsilon$ from below; a small bound proves nothing, a bound above the proved
// $\varepsilon$ would refute the proof.

// %%
func attacks() {
	trials := 400
	if nb.Small() {
		trials = 40
	}
	t := figure.Table{Caption: "Three epsilons, at δ = 10⁻⁵ and confidence 0.95", Header: []string{"method", "mode", "claimed", "proved", "audited", "at most", "relation"}}
	for _, e := range []entry{edgeLevel[0], nodeLevel[0]} {
		m := nb.Must(method.Find(all.Methods(), e.method))
		bar := nb.Progress(e.method+" "+e.mode, trials)
		found := nb.Must(method.Audit{
			Method: m.Name, Mode: nb.Must(m.Mode(e.mode)), Attack: nb.Must(m.Attacked()), Budget: gdp.Budget{Epsilon: 2, Delta: 1e-5},
			Trials: trials, Gaussian: true, Progress: func(int, int) { bar.Step(1) },
		}.Run(context.Background()))
		bar.Done()
		t.Rows = append(t.Rows, []any{e.method, e.mode, float64(found.Guarantee.Claimed), float64(found.Guarantee.Proved),
			fmt.Sprintf("≥ %.3f", float64(found.Bound.Epsilon)), float64(found.Most), relation(e)})
	}
	nb.Show(t)
}

// %% [markdown]
// ## Who was in the training set?
//
// The attack that most people know: a classifier is surer of the nodes that it learned from.
// An attacker who knows a node's features and class looks at the probability that the
// classifier gives to that class; *AUC* tells training nodes from test nodes, 0.5 by guessing, and
// *found* is the share of the training nodes that are found where one test node in a hundred is taken for one. The first row is the control:
// a network that is trained until it knows its nodes by heart, without privacy, is found out.
// That the others are not is no proof: the attack above, in two worlds, is the stronger one.

// %%
func membership() {
	var a []trial.Axes
	for _, x := range []struct {
		entries  []entry
		epsilons []float64
	}{
		{[]entry{{"features", "nonprivate", "Epochs=200"}}, free}, {[]entry{{"features", "dp-sgd", ""}, {"features", "strict", ""}, {"dpar", "strict", ""}}, []float64{8, 1}},
	} {
		a = append(a, axes(x.entries, small[:1], x.epsilons, 1, 2, 3)...)
	}
	for i := range a {
		a[i].Protocols = []string{trial.TrainingMembership}
	}
	results := grid(a...)
	means := trial.Means(results)
	t := figure.Table{Caption: "Membership inference on Cora-ML", Header: []string{"method", "mode", "ε proved", "AUC", "found"}}
	done := map[trial.Trial]bool{}
	for _, r := range results {
		c := r.Trial
		c.Seed = 0
		if done[c] {
			continue
		}
		done[c] = true
		t.Rows = append(t.Rows, []any{r.Method, r.Mode, r.Proved, means[trial.Cell{Trial: c, Value: "attack AUC"}].String(), means[trial.Cell{Trial: c, Value: "found at 1 %"}].String()})
	}
	nb.Show(t)
}
