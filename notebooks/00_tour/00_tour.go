// Package tour is the notebook 00_tour: what graphdp is for, a graph, a figure
// a graph convolutional network, and the same written for the backends of this machine.
package tour

// %% [markdown]
// # graphdp: graphs under differential privacy
//
// A social network, a web of citations, a record of who called whom: such
// graphs are worth studying, and publishing them can hurt the people in them.
// **Differential privacy** is a promise about a randomised method $M$ that
// reads such a graph $G$. For every graph $G'$ that differs from $G$ in what one
// person contributed, and for every set $S$ of possible releases,
//
// $$\Pr[M(G) \in S] \;\le\; e^{\varepsilon}\, \Pr[M(G') \in S] + \delta .$$
//
// Whoever sees the release learns almost nothing that they would not have
// learnt without that person; "almost" is what $\varepsilon$ and $\delta$ measure.
//
// Many methods claim such a guarantee for graphs. Some of the claims do not
// follow from what the code does, and some releases hardly
// depend on the graph at all. graphdp runs published methods and reports three
// numbers for each result:
//
// | | what it is |
// |---|---|
// | $\varepsilon$ **claimed** | what the paper's own arithmetic says |
// | $\varepsilon$ **proved** | what our accountant derives from the noise that was drawn; $\infty$, with the reason, where nothing can be proved |
// | $\varepsilon$ **audited** | a lower bound, from attacking the code as it runs; "not audited" where no attack was kept |
//
// Measures of utility stand beside those of the **non-private** method and of a
// **null control**, where a method has them. A control reads nothing of the private graph, or a number that its
// description names, such as how many edges there are, paid for or not. A method that does not
// beat the null control has not been shown to work.
//
// This tour checks that everything runs on your machine. It takes a minute and
// introduces what every other notebook uses: a graph, a figure, a trained model.
//
// Run a cell with Shift+Enter. Each is a Go program: a line `%%` begins its statements, and
// no cell sees another's values ([cells and their rules](../cells.md)).

// %%
import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	gomlx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/backend/xla"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// ## A graph
//
// In the 1970s the anthropologist Wayne Zachary watched a karate club for three
// years. Its 34 members had 78 friendships when the instructor, Mr. Hi (member 0),
// and the club's officer (member 33) fell out and the club split in two. The
// picture places friends close together and shows the side each member took.

// %%
func drawTheClub() {
	club := data.Karate()
	nb.Show(figure.Network(club.Graph, figure.NetworkStyle{
		Title:  "Zachary's karate club, as it split",
		Groups: club.Labels, Names: club.Classes,
		Marked: []int32{0, 33}, Ids: true,
	}))
}

// %% [markdown]
// ## What one person contributes
//
// Two graphs are *neighbours* when they differ in what the promise protects.
//
// - **Edge level**: one friendship. Counting friendships changes by 1.
// - **Node level**: one member *with all their friendships*. The count changes
//   by that member's degree.
//
// The second promise is the one that people usually mean, and it is much harder
// to keep, as the table shows: noise that hides any one friendship is small
// beside 78, noise that must hide the best-connected member is not.

// %%
func whatOnePersonContributes() {
	club := data.Karate().Graph
	members := make([]int32, club.N())
	for u := range members {
		members[u] = int32(u)
	}
	slices.SortStableFunc(members, func(u, v int32) int { return club.Degree(v) - club.Degree(u) })

	table := figure.Table{
		Caption: "The best-connected members",
		Header:  []string{"member", "friendships", "share of all, %"},
	}
	for _, u := range members[:5] {
		d := club.Degree(u)
		table.Rows = append(table.Rows, []any{u, d, 100 * float64(d) / float64(club.M())})
	}
	nb.Show(table)
}

// %% [markdown]
// ## A model
//
// Can the split be told from the friendships alone? A graph convolutional
// network (Kipf and Welling, ICLR 2017) gives each member $u$ a row of numbers
// and mixes it with those of $u$'s friends, twice:
//
// $$Z = \operatorname{softmax}\!\big(\hat A\, \operatorname{ReLU}(\hat A X W^{0})\, W^{1}\big),
// \qquad \hat A = D^{-1/2}(A + I)D^{-1/2},$$
//
// where $A$ is the adjacency matrix, $D$ holds the degrees of $A + I$, and
// $X = I$ because all we know of a member is who they are. The weights $W^0, W^1$
// are learnt from just two labels, those of Mr. Hi and the officer.
//
// This is the plain method. It is trained on the raw graph and **protects
// nothing**: later notebooks set it beside private ones.

// %%

// split trains a network that knows the side of two members only.
func split() *gcn.Model {
	club := data.Karate()
	config := gcn.Paper()
	config.Dropout = 0 // 34 members are too few to leave half of them out
	if nb.Small() {
		config.Epochs = 100
	}
	task := gcn.Task{Graph: club.Graph, Labels: club.Labels, Classes: 2, Known: []int32{0, 33}}
	return nb.Must(gcn.Train(context.Background(), task, config, 1, nil))
}

// %%
func drawTheTraining() {
	nb.Show(figure.Lines(
		figure.LinesStyle{Title: "Learning to split the club", XLabel: "epoch", YLabel: "loss"},
		figure.Series{Y: split().Losses},
	))
}

// %% [markdown]
// The loss falls from $\ln 2 \approx 0.69$, a guess between two sides, towards
// zero. Does the network, which was told two sides, find the other 32? Members
// drawn in the colour and shape of the side that it predicts:

// %%
func drawThePrediction() {
	club := data.Karate()
	model := split()
	predicted := model.Predict()
	nb.Show(figure.Network(club.Graph, figure.NetworkStyle{
		Title:  "The split as predicted from two labels (outlined)",
		Groups: predicted, Names: club.Classes,
		Marked: []int32{0, 33}, Ids: true,
	}))

	var wrong []int32
	for u, side := range predicted {
		if side != club.Labels[u] {
			wrong = append(wrong, int32(u))
		}
	}
	nb.Show("Right for", 32-len(wrong), "of the 32 others; wrong for", wrong)
}

// %% [markdown]
// Member 8 had friends on both sides and is drawn between them. Zachary reports what the
// graph does not show: member 8 was three weeks from a black belt that only Mr. Hi
// could give, and stayed with him for that.

// %% [markdown]
// ## The same on every backend
//
// Training with private noise ([03_private_training](../03_private_training/03_private_training.ipynb)) is built
// with GoMLX: a step is a pure function, written once, of which the backend makes a program and
// the gradient. It runs on pure Go everywhere, and on XLA where its plugin is installed and a cell calls
// `xla.Link()`: its program then takes longer to build, and long trainings take less. The two are
// different programs, so their floating-point results may differ in the last digits.
//
// Here is the network above with one score a member, whose sign is the side, and a step of plain
// gradient descent. The cell fails if any loss on any backend differs from that of pure Go
// by more than 0.001. (On a club of 34, XLA takes longer to compile the network than to train it. It
// pays on larger ones.)

// %%

// step maps Â, the known sides (±1, and 0 for the others) and the weights to the loss and new weights.
func step(in []*gomlx.Node) []*gomlx.Node {
	a, side, w0, w1 := in[0], in[1], in[2], in[3]
	hidden := gomlx.MaxScalar(gomlx.MatMul(a, w0), 0)
	score := gomlx.MatMul(a, gomlx.MatMul(hidden, w1))
	wrong := gomlx.Log1P(gomlx.Exp(gomlx.Neg(gomlx.Mul(side, score))))
	loss := gomlx.MulScalar(gomlx.ReduceAllSum(gomlx.Mul(gomlx.Abs(side), wrong)), 0.5)
	slope := gomlx.Gradient(loss, w0, w1)
	return []*gomlx.Node{loss, gomlx.Sub(w0, slope[0]), gomlx.Sub(w1, slope[1])}
}

// %%

// inputs are what [step] reads and none of its steps changes, and the first weights.
func inputs() (fixed, weights []any) {
	club, rng := data.Karate().Graph, rand.New(rand.NewPCG(1, 1))
	a, side, w0, w1 := make([][]float32, club.N()), make([][]float32, club.N()), make([][]float32, club.N()), make([][]float32, 16)
	for u := range int32(club.N()) {
		a[u], side[u], w0[u] = make([]float32, club.N()), []float32{0}, make([]float32, len(w1))
		for v := range a[u] {
			if int(u) == v || club.HasEdge(u, int32(v)) {
				a[u][v] = float32(1 / math.Sqrt(float64((1+club.Degree(u))*(1+club.Degree(int32(v))))))
			}
		}
		for i := range w0[u] {
			w0[u][i] = float32(rng.NormFloat64() / 4)
		}
	}
	for i := range w1 {
		w1[i] = []float32{float32(rng.NormFloat64() / 4)}
	}
	side[0][0], side[33][0] = 1, -1
	return []any{a, side}, []any{w0, w1}
}

// %%

// descend takes 100 steps on a backend and returns the loss before each.
func descend(where string) (losses []float64) {
	exec := nb.Must(gomlx.NewExec(nb.Must(backend.Open(where)), step))
	defer exec.Finalize()
	fixed, weights := inputs()
	for range 100 {
		out := nb.Must(exec.Call(append(slices.Clone(fixed), weights...)...))
		losses = append(losses, float64(tensors.ToScalar[float32](out[0])))
		weights = []any{out[1], out[2]}
	}
	return losses
}

// %%
func compareBackends() {
	xla.Link()
	choice := nb.Must(backend.Choose())
	nb.Live("Private training would run on %s: %s.", choice.Name, choice.Why)
	choices, broken := backend.Present()
	if broken != nil {
		nb.Live("%v", broken)
	}
	table := figure.Table{
		Caption: "One network, trained on each backend that is here",
		Header:  []string{"backend", "first loss", "last loss", "differs from pure Go by"},
	}
	reference := descend("go")
	for _, choice := range choices {
		start := time.Now()
		losses := descend(choice.Name)
		nb.Live("%s: %.2f s", choice.Name, time.Since(start).Seconds())
		for i, loss := range losses {
			if difference := math.Abs(loss - reference[i]); !(difference <= 1e-3) {
				nb.Check(fmt.Errorf("%s differs from pure Go by %.2g", choice.Name, difference))
			}
		}
		table.Rows = append(table.Rows, []any{choice.Name, losses[0], losses[len(losses)-1], "less than 0.001"})
	}
	nb.Show(table)
}

// %% [markdown]
// ## Where to go from here
//
// | notebook | what it shows |
// |---|---|
// | [01_graphs](../01_graphs/01_graphs.ipynb) | the data sets of the papers, their statistics, and what a comparison of two graphs can show |
// | [02_accounting](../02_accounting/02_accounting.ipynb) | what $\varepsilon$ and $\delta$ mean, how costs add up, and how an audit finds a broken mechanism |
// | [03_private_training](../03_private_training/03_private_training.ipynb) | how a model is trained under differential privacy: clip, noise, batches |
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
// | [50_what_an_edge_reveals](../50_what_an_edge_reveals/50_what_an_edge_reveals.ipynb) | course: who is found in a graph without names |
// | [51_sensitivity](../51_sensitivity/51_sensitivity.ipynb) | course: how far an edge or a node moves an answer, and the noise that hides it |
// | [52_the_ledger](../52_the_ledger/52_the_ledger.ipynb) | course: what many answers cost together, and who keeps the sum |
// | [53_triangles](../53_triangles/53_triangles.ipynb) | course: why triangles are hard, and how a truncation goes wrong |
// | [54_gradients](../54_gradients/54_gradients.ipynb) | course: how many gradients a node is in, and what clips and samples do about it |
// | [55_a_synthetic_graph](../55_a_synthetic_graph/55_a_synthetic_graph.ipynb) | course: a graph in the place of another, and what it lost |
// | [56_embeddings](../56_embeddings/56_embeddings.ipynb) | course: what rows of numbers tell about edges |
// | [57_reading_a_proof](../57_reading_a_proof/57_reading_a_proof.ipynb) | course: how to find the fault in a printed proof |
// | [60_python](../60_python/60_python.ipynb) | all of this from Python: a graph of NetworkX, a release, its guarantee, an answer with an interval |
//
// The README has the table of all methods. From a terminal in the checkout,
//
// ```
// go run ./gdp/cmd/gdp doctor
// ```
//
// shows what is installed, which backend would run and how fast it is.
