// Package nodes is the notebook 15_node_classification: the private classifiers of nodes on one
// split, beside the controls that most papers leave out.
package nodes

// %% [markdown]
// # Private node classifiers compared
//
// Node classification predicts the classes of nodes from the known classes of others. Papers compare their own method, at an $\varepsilon$ of their own accounting, with their own runs of others.
// Here all methods have the same graphs, the same splits and the same $\delta$. Each has three values of $\varepsilon$: **claimed** by the paper, **proved** by our accountant for the code that ran, and **audited** by an attack.
// Two controls are included that most papers leave out: the majority class, and the nodes' **features alone**.
//
// There are two privacy relations. A guarantee for one says nothing about the other.
//
// | relation | what is hidden | what is public |
// |---|---|---|
// | edge level | whether two nodes have an edge | nodes, features, labels of training nodes |
// | node level | a node's features, its label and all its edges | the number of nodes, the list of classes |
//
// At edge level features are free: a classifier that reads no edge has $\varepsilon = 0$. A method that spends a budget must be better than this control. At node level everything the model learns costs privacy.

// %%
import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/classification/vote"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/graphdp/graphdp/notebooks/nb"
	"github.com/graphdp/graphdp/notebooks/nbtrial"
)

// %% [markdown]
// ## Edge level: one noisy vote per edge
//
// The classifier **vote** of this project makes two private queries. A public classifier first gives each node class probabilities, from its own features and those of the nodes with the most similar features; a training node has its label.
// The first query counts edges by the likeliest classes of their ends, with 5 % of $\varepsilon$. In the second, each edge $\{u,w\}$ casts one vote for one of its ends, where the vote is more informative by Bayes' rule. For $u$ it is
//
// $$S_u \mathrel{+}= \pm e_i.$$
//
// The two likeliest classes of $u$ are $\pm e_1$, the next two $\pm e_2$, and so on; the likeliest class of $w$ decides $i$ and the sign. The end, $i$ and the sign are public or follow from the noisy counts, so one edge changes one number by 1
// ([proof](../../docs/proofs/vote.md#votes)). The noise is two-sided geometric, with $\delta = 0$. The rest reads no edge.
// Since the noise distribution is known, the likelihood of the noisy votes is exact. It uses a model of degrees and of class mixing, fitted to the same noisy sums; the feature classifier is the prior
// (`models/classification/vote/posterior.go`). One run on a small graph:

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
	s := nb.Protect(net, gdp.EdgeLevel, 2, 1e-3, gdp.Seed(1))
	r := nb.Run(s, vote.Strict)
	nb.Show(nb.Audited(r, vote.Method, "strict"), s)
}

// %% [markdown]
// ## All methods at edge level
//
// Each panel shows at most six modes; the board (`docs/board`) has all of them. 80 % of the nodes are training nodes, drawn at random, and $\delta = 10^{-5}$. Bars are one standard deviation over three seeds, each with a new split and new noise.
// A filled mark is at the *proved* $\varepsilon$, an open mark of the same colour at a different *claimed* one. Dotted lines need no budget: **vote null** is logistic regression on features, **gcn null** a graph convolutional network without edges,
// and **nonprivate** the same models with edges and without privacy.
//
// The runs are stored in `results` beside this notebook.

// %%

// entry is a mode of a method, with settings that differ from the mode's own.
type entry struct{ method, mode, variant string }

// What is compared at edge level. Of edgeProved the ε is proved as it is claimed; edgeClaimed
// claim less than is proved, or prove nothing.
var (
	edgeProved = []entry{
		{"vote", "strict", ""}, {"gap", "strict", ""}, {"progap", "strict", ""}, {"lpgnet", "published", ""}, {"dpgcn", "published", ""},
	}
	edgeClaimed  = []entry{{"gap", "published", ""}, {"progap", "published", ""}}
	edgeUnproved = []entry{{"eclipse", "published", ""}}
	edgeFree     = []entry{{"vote", "null", ""}, {"gcn", "null", ""}, {"vote", "nonprivate", ""}, {"gcn", "nonprivate-tuned", ""}}
)

// The same at node level.
var (
	nodeProved = []entry{
		{"features", "strict", ""}, {"features", "dp-sgd", ""}, {"mlp", "strict", ""}, {"dpar", "strict", ""},
	}
	nodeUnproved = []entry{
		{"features", "published", ""}, {"dpar", "published", ""}, {"gap", "published-ndp", ""}, {"progap", "published-ndp", ""}, {"dpgnn", "published", ""},
	}
	nodeFree = []entry{{"dpar", "null", ""}, {"features", "nonprivate", "Epochs=10,Batch=256"}}
)

// sets are the graphs: three small ones and two larger ones.
var (
	small = []string{"cora-ml", "citeseer", "dblp"}
	large = []string{"coauthor-cs", "coauthor-phy"}
)

// axes are the trials of some entries.
func axes(entries []entry, sets []string, epsilons []float64, seeds ...uint64) (list []study.Study) {
	if nb.Small() {
		entries, epsilons, seeds = entries[:1], epsilons[:1], seeds[:1]
	}
	for _, e := range entries {
		list = append(list, study.Study{
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
func grid(studies ...study.Study) []trial.Result {
	return nbtrial.Do(nbtrial.Options{
		Methods: models.Methods(), MadeUp: graph.CollectionOf(club()), Small: []string{"Epochs=5", "EncoderEpochs=5", "Folds=2", "Steps=10"},
	}, studies...)
}

// frontiers draws a panel for each graph of some results.
func frontiers(title string, results []trial.Result) {
	var names []string
	for _, r := range results {
		if !slices.Contains(names, r.Data) {
			names = append(names, r.Data)
		}
	}
	var panels []*figure.Figure
	width := 4.4
	if len(names) == 1 {
		width = 8
	}
	looks := trial.NewPalette(results, models.Methods()...)
	for _, name := range names {
		panels = append(panels, looks.Frontier(name, trial.Classification, name, "accuracy", results).Sized(width, 2.8))
	}
	nb.Show(figure.Panel(title, 2, panels...))
}

// free are no ε.
var free = []float64{0}

// %%
func atEdgeLevel() {
	epsilons := []float64{0.1, 0.25, 0.5, 1, 2, 4, 8}
	a := append(axes(edgeProved[:1], small, epsilons, 1, 2, 3), axes([]entry{edgeProved[1], edgeProved[3], edgeProved[4]}, small, []float64{1, 4, 8}, 1, 2, 3)...)
	frontiers("Edge level, proved as claimed", grid(append(a, axes([]entry{edgeFree[0], edgeFree[3]}, small, free, 1, 2, 3)...)...))
}

// %% [markdown]
// Most published edge-level classifiers are less accurate than a control that reads no edge. The reasons differ:
//
// - Randomised response on all pairs (**dpgcn edge-rand**, **sage**) adds more false edges than there are true ones up to $\varepsilon = 4$.
// - LapGraph (**dpgcn published**) keeps few true edges.
// - Sums of hidden rows (**gap**, **progap**) spread the budget over the width of a row, where a vote is one number. They also have no prior to fall back on.
//
// **vote strict** is best on the three graphs, and nowhere more than 0.004 below its own control. Most of its accuracy comes from the control, which uses features of similar nodes; these are public here.
// On Cora-ML a network makes better use of features (**gcn null**, 0.835) than the control's regressions (0.823); the votes compensate for this from $\varepsilon = 0.5$ on. On CiteSeer it is the other way round (0.743 and 0.753).
//
// The next figure shows modes that claim less than is proved, or have no proof:

// %%
func asClaimed() {
	a := append(axes(edgeProved[:1], small[:2], []float64{0.5, 1, 2, 4, 8}, 1, 2, 3), axes(edgeClaimed, small[:2], []float64{1, 4, 8}, 1, 2, 3)...)
	a = append(a, axes(edgeUnproved, small[:2], []float64{1, 8}, 1, 2, 3)...)
	frontiers("Edge level, and what is claimed", grid(append(a, axes(edgeFree[:1], small[:2], free, 1, 2, 3)...)...))
}

// %% [markdown]
// - **gap** and **progap** count an undirected edge as one arc. It is two arcs, and the sums of both ends change, so the noise is too small by a factor of $\sqrt2$
//   ([proof](../../docs/proofs/aggregate.md#edges)).
// - **eclipse** adds noise to singular values and releases singular vectors without noise. They reveal which nodes have edges, so nothing can be proved; a test distinguishes two graphs
//   that differ in one edge.

// %% [markdown]
// ## Few labels
//
// With 5 % of the nodes for training, features are less informative and neighbours matter more:

// %%
func fewLabels() {
	const share = "Split.Share=0.05"
	epsilons := []float64{0.1, 0.25, 0.5, 1, 2, 4, 8}
	sets := slices.Concat(small, large)
	a := append(axes(with(edgeProved[:1], share), small, epsilons, 1, 2, 3), axes(with(edgeProved[:1], share), large, []float64{0.1, 1, 8}, 1, 2, 3)...)
	a = append(a, axes(with([]entry{edgeFree[0], edgeFree[2]}, share), sets, free, 1, 2, 3)...)
	frontiers("Edge level, 5 % of the labels", grid(a...))
}

// %% [markdown]
// ## The larger graphs

// %%
func largeGraphs() {
	a := append(axes(edgeProved[:1], large, []float64{0.1, 1, 8}, 1, 2, 3), axes([]entry{edgeFree[0], edgeFree[2]}, large, free, 1, 2, 3)...)
	frontiers("Edge level", grid(a...))
}

// %% [markdown]
// ## Node level
//
// Here a node's features and label are as private as its edges. **dpar null** predicts the majority class, and pays $\varepsilon = 1$ to learn it. **features** reads no edge: *strict* releases the sum of features of each
// class once and builds a classifier by Bayes' rule; *dp-sgd* trains a model on features. **mlp strict** trains an MLP as GAP's authors do. **dpar strict** releases the same sums as *features strict*.
// It also reads the test nodes' features and the edges between test nodes without noise, and $\varepsilon$ does not cover these.

// %%
func atNodeLevel() {
	epsilons := []float64{0.5, 1, 2, 4, 8}
	a := axes([]entry{nodeProved[0], nodeProved[1], nodeProved[3]}, small, epsilons, 1, 2, 3)
	a = append(a, axes(nodeProved[2:3], small, []float64{1, 8}, 1, 2, 3)...)
	a = append(a, axes(nodeProved[:1], large, epsilons, 1, 2, 3)...)
	frontiers("Node level, proved", grid(append(a, axes(nodeFree, slices.Concat(small, large), free, 1, 2, 3)...)...))
}

// %% [markdown]
// The papers' node-level claims have no valid proof. Removing a node changes which neighbours other nodes keep, its own sum has as many terms as it has neighbours, and subsampling does not simply
// divide $\varepsilon$. Open marks are at the claimed $\varepsilon$:

// %%
func claimedAtNodeLevel() {
	a := append(axes(nodeProved[:1], small[:1], []float64{0.5, 1, 2, 4, 8}, 1, 2, 3), axes(nodeUnproved[1:4], small[:1], []float64{1, 8}, 1, 2, 3)...)
	frontiers("Node level, and what is claimed", grid(append(a, axes(nodeFree, small[:1], free, 1, 2, 3)...)...))
}

// %% [markdown]
// ## All methods at a budget of 1
//
// The table gives claimed and proved $\varepsilon$ and the mean accuracy (standard deviation in brackets). Rows of different relations are not comparable.

// %%

// relation is that of a mode.
func relation(e entry) string {
	mode := nb.Must(nb.Must(method.Find(models.Methods(), e.method)).Mode(e.mode))
	if mode.Plain {
		return "none"
	}
	return mode.Relation.String()
}

// %%
func oneTable() {
	sets, one := slices.Concat(small, large), []float64{1}
	a := append(axes(edgeProved[:1], sets, one, 1, 2, 3), axes(slices.Concat(edgeProved[1:], edgeClaimed[:1]), small, one, 1, 2, 3)...)
	a = append(a, axes(slices.Concat(edgeClaimed[1:], edgeUnproved), small[:2], one, 1, 2, 3)...)
	a = append(a, axes([]entry{edgeFree[0], edgeFree[2]}, sets, free, 1, 2, 3)...)
	a = append(a, axes([]entry{edgeFree[1], edgeFree[3]}, small, free, 1, 2, 3)...)
	a = append(a, axes(nodeProved[:1], sets, one, 1, 2, 3)...)
	a = append(a, axes([]entry{nodeProved[1], nodeProved[3]}, small, one, 1, 2, 3)...)
	a = append(a, axes(nodeProved[2:3], small, one, 1, 2, 3)...)
	a = append(a, axes(nodeUnproved, small[:1], one, 1, 2, 3)...)
	a = append(a, axes(nodeFree, sets, free, 1, 2, 3)...)
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
// ## Audits
//
// For the third $\varepsilon$ we run a mode many times on two neighbouring graphs, and an attacker guesses the graph from the release. Correct guesses give a lower bound on $\varepsilon$. A small bound proves nothing. A bound above
// the proved $\varepsilon$ would refute the proof.

// %%
func attacks() {
	trials := 2000
	if nb.Small() {
		trials = 40
	}
	t := figure.Table{Caption: "Three epsilons, at δ = 10⁻⁵ and confidence 0.95", Header: []string{"method", "mode", "claimed", "proved", "audited", "at most", "relation"}}
	for _, e := range []entry{edgeProved[0], {"dpgcn", "edge-rand", ""}, nodeProved[0]} {
		m := nb.Must(method.Find(models.Methods(), e.method))
		mode := nb.Must(m.Mode(e.mode))
		bar := nb.Progress(e.method+" "+e.mode, trials)
		found := nb.Must(method.Audit{
			Method: m.Name, Mode: mode, Attack: nb.Must(m.Attacked(mode)), Budget: gdp.Budget{Epsilon: 4, Delta: 1e-5},
			Trials: trials, Progress: func(int, int) { bar.Step(1) },
		}.Run(context.Background()))
		bar.Done()
		t.Rows = append(t.Rows, []any{e.method, e.mode, float64(found.Guarantee.Claimed), float64(found.Guarantee.Proved),
			fmt.Sprint(found.Guarantee.Audited), float64(found.Most), relation(e)})
	}
	nb.Show(t)
}

// %% [markdown]
// ## Membership inference
//
// A classifier is more confident about nodes it was trained on. The attacker knows a node's features and class, and uses the probability that the classifier gives to that class. *AUC* measures how well this separates training nodes from test nodes; chance is 0.5.
// *found* is the true positive rate at a false positive rate of 1 %. The first row is the control: a network trained without privacy until it memorises its nodes. The attack succeeds there.
// It fails elsewhere, but this is no proof: the audit on two neighbouring graphs is the stronger attack.

// %%
func membership() {
	var a []study.Study
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
