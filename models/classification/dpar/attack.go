package dpar

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// attack observes how the classifier scores a word that only one node has.
var attack = method.Attack{
	Worlds:   "60 nodes; the last is joined to six others and has a word that nobody else has, 300 times, or it is absent (node-unbounded), or alone without a word (node)",
	Looks:    "how the classifier takes a node with that word, and the word's weights along those of the classes",
	Settings: method.AllLearn,
	Make:     worlds,
	Look:     look,
}

// ofSteps attacks the paper's modes: a single step on all roots, which the word changes if it is in
// their rows.
var ofSteps = attack.With(2000, "Epochs=1", "Rate=1.5", "Keep=32", "Subsample=0.5")

// onSums attacks class sums.
var onSums = method.OnWord().With(4000)

// onMajority attacks the majority class.
var onMajority = method.Attack{
	Worlds: method.OnWord().Worlds, Looks: "the class of all nodes", Runs: 4000, Settings: method.AllLearn, Make: method.IsolatedWord,
	Look: method.ScoresOf(0),
}

const attacked = 60 // nodes of the attack graphs

// worlds returns a pair of neighbouring graphs under either relation. There are two classes with
// one word each, and one class is rare. Only in graph 1 has the last node a word and edges. The
// word's value is so large that it dominates the mixed output of any root with this node in its
// row.
func worlds(rel gdp.Relation) (pair [2]*graph.Network, err error) {
	const words, victim = 3, attacked - 1
	for world := range pair {
		n := attacked
		if world == 0 && rel == gdp.NodeUnbounded {
			n = victim
		}
		var edges []graph.Edge
		offsets, columns, values, labels := []int64{0}, []int32{}, []float32{}, []int32{}
		for u := range int32(n) {
			label := int32(0)
			if u%20 == 19 { // includes node 59
				label = 1
			}
			switch {
			case u < victim:
				columns, values = append(columns, label), append(values, 1)
				edges = append(edges, graph.Edge{U: u, V: (u + 2) % victim})
			case world == 1:
				columns, values = append(columns, 2), append(values, 300)
				for v := range int32(6) {
					edges = append(edges, graph.Edge{U: u, V: v})
				}
			default:
				label = 0
			}
			offsets, labels = append(offsets, int64(len(columns))), append(labels, label)
		}
		g, _, err := graph.FromEdges(n, edges, graph.Options{})
		if err != nil {
			return pair, err
		}
		x, err := graph.NewAttributes(words, offsets, columns, values)
		if err != nil {
			return pair, err
		}
		pair[world] = &graph.Network{Graph: g, Attrs: x, Labels: labels, Classes: []string{"0", "1"}}
	}
	return pair, nil
}

// look returns the difference of the scores of an isolated node with the victim's word, and the dot
// product of that word's weights with the difference of the classes' weights, the direction in
// which a gradient moves them.
func look(o method.Outcome) ([]float64, error) {
	c, ok := o.Release.(release.Classifier)
	if !ok {
		return nil, fmt.Errorf("dpar: the attack is on a classifier, not on %s", o.Release.Kind())
	}
	x, err := graph.NewAttributes(3, []int64{0, 1}, []int32{2}, []float32{1})
	if err != nil {
		return nil, err
	}
	g, _, err := graph.FromEdges(1, nil, graph.Options{})
	if err != nil {
		return nil, err
	}
	scores, err := c.Scores(&graph.Network{Graph: g, Attrs: x}, 0)
	if err != nil {
		return nil, err
	}
	found := []float64{float64(scores[1] - scores[0])}
	if m, ok := c.Model.(*Model); ok {
		along := 0.0
		for j, w := range m.Weights[2*m.Hidden : 3*m.Hidden] {
			along += float64(w) * float64(m.second()[2*j+1]-m.second()[2*j])
		}
		found = append(found, along)
	}
	return found, nil
}
