package method

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/release"
)

// Attack is how an audit attacks a method: two neighbouring worlds, and what an attacker
// looks at in a release.
type Attack struct {
	Worlds, Looks string // in words
	// Make returns the worlds, which are neighbours under the relation; see [Protect].
	Make func(rel gdp.Relation) ([2]*graph.Network, error)
	// Look returns numbers that differ between the worlds, if the outcome tells them apart;
	// as many for every outcome of one configuration.
	Look func(o Outcome) ([]float64, error)
}

// AttackOn returns the attack on whatever releases that kind.
func AttackOn(kind release.Kind) (Attack, error) {
	switch kind {
	case release.KindGraph:
		return Attack{starWorlds, "edges, isolated nodes and the degree of node 0 of the graph", Star, lookAtGraph}, nil
	case release.KindGraphs:
		return Attack{starWorlds, "edges, isolated nodes and the degree of node 0 of the first graph", Star, lookAtGraphs}, nil
	case release.KindEmbedding:
		return Attack{starWorlds, "how long the rows of nodes 0 and 1 are, and the score of the pair", Star, lookAtEmbedding}, nil
	case release.KindClassifier:
		return Attack{
			"60 nodes; node 0 has its own word and class 1, or no word and class 0",
			"how the classifier takes a node with that word", LonelyWord, lookAtClassifier,
		}, nil
	}
	return Attack{}, fmt.Errorf("method: no attack on %s", kind)
}

const starWorlds = "64 nodes; node 0 is joined to others or to nobody: to 1 at edge level, to 40 at node level; where a graph comes or goes, that graph or none"

// Star returns a node joined to others in world 1, to nobody in world 0: to one other at edge
// level, else to 40. The others are a random graph. Where one graph of a collection is there or
// not, world 0 is nil: no graph.
func Star(rel gdp.Relation) (worlds [2]*graph.Network, err error) {
	n, arms := 64, int32(40)
	if rel == gdp.EdgeLevel {
		arms = 1
	}
	r := rand.New(rand.NewPCG(6, 4))
	var rest []graph.Edge
	for range 300 {
		rest = append(rest, graph.Edge{U: 2 + int32(r.IntN(n-2)), V: 2 + int32(r.IntN(n-2))})
	}
	for world := range worlds {
		edges := slices.Clone(rest)
		for v := int32(1); v <= arms && world == 1; v++ {
			edges = append(edges, graph.Edge{U: 0, V: v})
		}
		g, _, err := graph.FromEdges(n, edges, graph.Options{})
		if err != nil {
			return worlds, err
		}
		worlds[world] = &graph.Network{Graph: g}
	}
	if rel == gdp.GraphUnbounded {
		worlds[0] = nil
	}
	return worlds, nil
}

// lonelyNodes is the number of nodes of [LonelyWord].
const lonelyNodes = 60

// LonelyWord returns two classes with a word each, and a node that has its own word in
// world 1 alone: neighbours at node level.
func LonelyWord(gdp.Relation) (worlds [2]*graph.Network, err error) {
	const words = 3
	g, _, err := graph.FromEdges(lonelyNodes, nil, graph.Options{})
	if err != nil {
		return worlds, err
	}
	for world := range worlds {
		offsets, columns, labels := []int64{0}, []int32{}, make([]int32, lonelyNodes)
		for u := range int32(lonelyNodes) {
			switch {
			case u > 0:
				labels[u] = u % 2
				columns = append(columns, labels[u])
			case world == 1:
				labels[u] = 1
				columns = append(columns, 2)
			}
			offsets = append(offsets, int64(len(columns)))
		}
		attrs, err := graph.NewAttributes(words, offsets, columns, slices.Repeat([]float32{1}, len(columns)))
		if err != nil {
			return worlds, err
		}
		worlds[world] = &graph.Network{Graph: g, Attrs: attrs, Labels: labels, Classes: []string{"0", "1"}}
	}
	return worlds, nil
}

func lookAtGraph(o Outcome) ([]float64, error) {
	g, ok := o.Release.(release.Graph)
	if !ok {
		return nil, fmt.Errorf("method: the attack is on a graph, not on %s", o.Release.Kind())
	}
	return lookAt(g.Graph), nil
}

func lookAtGraphs(o Outcome) ([]float64, error) {
	all, ok := o.Release.(release.Graphs)
	if !ok || all.Collection == nil || len(all.Graphs) == 0 {
		return nil, fmt.Errorf("method: the attack is on graphs, not on %s, or there are none", o.Release.Kind())
	}
	return lookAt(all.Graphs[0].Graph), nil
}

func lookAt(g *graph.Graph) []float64 {
	isolated := 0
	for _, d := range g.Degrees() {
		if d == 0 {
			isolated++
		}
	}
	return []float64{float64(g.M()), float64(isolated), float64(g.Degree(0))}
}

func lookAtEmbedding(o Outcome) ([]float64, error) {
	x, ok := o.Release.(release.Embedding)
	if !ok {
		return nil, fmt.Errorf("method: the attack is on an embedding, not on %s", o.Release.Kind())
	}
	pair := x.Score(0, 1)
	if x.Other != nil {
		pair = x.Both(0, 1)
	}
	return []float64{x.Dot(0, 0), x.Dot(1, 1), pair}, nil
}

func lookAtClassifier(o Outcome) ([]float64, error) {
	c, ok := o.Release.(release.Classifier)
	if !ok {
		return nil, fmt.Errorf("method: the attack is on a classifier, not on %s", o.Release.Kind())
	}
	probe, err := graph.NewAttributes(3, []int64{0, 1}, []int32{2}, []float32{1})
	if err != nil {
		return nil, err
	}
	g, _, err := graph.FromEdges(1, nil, graph.Options{})
	if err != nil {
		return nil, err
	}
	scores, err := c.Scores(&graph.Network{Graph: g, Attrs: probe}, 0)
	if err != nil {
		return nil, err
	}
	return []float64{float64(scores[1] - scores[0])}, nil
}
