// Package reveals is the notebook 50_what_an_edge_reveals: re-identification in a graph without
// names, and what a single edge reveals.
package reveals

// %% [markdown]
// # What an edge reveals
//
// "We publish the graph, but without the names." This notebook removes the names from a graph and restores them, from the edges alone.
//
// The graph is bundled: the 48 contiguous states of the USA and the District of Columbia, with an edge where two share a border. Imagine people and friendships
// instead. A person's number of friends corresponds to the number of neighbours of a state.
//
// The exercises check themselves. Replace `exercise.Blank`, or the empty answer, with your answer and run the cell. Below a verdict there are two hints. The
// solutions are in `notebooks/solutions`. After a restart of the kernel, first run the cells above again.

// %%
import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

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
// An attacker knows something about each node and looks for it in the released graph. An orange square is a state that matches exactly one node of the release.
// The number of its neighbours identifies two of 49 states. Adding the number of neighbours of each *neighbour* identifies most of them. One step further, all
// are identified.

// %%

// around is what an attacker knows of a node: its degree, or the degrees of nodes some steps away.
func around(g *graph.Graph, u int32, steps int) string {
	if steps == 0 {
		return fmt.Sprint(g.Degree(u))
	}
	var list []string
	for _, v := range g.Neighbors(u) {
		list = append(list, around(g, v, steps-1))
	}
	slices.Sort(list)
	return fmt.Sprint(list)
}

// %%
func thePicture() {
	states := data.States().Graph
	var panels []*figure.Figure
	for steps, knows := range []string{"of the state", "of its neighbours", "of their neighbours"} {
		found := exercise.Singled(states, func(g *graph.Graph, u int32) string { return around(g, u, steps) })
		count := 0
		for _, one := range found {
			count += int(one)
		}
		style := figure.NetworkStyle{Title: fmt.Sprintf("%s: %d of %d", knows, count, len(found)), Groups: found}
		panels = append(panels, figure.Network(states, style).Sized(3.2, 3))
	}
	nb.Show(figure.Panel("States identified by the number of neighbours …", 3, panels...))
}

// %% [markdown]
// ## The names come back
//
// The nodes of the release have new numbers and no names. The attacker looks up each known state.

// %%
func namesComeBack() {
	states := data.States()
	released, number, err := exercise.Shuffled(states.Graph)
	nb.Check(err)
	place := map[string][]int32{}
	for v := range int32(released.N()) {
		place[around(released, v, 2)] = append(place[around(released, v, 2)], v)
	}
	right := 0
	t := figure.Table{Caption: "Re-identified states (every eighth)", Header: []string{"state", "degrees of its neighbours", "node in the release"}}
	for u := range int32(released.N()) {
		at := place[around(states.Graph, u, 2)]
		if len(at) == 1 && at[0] == number[u] {
			right++
		}
		if u%8 == 0 {
			t.Rows = append(t.Rows, []any{states.IDs.Name(u), around(states.Graph, u, 1), at[0]})
		}
	}
	nb.Show(t, fmt.Sprintf("%d of %d states are identified correctly.", right, released.N()))
}

// %% [markdown]
// Now both ends of every edge have names again. The attacker needed no secrets, only a few numbers of neighbours.

// %% [markdown]
// ## Exercises
//
// **50.1** A real attacker does not remember a whole neighbourhood. Write a signature of at most two numbers for node `u` that does not depend on the numbering
// of the nodes. It must single out 30 states. `g.Neighbors(u)` lists the neighbours of a node, `g.Degree(u)` counts them, and `g.HasEdge(u, v)` reports whether
// two nodes are joined.
//
// **50.2** The publisher now releases only graphs in which everybody has three friends. Numbers of neighbours then reveal nothing, at any distance. Single out
// 5 of the 12 people of `Defended()`, with as many numbers as you like.

// %%

// States are released without names in exercise 50.1.
func States() exercise.Nameless {
	states := data.States()
	return exercise.Nameless{Exercise: "50.1", Graph: states.Graph, Name: states.IDs.Name, Need: 30, Numbers: 2}
}

// Defended is Frucht's graph, in exercise 50.2: a ring of twelve with a chord at each node.
func Defended() exercise.Nameless {
	var edges []graph.Edge
	for u, jump := range []int32{7, 10, 8, 2, 5, 10, 2, 5, 10, 7, 4, 2} {
		edges = append(edges, graph.Edge{U: int32(u), V: (int32(u) + 1) % 12}, graph.Edge{U: int32(u), V: (int32(u) + jump) % 12})
	}
	g, _, err := graph.FromEdges(12, edges, graph.Options{})
	nb.Check(err)
	name := func(u int32) string { return "person " + fmt.Sprint(u) }
	return exercise.Nameless{Exercise: "50.2", Graph: g, Name: name, Need: 5}
}

// %%
func exercise1() {
	nb.Show(exercise.Signature(States(), func(g *graph.Graph, u int32) []int {
		return nil
	}))
}

// %%
func exercise2() {
	nb.Show(exercise.Signature(Defended(), func(g *graph.Graph, u int32) []int {
		return nil
	}))
}

// %% [markdown]
// **50.3** "Then we publish only the number of edges, rounded to tens. That hides each edge." Find two graphs of six nodes that differ in one edge and have
// different answers. Write each as a list such as `[]graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}`.

// %%

// Rounded is exercise 50.3: the number of edges to the nearest ten.
var Rounded = exercise.Query{Exercise: "50.3", Relation: gdp.EdgeLevel, Norm: exercise.L1, Of: func(g *graph.Graph) []float64 {
	return []float64{10 * math.Round(float64(g.M())/10)}
}}

// %%
func exercise3() {
	var one, other []graph.Edge // put the edges here
	nb.Show(exercise.Refute(Rounded, 0, 6, one, other))
}

// %% [markdown]
// **50.4** Randomness hides an edge. Report whether nodes 0 and 1 are joined, 1 for yes and 0 for no, and lie with some probability. For $\varepsilon = 1$, the
// probability of *yes* with the edge may be at most $e$ times its probability without the edge. The same holds for *no*, and with the graphs swapped. Lie no
// more often than you must. `noise.Float64()` returns a random number between 0 and 1.

// %%

// Joined is exercise 50.4.
func Joined() exercise.Release {
	without, _, err := graph.FromEdges(2, nil, graph.Options{})
	nb.Check(err)
	with, _, err := graph.FromEdges(2, []graph.Edge{{U: 0, V: 1}}, graph.Options{})
	nb.Check(err)
	return exercise.Release{
		Exercise: "50.4", Worlds: [][2]*graph.Graph{{without, with}}, Epsilon: 1, Error: 0.29,
		Truth: func(g *graph.Graph) float64 { return float64(g.M()) },
	}
}

// %%
func exercise4() {
	nb.Show(exercise.Mechanism(Joined(), func(g *graph.Graph, noise *rand.Rand) float64 {
		return exercise.Blank
	}))
}

// %% [markdown]
// A deterministic answer can be looked up, however coarse it is. A random answer cannot. This is the idea of differential privacy.
// [51_sensitivity](../51_sensitivity/51_sensitivity.ipynb) shows how much randomness a number needs.
