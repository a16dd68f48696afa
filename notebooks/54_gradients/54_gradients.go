// Package gradients is the notebook 54_gradients: how many gradients a node affects, and the effect
// of clipping and sampling.
package gradients

// %% [markdown]
// # Gradients, clipping and sampling
//
// Private training clips the gradient of each record to a length $C$, adds the gradients up, and adds noise in proportion to $C$
// ([03_private_training](../03_private_training/03_private_training.ipynb)). This is right if each record affects *one* gradient. In a graph it does not. A
// graph network reads the neighbours of a node, so one node affects the gradients of all nodes that read it. Clipping does not change that.

// %%
import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/notebooks/exercise"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// ## The picture
//
// One node is replaced: Missouri, in the graph of states that share a border. Orange nodes are those whose gradient can change, clipped or not: without a layer
// that reads neighbours, with one, two and three such layers. The sum of the gradients changes by up to $2C$ for *each* of them.

// %%

// within marks the nodes up to so many steps from a node.
func within(g *graph.Graph, from int32, steps int) []int32 {
	near := make([]int32, g.N())
	near[from] = 1
	for range steps {
		next := append([]int32(nil), near...)
		for u, v := range g.Edges() {
			if near[u] == 1 || near[v] == 1 {
				next[u], next[v] = 1, 1
			}
		}
		near = next
	}
	return near
}

// count adds up marks.
func count(marks []int32) (sum int) {
	for _, m := range marks {
		sum += int(m)
	}
	return sum
}

// %%
func thePicture() {
	states := data.States()
	missouri, _ := states.IDs.Node("MO")
	var panels []*figure.Figure
	for layers := range 4 {
		near := within(states.Graph, missouri, layers)
		title := fmt.Sprintf("%d layers: %d of %d gradients", layers, count(near), len(near))
		panels = append(panels, figure.Network(states.Graph, figure.NetworkStyle{Title: title, Groups: near, Marked: []int32{missouri}}).Sized(4, 3))
	}
	nb.Show(figure.Panel("Gradients that one node affects", 2, panels...))
}

// %% [markdown]
// ## Exercises
//
// **54.1** How many gradients does one node affect, with $L$ layers and at most $D$ neighbours for every node? The left side counts them in the worst graph, a
// tree in which every inner node has $D$ neighbours.

// %%

// tree has D neighbours at each node that is less than three steps from node 0.
func tree(d int) *graph.Graph {
	var edges []graph.Edge
	last, next := []int32{0}, int32(1)
	for step := range 3 {
		var level []int32
		for _, u := range last {
			for range d - min(step, 1) { // except for node 0, one neighbour exists already
				edges = append(edges, graph.Edge{U: u, V: next})
				level = append(level, next)
				next++
			}
		}
		last = level
	}
	g, _, err := graph.FromEdges(int(next), edges, graph.Options{})
	nb.Check(err)
	return g
}

// Reach is exercise 54.1.
var Reach = exercise.Statement{
	Exercise: "54.1", Over: []exercise.Over{{Name: "D", From: 2, To: 6}, {Name: "L", From: 0, To: 3}}, Whole: true, Within: 1.001,
	Left: func(x []float64) float64 { return float64(count(within(trees[int(x[0])], 0, int(x[1])))) },
}

// trees are those of D up to 6.
var trees = []*graph.Graph{2: tree(2), 3: tree(3), 4: tree(4), 5: tree(5), 6: tree(6)}

// %%
func exercise1() {
	nb.Show(exercise.Inequality(Reach, func(x []float64) float64 {
		d, layers := x[0], x[1]
		_, _ = d, layers
		return exercise.Blank
	}))
}

// %% [markdown]
// **54.2** Let each node send the number 1 to its neighbours (for example a row that was clipped to length 1). One node is replaced. By how much does the list
// of all sums change in $\ell_2$, for $n$ nodes? Gaussian noise on all sums must hide this change.

// %%

// Sums are what each node receives.
func Sums(g *graph.Graph) (list []float64) {
	for _, d := range g.Degrees() {
		list = append(list, float64(d))
	}
	return list
}

// Received is exercise 54.2.
var Received = exercise.Query{Exercise: "54.2", Relation: gdp.NodeLevel, Norm: exercise.L2, Nodes: 5, Of: Sums}

// %%
func exercise2() {
	nb.Show(exercise.BoundFor(Received, func(n int) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// **54.3** Here is a sampling scheme: *"Each node sends to only one neighbour, the first in its list. A new edge adds at most one row at each of its ends, so
// the sums change by at most 2 in $\ell_1$."* Find two neighbouring graphs of four nodes that refute this. Write each graph as a list such as
// `[]graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}`.

// %%

// FirstOnly are the received sums if each node sends to its first neighbour.
func FirstOnly(g *graph.Graph) []float64 {
	sums := make([]float64, g.N())
	for u := range int32(g.N()) {
		if list := g.Neighbors(u); len(list) > 0 {
			sums[list[0]]++
		}
	}
	return sums
}

// Sent is exercise 54.3.
var Sent = exercise.Query{Exercise: "54.3", Relation: gdp.EdgeLevel, Norm: exercise.L1, Of: FirstOnly}

// %%
func exercise3() {
	var one, other []graph.Edge // put the edges here
	nb.Show(exercise.Refute(Sent, 2, 4, one, other))
}

// %% [markdown]
// **54.4** A *secret* random sample does help. Each record is in the sample with probability $q$, and one record changes the sum over the sample by 1. Which
// scale of Laplace noise gives $\varepsilon = 1$? The left side is the least scale, found by search. The probability of an output is a mixture, with the record
// and without it.

// %%

// Noise is exercise 54.4.
var Noise = exercise.Statement{
	Exercise: "54.4", Over: []exercise.Over{{Name: "q", From: 0.01, To: 1}}, Within: 1.001,
	Left: func(x []float64) float64 {
		low, high := 0.1, 1.0
		for range 60 {
			scale := (low + high) / 2
			if odds := x[0]*math.Exp(1/scale) + 1 - x[0]; odds > math.E {
				low = scale
			} else {
				high = scale
			}
		}
		return high
	},
}

// %%
func exercise4() {
	nb.Show(exercise.Inequality(Noise, func(x []float64) float64 {
		q := x[0]
		_ = q
		return exercise.Blank
	}))
}

// %% [markdown]
// Methods for graphs treat the orange nodes in different ways. Some bound their number. Some protect only edges. Some learn from node features and read the
// graph only once. [15_node_classification](../15_node_classification/15_node_classification.ipynb) compares them.
