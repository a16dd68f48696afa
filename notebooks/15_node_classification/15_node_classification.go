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
// that most papers leave out: the majority class, and the nodes' **features alone**.
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
// ## Edge level: one noisy vote
//
// The classifier **vote** of this project asks two questions about edges. A classifier of features, which reads a
// node's features and those of the nodes with the most similar ones, gives each node probabilities of classes; a training
// node has its label. First, edges are counted by the likeliest classes of their ends, for a twentieth of $\varepsilon$. Then each edge
// $\{u,w\}$ is one vote for one of its ends, where it tells more by Bayes' rule: for $u$ it is
//
// $$S_u \mathrel{+}= \pm e_i,$$
//
// where $w$'s likeliest class is a side of coordinate $i$ of $u$, whose two likeliest classes are $\pm e_1$, the next two $\pm e_2$, and so on.
// The end, $i$ and the sign are public or follow from the noisy counts, so that an edge moves one number by 1
// ([proof](../../docs/proofs/vote.md#votes)). The noise is two-sided geometric, with $\delta = 0$. From there on nothing reads an edge.
// The distribution of the noise is known, so that votes are not trusted more than they deserve: what they say is an exact likelihood, under
// a model of degrees and of how classes mix that is learned from the same noisy sums. The features' probabilities are the prior
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
	s := nb.Protect(net, gdp.EdgeLevel, 2, 1e-3, gdp.Seed(1))
	r := nb.Run(s, vote.Strict)
	nb.Show(nb.Audited(r, vote.Method, "strict"), s)
}

// %% [markdown]
// ## All of them at edge level
//
// Each line below is a mode of a method, six at most; the board (`docs/board`) has all of them. Training nodes are
// four fifths of all, drawn at random, and $\delta = 10^{-5}$; bars are one standard deviation over
// three seeds, each of which divides the nodes anew and draws other
// noise. A full mark stands at the $\varepsilon$ that is *proved*, an open one of the same
// colour where it is *claimed* and that is another number. Level lines need no budget: **vote null** is a
// logistic regression on features and **gcn null** a graph convolutional network without its
// edges; **nonprivate** are the same with edges and without privacy.
//
// Trials are kept in the folder `results` beside this notebook.

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
// Most published classifiers at edge level score less than a control that never reads an edge, each
// for a reason of its own. Randomised response of all pairs (**dpgcn edge-rand**, **sage**) adds
// more false edges than there are true ones up to $\varepsilon = 4$; LapGraph (**dpgcn published**) keeps few true
// ones; sums of hidden rows (**gap**, **progap**) spread the budget over as many numbers as rows
// are wide, where a vote is one number, and have no prior to fall back on where noise is
// all there is. **vote strict** is above all of them on the three graphs, and no more than 0.004 below its own
// control anywhere. Most of that is the control's: it reads what nodes of similar features have, which is public here. On Cora-ML
// a network makes more of features (**gcn null**, 0.835) than the control's regressions (0.823), and
// votes compensate for that from $\varepsilon = 0.5$ on; on Citeseer it is the other way round (0.743 and 0.753).
//
// What claims less than is proved, or proves nothing, is drawn apart:

// %%
func asClaimed() {
	a := append(axes(edgeProved[:1], small[:2], []float64{0.5, 1, 2, 4, 8}, 1, 2, 3), axes(edgeClaimed, small[:2], []float64{1, 4, 8}, 1, 2, 3)...)
	a = append(a, axes(edgeUnproved, small[:2], []float64{1, 8}, 1, 2, 3)...)
	frontiers("Edge level, and what is claimed", grid(append(a, axes(edgeFree[:1], small[:2], free, 1, 2, 3)...)...))
}

// %% [markdown]
// - **gap** and **progap** count an edge as one arc. In an undirected graph it is two, both of whose
//   ends' sums move: the noise is for $\sqrt2$ of what it has to hide
//   ([proof](../../docs/proofs/aggregate.md#edges)).
// - **eclipse** puts noise on singular values, and uses singular vectors as they are: they say
//   which nodes have edges, so that nothing is proved, and a test tells two graphs apart that
//   differ in one edge.

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
// Here a node's features and label are as private as its edges. The majority class is predicted
// by **dpar null**, which pays $\varepsilon = 1$ to learn which it is. **features** reads no edge at all: *strict* releases the sum of each
// class's features once and makes a classifier of it by Bayes' rule, *dp-sgd* trains on them;
// **mlp strict** trains an MLP as GAP's authors do. **dpar strict** releases the same sums as *strict* of features,
// and reads the edges between test nodes and their features in the clear, which no $\varepsilon$ covers.

// %%
func atNodeLevel() {
	epsilons := []float64{0.5, 1, 2, 4, 8}
	a := axes([]entry{nodeProved[0], nodeProved[1], nodeProved[3]}, small, epsilons, 1, 2, 3)
	a = append(a, axes(nodeProved[2:3], small, []float64{1, 8}, 1, 2, 3)...)
	a = append(a, axes(nodeProved[:1], large, epsilons, 1, 2, 3)...)
	frontiers("Node level, proved", grid(append(a, axes(nodeFree, slices.Concat(small, large), free, 1, 2, 3)...)...))
}

// %% [markdown]
// What the papers claim at node level is not proved by anybody: a node that is gone changes which
// neighbours others keep, its own sum has as many rows as it has neighbours, and a subsample does not divide
// $\varepsilon$. Open marks, at what they claim:

// %%
func claimedAtNodeLevel() {
	a := append(axes(nodeProved[:1], small[:1], []float64{0.5, 1, 2, 4, 8}, 1, 2, 3), axes(nodeUnproved[1:4], small[:1], []float64{1, 8}, 1, 2, 3)...)
	frontiers("Node level, and what is claimed", grid(append(a, axes(nodeFree, small[:1], free, 1, 2, 3)...)...))
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
// ## Attacked as they run
//
// The third number: two graphs that differ in one edge, or in one node, many runs in each,
// and an attacker who guesses which world a release is from. What is guessed right bounds
// $\varepsilon$ from below; a small bound proves nothing, a bound above the proved
// $\varepsilon$ would refute the proof.

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
// ## Who was in the training set?
//
// The attack that most people know: a classifier is surer of the nodes that it learned from.
// An attacker who knows a node's features and class looks at the probability that the
// classifier gives to that class; *AUC* tells training nodes from test nodes, 0.5 by guessing, and
// *found* is the share of the training nodes that are found where one test node in a hundred is taken for one. The first row is the control:
// a network that is trained until it knows its nodes by heart, without privacy, is found out.
// That the others are not is no proof: the attack above, on two neighbouring graphs, is the stronger one.

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
