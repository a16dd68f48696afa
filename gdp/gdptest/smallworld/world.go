// Package smallworld finds the exact sensitivity of a query on all graphs of a few nodes, over all
// neighbouring pairs. What it finds is how far the query moves, with the pair that moves it so, to
// be set beside the bound that the query states.
//
//	worst, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: 5}.Worst(q.Eval)
//	if worst.L1.Change != float64(q.Bound()) { t.Error(worst.L1) }
//
// A bound that is exceeded here is wrong; one that is attained is as small as it
// can be. One that is neither may still be right: larger graphs decide.
package smallworld

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// World says what is tried.
type World struct {
	Relation gdp.Relation
	Nodes    int   // of the graph, or ids of the universe; of each graph of a collection, at most
	Directed bool  // arcs, not edges
	Own      []Own // what belongs to a node; nothing if empty
	Graphs   int   // of a collection: as many, or at most as many if their number is private
	Classes  int   // of the graphs of a collection; none if 0
}

// Own is what a node has beside its edges.
type Own struct {
	Attrs []float32 // as many in every Own of a world
	Label int32
}

// member is a data set's place in a group: the data sets that agree in all but
// one record. Some of them lack that record.
type member struct {
	group string
	lacks bool
}

// dataset is one of the data sets of a world.
type dataset struct {
	data   *gdp.Data
	groups []member
}

// one is a graph as numbers: a bit for each pair that is joined, and for each
// node its place in Own, or absent.
type one struct {
	pairs uint64
	own   []int8
}

const absent = -1

// check refuses worlds that are empty or beyond what can be tried.
func (w World) check() error {
	if err := w.Relation.Validate(); err != nil {
		return err
	}
	collection := w.Relation == gdp.GraphLevel || w.Relation == gdp.GraphUnbounded
	switch {
	case w.Nodes < 1 || len(w.pairs(w.Nodes)) > 16:
		return fmt.Errorf("smallworld: %d nodes are too few or too many to try all graphs", w.Nodes)
	case collection && (w.Graphs < 1 || w.Graphs > 4):
		return fmt.Errorf("smallworld: collections of %d graphs, want 1 … 4", w.Graphs)
	case collection && len(w.Own) > 0:
		return fmt.Errorf("smallworld: nodes of a collection have no values here")
	case !collection && (w.Graphs != 0 || w.Classes != 0):
		return fmt.Errorf("smallworld: one graph has no list of graphs and no class")
	}
	for _, o := range w.Own {
		if len(o.Attrs) != len(w.Own[0].Attrs) {
			return fmt.Errorf("smallworld: rows of %d and %d attributes", len(o.Attrs), len(w.Own[0].Attrs))
		}
	}
	return nil
}

// pairs returns the pairs of n nodes that can be joined.
func (w World) pairs(n int) []graph.Edge {
	var list []graph.Edge
	for u := range int32(n) {
		for v := range int32(n) {
			if u < v || w.Directed && v < u {
				list = append(list, graph.Edge{U: u, V: v})
			}
		}
	}
	return list
}

// owns returns all ways to give values to n nodes; absent is one more
// thing to have where nodes come and go.
func (w World) owns(n int) [][]int8 {
	least := int8(0)
	if w.Relation == gdp.NodeUnbounded {
		least = absent
	}
	all := [][]int8{{}}
	for range n {
		var longer [][]int8
		for _, list := range all {
			for o := least; o < int8(max(len(w.Own), 1)); o++ {
				longer = append(longer, append(list[:len(list):len(list)], o))
			}
		}
		all = longer
	}
	return all
}

// graphs returns all graphs of n nodes. An absent node has no edges.
func (w World) graphs(n int) []one {
	var all []one
	pairs := w.pairs(n)
	for _, own := range w.owns(n) {
		var barred uint64
		for i, e := range pairs {
			if own[e.U] == absent || own[e.V] == absent {
				barred |= 1 << i
			}
		}
		for mask := range uint64(1) << len(pairs) {
			if mask&barred == 0 {
				all = append(all, one{mask, own})
			}
		}
	}
	return all
}

// network makes the graph.
func (w World) network(g one) (*graph.Network, error) {
	n := len(g.own)
	var edges []graph.Edge
	for i, e := range w.pairs(n) {
		if g.pairs>>i&1 == 1 {
			edges = append(edges, e)
		}
	}
	plain, _, err := graph.FromEdges(n, edges, graph.Options{Directed: w.Directed})
	if err != nil || len(w.Own) == 0 {
		return &graph.Network{Graph: plain}, err
	}
	net := &graph.Network{Graph: plain, Labels: make([]int32, n)}
	offsets, columns, values := []int64{0}, []int32{}, []float32{}
	for u, o := range g.own {
		net.Labels[u] = graph.Unlabeled
		if o != absent {
			net.Labels[u] = w.Own[o].Label
			for c, v := range w.Own[o].Attrs {
				columns, values = append(columns, int32(c)), append(values, v)
			}
		}
		offsets = append(offsets, int64(len(columns)))
	}
	net.Attrs, err = graph.NewAttributes(len(w.Own[0].Attrs), offsets, columns, values)
	return net, err
}
