// Package tour is the notebook 00_tour: a private release with its three values of ε, beside the
// original and its controls, and a network on every backend.
package tour

// %% [markdown]
// # graphdp: graphs under differential privacy
//
// A social network, a web of citations, a record of who called whom: such graphs are worth studying, and publishing
// them can hurt the people in them. **Differential privacy** is a promise about a randomised method $M$. For every
// two graphs $G$ and $G'$ that differ in what one person contributed, and every set $S$ of possible releases,
//
// $$\Pr[M(G) \in S] \;\le\; e^{\varepsilon}\, \Pr[M(G') \in S] + \delta .$$
//
// Whoever sees the release learns almost nothing that they would not have learnt without that person. The parameters
// $\varepsilon$ and $\delta$ measure "almost".
//
// Many published methods claim such a guarantee for graphs, and some of the claims are wrong. graphdp runs the methods
// and reports three values for each result:
//
// | $\varepsilon$ | |
// |---|---|
// | **claimed** | what the paper's own arithmetic says |
// | **proved** | what our accountant derives from the noise that was drawn; $\infty$, with the reason, if nothing can be proved |
// | **audited** | a lower bound, found by attacking the code as it runs |
//
// This tour takes a minute and checks that everything runs on your machine. Run a cell with Shift+Enter. Each cell is a
// Go program: its statements stand below a line `%%`, and no cell sees another's values
// ([cells and their rules](../cells.md)).

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
// In the 1970s the anthropologist Wayne Zachary studied a karate club. Its 34 members had 78 friendships when the
// instructor (member 0) and the officer (member 33) fell out, and the club split. Here the club is private: a session
// protects each friendship with $\varepsilon = 2$, and `dgg` draws a synthetic graph from noisy degrees and a noisy
// triangle count. The session's ledger lists what was paid. (`gdp.Seed` makes the noise repeatable, for this page. A
// real session has no seed, and keeps a journal.)

// %%
func release() {
	club := nb.Graph("karate")
	s := nb.Protect(club, gdp.EdgeLevel, 2, 1e-5, gdp.Seed(1))
	r := nb.Run(s, dgg.Strict)
	nb.Show(nb.Audited(r, dgg.Method, "strict"), s, figure.Degrees("Degrees", figure.Pair(club.Graph, r.Graph)...))
}

// %% [markdown]
// The original, and the synthetic graph. Nodes of the synthetic graph are not the members: only the statistics are alike.

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
// Utility stands beside two lines. The **non-private** method reads the graph in the clear: more is not possible. The
// **null control** reads a noisy edge count alone. A method that does not beat its null control has not been shown to
// work. Means over ten seeds:

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
// Two graphs are *neighbours* if they differ in what the promise protects: at **edge level** one friendship, at **node
// level** one member with all their friendships. Noise that hides any one friendship is small beside 78. Noise that
// hides the best-connected member is not:

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
// It runs on pure Go, on XLA, and by a kernel that computes the same gradients. Told the sides of members 0 and 33
// alone, it finds the side of nearly all others. (Training on the raw graph **protects nothing**:
// [15_node_classification](../15_node_classification/15_node_classification.ipynb) has the private ones.)

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
// | notebook | what it shows |
// |---|---|
// | [01_graphs](../01_graphs/01_graphs.ipynb) | the data sets of the papers, their statistics, and what a comparison of two graphs can show |
// | [02_accounting](../02_accounting/02_accounting.ipynb) | what $\varepsilon$ and $\delta$ mean, and how costs add up |
// | [03_private_training](../03_private_training/03_private_training.ipynb) | how a model is trained under differential privacy: clip, noise, batches |
// | [04_auditing](../04_auditing/04_auditing.ipynb) | how an attack finds a mechanism that spends more than it claims |
// | [05_asking](../05_asking/05_asking.ipynb) | one question to a private graph: what moves an answer, why triangles are hard, intervals that hold |
// | [10_privdpr](../10_privdpr/10_privdpr.ipynb) | PrivDPR: synthetic graphs by deep PageRank |
// | [11_seprivgemb](../11_seprivgemb/11_seprivgemb.ipynb) | SE-PrivGEmb: node embeddings by skip-gram |
// | [12_dpgs](../12_dpgs/12_dpgs.ipynb) | DPGS: synthetic graphs by summaries, and what public features buy |
// | [13_dpggan](../13_dpggan/13_dpggan.ipynb) | DPGGAN: graphs of a collection, and what 1,500 noisy answers have in common |
// | [14_dpar](../14_dpar/14_dpar.ipynb) | DPAR: classification by private PageRank, and where its proof ends |
// | [15_node_classification](../15_node_classification/15_node_classification.ipynb) | classifiers of nodes that protect edges or nodes, on one axis |
// | [20_your_method](../20_your_method/20_your_method.ipynb) | how a new method is declared, tested, audited and evaluated |
// | [21_embeddings](../21_embeddings/21_embeddings.ipynb) | embeddings of nodes: those that people use, beside private ones as published and as proved |
// | [30_synthesis](../30_synthesis/30_synthesis.ipynb) | five generators of graphs by PGB's fifteen queries: as published, proved, and beside a control |
// | [40_ablations](../40_ablations/40_ablations.ipynb) | what each setting of a private training does to utility and to $\varepsilon$ |
// | [41_your_code](../41_your_code/41_your_code.ipynb) | a program in any language is audited and compared, once honest and once with a fault |
// | [50_what_an_edge_reveals](../50_what_an_edge_reveals/50_what_an_edge_reveals.ipynb) | course: who is found in a graph without names |
// | [51_sensitivity](../51_sensitivity/51_sensitivity.ipynb) | course: how far an edge or a node moves an answer, and the noise that hides it |
// | [52_the_ledger](../52_the_ledger/52_the_ledger.ipynb) | course: what many answers cost together, and who keeps the sum |
// | [53_triangles](../53_triangles/53_triangles.ipynb) | course: why triangles are hard, and how a truncation goes wrong |
// | [54_gradients](../54_gradients/54_gradients.ipynb) | course: how many gradients a node is in, and what clips and samples do about it |
// | [55_a_synthetic_graph](../55_a_synthetic_graph/55_a_synthetic_graph.ipynb) | course: a graph in the place of another, and what it lost |
// | [56_embeddings](../56_embeddings/56_embeddings.ipynb) | course: what rows of numbers tell about edges |
// | [57_reading_a_proof](../57_reading_a_proof/57_reading_a_proof.ipynb) | course: how to find the fault in a printed proof |
// | [58_composition](../58_composition/58_composition.ipynb) | course: zCDP, and what many releases cost together |
// | [59_choosing](../59_choosing/59_choosing.ipynb) | course: the exponential mechanism |
// | [60_python](../60_python/60_python.ipynb) | all of this from Python: a graph of NetworkX, a release, its guarantee, an answer with an interval |
// | [61_training_on_a_graph](../61_training_on_a_graph/61_training_on_a_graph.ipynb) | course: where noise goes when a model reads private edges |
// | [62_node_level](../62_node_level/62_node_level.ipynb) | course: what it takes to hide a person with all edges |
//
// The README has the table of all methods. From a terminal in the checkout,
//
// ```
// go run ./gdp/cmd/gdp doctor
// ```
//
// shows what is installed, which backend would run and how fast it is.
