package question

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/statistics/ask"
)

// onEdge attacks answers at edge level, and onNode at node level, by neighbouring graphs whose
// statistics differ by much.
var (
	onEdge = method.Attack{
		Worlds: "an edge or none between two nodes; they are alone (else), share all neighbours (triangles, wedges, stars, transitivity, average clustering), or stand in two halves with all edges between them (4-cycles), or have seven neighbours of their own each (joint degrees, assortativity), or nobody, and all others many (core numbers, core sizes, densest part)",
		Looks:  looks, Make: alone, Look: look,
		On: func(config any) (method.Attack, error) {
			return withWorlds(config, alone, map[string]worlds{"triangles": sharing, "wedges": sharing, "3-stars": sharing, "transitivity": sharing, "average-clustering": sharing, "4-cycles": halves, "assortativity": apart, "joint-degrees": apart, "core-numbers": fringe, "core-sizes": fringe, "densest-part": fringe})
		},
	}
	onNode = method.Attack{
		Worlds: "a node with 40 neighbours or none, of 64; 32 of them are a clique (density, degeneracy), or all others are, and it is joined to all of them (wedges, stars), or these have no triangle (triangles), or nobody else has an edge (else); or a node of one of two classes (attributes)",
		Looks:  looks, Make: hub, Look: look,
		On: func(config any) (method.Attack, error) {
			return withWorlds(config, hub, map[string]worlds{"wedges": all, "3-stars": all, "triangles": wheel, "density": crowd, "degeneracy": crowd, "attribute-sum": owner, "attribute-mean": owner})
		},
	}
)

const looks = "the values of the answer"

// runs is large, since answers for such small graphs are fast.
const runs = 4000

// nodes is the number of nodes at edge level.
const nodes = 64

// worlds returns a pair of neighbouring graphs.
type worlds func(rel gdp.Relation) ([2]*graph.Network, error)

// withWorlds returns the attack on a statistic, with special pairs of graphs for some statistics.
func withWorlds(config any, others worlds, of map[string]worlds) (method.Attack, error) {
	var statistic string
	switch c := config.(type) {
	case Asked:
		statistic = c.Statistic
	case Guess:
		statistic = c.Statistic
	default:
		return method.Attack{}, fmt.Errorf("question: no attack on a %T", config)
	}
	kind, _, _ := strings.Cut(statistic, ":")
	chosen, ok := of[kind]
	if !ok {
		chosen = others
	}
	a := method.Attack{Worlds: statistic, Looks: looks, Make: chosen, Look: look, Runs: runs}
	if score := scores[kind]; score != nil {
		a.Looks, a.Runs = "a fixed score of the answer", 10*runs
		a.Look = func(o method.Outcome) ([]float64, error) {
			values, err := answered(o)
			if err != nil {
				return nil, err
			}
			return []float64{score(values)}, nil
		}
	}
	return a, nil
}

// scores are for statistics for which a single event distinguishes the graphs better than a sum
// over all values: the first sweep removes both ends of the edge, depending on their noise.
var scores = map[string]func(values []float64) float64{
	"core-numbers": func(v []float64) float64 { return v[0] + v[1] },
	"core-sizes":   func(v []float64) float64 { return v[0] + v[1] + v[2] + v[3] },
	"densest-part": func(v []float64) float64 {
		if len(v) != nodes+1 { // not all nodes
			return nodes
		}
		edges := math.Round(v[0]*nodes) - (nodes-2)*around
		return v[1] + v[2] + min(max(edges-0.5, -0.5), 0.5)/2
	},
}

// labelled assigns nodes to two alternating classes, so that the edge between the first two joins
// both, and gives every third node an attribute of 1.
func labelled(list [2]*graph.Network, err error) ([2]*graph.Network, error) {
	for _, net := range list {
		if err != nil {
			break
		}
		n := net.Graph.N()
		net.Classes = []string{"even", "odd"}
		offsets, values := []int64{0}, []float32(nil)
		for u := range n {
			third := float32(0)
			if u%3 == 0 {
				third = 1
			}
			net.Labels, offsets, values = append(net.Labels, int32(u%2)), append(offsets, int64(u+1)), append(values, third)
		}
		net.Attrs, err = graph.NewAttributes(1, offsets, make([]int32, n), values)
	}
	return list, err
}

var pair = graph.Edge{U: 0, V: 1}

// alone returns two nodes without and with an edge, among isolated ones.
func alone(gdp.Relation) ([2]*graph.Network, error) { return labelled(method.Joined(nodes, nil, pair)) }

// sharing returns two nodes that are joined to all others, without and with their edge.
func sharing(gdp.Relation) ([2]*graph.Network, error) {
	var edges []graph.Edge
	for v := range int32(nodes - 2) {
		edges = append(edges, graph.Edge{U: 0, V: v + 2}, graph.Edge{U: 1, V: v + 2})
	}
	return labelled(method.Joined(nodes, edges, pair))
}

// halves returns the complete bipartite graph of even and odd nodes, without and with one edge.
func halves(gdp.Relation) ([2]*graph.Network, error) {
	var edges []graph.Edge
	for u := int32(0); u < nodes; u += 2 {
		for v := int32(1); v < nodes; v += 2 {
			if e := (graph.Edge{U: u, V: v}); e != pair {
				edges = append(edges, e)
			}
		}
	}
	return labelled(method.Joined(nodes, edges, pair))
}

// apart returns two nodes with seven separate neighbours each, without and with their edge.
func apart(gdp.Relation) ([2]*graph.Network, error) {
	var edges []graph.Edge
	for v := range int32(7) {
		edges = append(edges, graph.Edge{U: 0, V: v + 2}, graph.Edge{U: 1, V: v + 9})
	}
	return labelled(method.Joined(nodes, edges, pair))
}

// around is the number of next nodes on the ring to which each node is joined in [fringe].
const around = 8

// fringe returns two nodes, without and with their edge, apart from a ring of all others, in which
// each has many neighbours.
func fringe(gdp.Relation) ([2]*graph.Network, error) {
	var edges []graph.Edge
	for u := range int32(nodes - 2) {
		for k := range int32(around) {
			edges = append(edges, graph.Edge{U: 2 + u, V: 2 + (u+k+1)%(nodes-2)})
		}
	}
	return labelled(method.Joined(nodes, edges, pair))
}

// hub returns a node that is isolated or joined to 40 others.
func hub(rel gdp.Relation) ([2]*graph.Network, error) { return labelled(method.Hub()(rel)) }

// owner returns a node of one class or the other, or a node that is absent or present.
func owner(rel gdp.Relation) ([2]*graph.Network, error) {
	list, err := hub(rel)
	if err == nil && rel == gdp.NodeLevel {
		list[1].Labels[0] = 1
	}
	return list, err
}

// all returns a clique, and a node that is isolated or joined to the whole clique.
func all(rel gdp.Relation) ([2]*graph.Network, error) {
	return center(rel, func(u, v int32) bool { return true })
}

// wheel returns a triangle-free graph of all others, each second one joined to all between, and a
// node that is isolated or joined to all of them: each triangle has the node, and each other node
// is in few.
func wheel(rel gdp.Relation) ([2]*graph.Network, error) {
	return center(rel, func(u, v int32) bool { return (u+v)%2 == 1 })
}

// center returns a node that is isolated or joined to all others.
func center(rel gdp.Relation, joined func(u, v int32) bool) (worlds [2]*graph.Network, err error) {
	var edges, more []graph.Edge
	const last = nodes - 1
	for u := range int32(last) {
		for v := range u {
			if joined(u, v) {
				edges = append(edges, graph.Edge{U: v, V: u})
			}
		}
		more = append(more, graph.Edge{U: u, V: last})
	}
	if worlds, err = method.Joined(nodes, edges, more...); err == nil && rel == gdp.NodeUnbounded {
		var few [2]*graph.Network
		few, err = method.Joined(last, edges)
		worlds[0] = few[0]
	}
	return worlds, err
}

// crowd returns a node that is isolated or joined to all of a clique.
func crowd(rel gdp.Relation) ([2]*graph.Network, error) {
	var edges []graph.Edge
	for u := int32(1); u <= 32; u++ {
		for v := int32(1); v < u; v++ {
			edges = append(edges, graph.Edge{U: v, V: u})
		}
	}
	return method.Hub(edges...)(rel)
}

// look returns the values of an answer, at most as many as an audit can use, always in the same
// number.
func look(o method.Outcome) ([]float64, error) {
	values, err := answered(o)
	if err != nil || len(values) == 1 {
		return values, err
	}
	return append(slices.Clone(values), make([]float64, nodes)...)[:nodes], nil
}

// answered returns the values of an answer.
func answered(o method.Outcome) ([]float64, error) {
	answer, ok := o.Release.(release.Statistics)
	if !ok {
		return nil, fmt.Errorf("question: a release of kind %v, want an answer", o.Release.Kind())
	}
	for name, values := range answer {
		if _, err := ask.Find(name); err == nil && len(values) > 0 { // without the ends of intervals
			return values, nil
		}
	}
	return nil, fmt.Errorf("question: an answer without values")
}
