// Package tour is the notebook 00_tour: a private release, its three values of ε, the original and
// the controls, and a network on every backend.
package tour

// %% [markdown]
// # graphdp: graphs under differential privacy
//
// A social network, a web of citations, a record of who called whom: such graphs are worth studying, and publishing them can hurt the people in them.
// **Differential privacy** is a guarantee about a randomised method $M$. For every two **neighbouring graphs** $G$ and $G'$, which differ in what one person
// contributed, and every set $S$ of possible releases,
//
// $$\Pr[M(G) \in S] \;\le\; e^{\varepsilon}\, \Pr[M(G') \in S] + \delta .$$
//
// So a release reveals almost nothing that it would not reveal without that person. The parameters $\varepsilon$ and $\delta$ measure "almost": smaller is more
// private.
//
// Many published methods claim such a guarantee for graphs, and some of the claims are wrong. graphdp runs the methods and reports three values for each
// result:
//
// | $\varepsilon$ | |
// |---|---|
// | **claimed** | from the paper's own arithmetic |
// | **proved** | derived by our accountant from the added noise; $\infty$, with the reason, if nothing can be proved |
// | **audited** | a lower bound from attacks on the running code |
//
// This tour takes a minute and checks that everything runs on your machine. Run a cell with Shift+Enter. Each cell is a Go program: its statements follow a
// line `%%`, and no cell sees another's values ([cells and their rules](../cells.md)).

// %%
import (
	"context"
	"slices"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/synthesis/dgg"
	"github.com/graphdp/graphdp/notebooks/nb"
	"github.com/graphdp/graphdp/notebooks/nbnet"
)

// %% [markdown]
// ## A private release
//
// In the 1970s the anthropologist Wayne Zachary studied a karate club. Its 34 members had 78 friendships. Then the instructor (member 0) and the officer
// (member 33) fell out, and the club split. Here the club is private. A **session** protects each friendship with the budget $\varepsilon = 2$. The method
// `dgg` generates a synthetic graph from noisy degrees and a noisy triangle count. The session's **ledger** lists what was spent.
//
// (`gdp.Seed` makes the noise repeatable for this page. A real session has no seed, and keeps a journal.)

// %%
func release() {
	club := nb.Graph("karate")
	s := nb.Protect(club, gdp.EdgeLevel, 2, 1e-5, gdp.Seed(1))
	r := nb.Run(s, dgg.Strict)
	nb.Show(nb.Audited(r, dgg.Method, "strict"), s, figure.Degrees("Degrees", figure.Pair(club.Graph, r.Graph)...))
}

// %% [markdown]
// The figure shows the original and the synthetic graph. The nodes of the synthetic graph are not the members: only the statistics are alike.

// %%
func originalAndRelease() {
	club := nb.Graph("karate")
	style := figure.NetworkStyle{Title: "original, by side of the split", Groups: club.Labels, Names: club.Classes, Marked: []int32{0, 33}, Ids: true}
	r := nb.Run(nb.Protect(club, gdp.EdgeLevel, 2, 1e-5, gdp.Seed(1)), dgg.Strict)
	nb.Show(figure.Panel("", 2, figure.Network(club.Graph, style).Sized(4.2, 3.6),
		figure.Network(r.Graph, figure.NetworkStyle{Title: "synthetic"}).Sized(4.2, 3.6)))
}

// %% [markdown]
// ## Is it useful?
//
// Compare the released graph with two baselines. The **non-private** method reads the graph without noise and shows what the method can reach at best. The
// **null control** reads only a noisy edge count. A method that does not beat its null control has not been shown to work. The table has means over ten seeds:

// %%
func besideControls() {
	club := nb.Graph("karate")
	table := figure.Table{Header: []string{"graph", "edges", "triangles", "largest degree"}}
	row := func(name string, draw func(seed uint64) *graph.Graph) {
		var edges, triangles, largest float64
		for seed := range uint64(10) {
			g := draw(seed)
			total, _ := metric.Triangles(g)
			edges += float64(g.M()) / 10
			triangles += float64(total) / 10
			largest += float64(slices.Max(g.Degrees())) / 10
		}
		table.Rows = append(table.Rows, []any{name, edges, triangles, largest})
	}
	row("original", func(uint64) *graph.Graph { return club.Graph })
	row("strict, ε = 2", func(seed uint64) *graph.Graph {
		return nb.Run(nb.Protect(club, gdp.EdgeLevel, 2, 1e-5, gdp.Seed(seed)), dgg.Strict).Graph
	})
	row("non-private", func(seed uint64) *graph.Graph { return nb.RunOn(club, dgg.NonPrivate, seed).Graph })
	row("null, ε = 2", func(seed uint64) *graph.Graph {
		return nb.Run(nb.Protect(club, gdp.EdgeLevel, 2, 1e-5, gdp.Seed(seed)), dgg.Null).Graph
	})
	nb.Show(table)
}

// %% [markdown]
// ## What is protected
//
// The guarantee compares **neighbouring graphs**. At **edge level** they differ in one friendship, at **node level** in one member with all their friendships.
// The noise that hides one friendship is small compared with 78. The noise that hides the best-connected member is not:

// %%
func whatOnePersonContributes() {
	club := data.Karate().Graph
	members := make([]int32, club.N())
	for u := range members {
		members[u] = int32(u)
	}
	slices.SortStableFunc(members, func(u, v int32) int { return club.Degree(v) - club.Degree(u) })

	table := figure.Table{Caption: "The best-connected members", Header: []string{"member", "friendships", "share of all, %"}}
	for _, u := range members[:5] {
		d := club.Degree(u)
		table.Rows = append(table.Rows, []any{u, d, 100 * float64(d) / float64(club.M())})
	}
	nb.Show(table)
}

// %% [markdown]
// ## A network on every backend
//
// Networks are declared once, as GoMLX graphs. This is the graph convolutional network of Kipf and Welling (ICLR 2017),
//
// $$Z = \operatorname{softmax}\!\big(\hat A\, \operatorname{ReLU}(\hat A X W^{0})\, W^{1}\big),
// \qquad \hat A = D^{-1/2}(A + I)D^{-1/2}.$$
//
// It runs on pure Go, on XLA, and on a kernel of this project that computes the same gradients. It learns the side of the split from members 0 and 33 alone,
// and predicts the side of almost all others.
//
// Training on the raw graph **protects nothing**. [15_node_classification](../15_node_classification/15_node_classification.ipynb) has the private classifiers.

// %%
func network() {
	nb.Show(nbnet.Source("models/classification/gcn/network.go", "declared.logits", "declared.loss"))
	club := data.Karate()
	config := gcn.Paper()
	config.Dropout = 0 // 34 members are too few to leave half of them out
	if nb.Small() {
		config.Epochs = 100
	}
	task := gcn.Task{Graph: club.Graph, Labels: club.Labels, Classes: 2, Known: []int32{0, 33}}
	nb.Show(nbnet.Train("right, of 32 members", func() float64 {
		right := -2.0
		for u, side := range nb.Must(gcn.Train(context.Background(), task, config, 1, nil)).Predict() {
			if side == club.Labels[u] {
				right++
			}
		}
		return right
	}))
}

// %% [markdown]
// ## Where to go from here
//
// | notebook | topic |
// |---|---|
// | [01_graphs](../01_graphs/01_graphs.ipynb) | the papers' data sets, their statistics, and what a comparison of two graphs can show |
// | [02_accounting](../02_accounting/02_accounting.ipynb) | the meaning of $\varepsilon$ and $\delta$, and how costs add up |
// | [03_private_training](../03_private_training/03_private_training.ipynb) | training with differential privacy: clipping, noise, batches |
// | [04_auditing](../04_auditing/04_auditing.ipynb) | attacks that find a mechanism that spends more than it claims |
// | [05_asking](../05_asking/05_asking.ipynb) | one question to a private graph: sensitivity, triangles, confidence intervals |
// | [10_privdpr](../10_privdpr/10_privdpr.ipynb) | PrivDPR: synthetic graphs by deep PageRank |
// | [11_seprivgemb](../11_seprivgemb/11_seprivgemb.ipynb) | SE-PrivGEmb: node embeddings by skip-gram |
// | [12_dpgs](../12_dpgs/12_dpgs.ipynb) | DPGS: synthetic graphs from graph summaries and public features |
// | [13_dpggan](../13_dpggan/13_dpggan.ipynb) | DPGGAN: generating a collection of graphs from 1,500 noisy answers |
// | [14_dpar](../14_dpar/14_dpar.ipynb) | DPAR: classification by private PageRank, and where its proof fails |
// | [15_node_classification](../15_node_classification/15_node_classification.ipynb) | node classifiers with edge-level or node-level privacy, compared |
// | [20_your_method](../20_your_method/20_your_method.ipynb) | declare, test, audit and evaluate a new method |
// | [21_embeddings](../21_embeddings/21_embeddings.ipynb) | node embeddings: common ones, and private ones as published and as proved |
// | [30_synthesis](../30_synthesis/30_synthesis.ipynb) | five graph generators on PGB's fifteen queries, with controls |
// | [40_ablations](../40_ablations/40_ablations.ipynb) | the effect of each setting of a private training on utility and on $\varepsilon$ |
// | [41_your_code](../41_your_code/41_your_code.ipynb) | audit and compare a program in any language, without and with a fault |
// | [50_what_an_edge_reveals](../50_what_an_edge_reveals/50_what_an_edge_reveals.ipynb) | course: re-identification in a graph without names |
// | [51_sensitivity](../51_sensitivity/51_sensitivity.ipynb) | course: sensitivity to an edge or a node, and the noise that hides it |
// | [52_the_ledger](../52_the_ledger/52_the_ledger.ipynb) | course: the cost of many answers, and the ledger |
// | [53_triangles](../53_triangles/53_triangles.ipynb) | course: why triangles are hard, and how a truncation goes wrong |
// | [54_gradients](../54_gradients/54_gradients.ipynb) | course: how many gradients a node affects; clipping and sampling |
// | [55_a_synthetic_graph](../55_a_synthetic_graph/55_a_synthetic_graph.ipynb) | course: a synthetic graph and what it lost |
// | [56_embeddings](../56_embeddings/56_embeddings.ipynb) | course: what embeddings reveal about edges |
// | [57_reading_a_proof](../57_reading_a_proof/57_reading_a_proof.ipynb) | course: how to find the error in a published proof |
// | [58_composition](../58_composition/58_composition.ipynb) | course: zCDP, and the cost of many releases |
// | [59_choosing](../59_choosing/59_choosing.ipynb) | course: the exponential mechanism |
// | [60_python](../60_python/60_python.ipynb) | the same from Python: a NetworkX graph, a release, its guarantee, an answer with an interval |
// | [61_training_on_a_graph](../61_training_on_a_graph/61_training_on_a_graph.ipynb) | course: where to add noise when a model reads private edges |
// | [62_node_level](../62_node_level/62_node_level.ipynb) | course: protecting a person with all edges |
//
// The README lists all methods. From a terminal in the checkout,
//
// ```
// go run ./gdp/cmd/gdp doctor
// ```
//
// shows what is installed, which backend would run and how fast it is.
