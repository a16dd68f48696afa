// Package smallworld computes the exact sensitivity of a query over all neighbouring pairs of
// graphs with few nodes. It returns the largest change and a pair that attains it, for comparison
// with the stated bound.
//
//	worst, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: 5}.Worst(q.Eval)
//	if worst.L1.Change != float64(q.Bound()) { t.Error(worst.L1) }
//
// A bound that is exceeded is wrong, and a bound that is attained is tight. A bound that is not
// attained may become tight on larger graphs.
package smallworld

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// World defines the set of data sets.
type World struct {
	Relation gdp.Relation
	Nodes    int   // of the graph or the universe; the maximum per graph of a collection
	Directed bool  // arcs instead of edges
	Own      []Own // possible values of a node; none if empty
	Graphs   int   // of a collection; the maximum if the number of graphs is private
	Classes  int   // of the graphs of a collection; 0 means none
}

// Own is the data of a node beside its edges.
type Own struct {
	Attrs []float32 // the same number in every Own of a world
	Label int32
}

// member is the membership of a data set in a group: the data sets that agree on all records but
// one. Some members lack that record.
type member struct {
	group string
	lacks bool
}

// dataset is a data set of a world with its groups.
type dataset struct {
	data   *gdp.Data
	groups []member
}

// one encodes a graph: a bit for each pair of nodes, and each node's index in Own, or absent.
type one struct {
	pairs uint64
	own   []int8
}

const absent = -1

// check refuses worlds that are empty or too large to enumerate.
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

// pairs returns all possible edges of n nodes.
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

// owns returns all assignments of values to n nodes. Under NodeUnbounded a node may also be absent.
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

// graphs returns all graphs with n nodes. An absent node has no edges.
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

// network returns the graph that g encodes.
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
