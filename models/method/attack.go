package method

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/release"
)

// Attack describes an audit of a mode: two neighbouring graphs, settings, and the numbers of a
// release that an attacker uses.
type Attack struct {
	Worlds, Looks string // description
	// Settings change the mode's settings for the audit, such as "Epochs=1": a guarantee holds for
	// all settings. A mode ignores settings that it does not have.
	Settings []string
	Runs     int // default number of runs; 0 for [DefaultRuns]
	// On returns the attack for a configuration, if no single pair of graphs suits all; nil for
	// this attack.
	On func(config any) (Attack, error)
	// Make returns two neighbouring graphs under the relation, called worlds. See [Protect].
	Make func(rel gdp.Relation) ([2]*graph.Network, error)
	// Look returns numbers that distinguish the two graphs, the same count for every outcome of a
	// configuration. A single number is the attacker's score; for several the audit learns a score.
	Look func(o Outcome) ([]float64, error)
}

// DefaultRuns is the default number of runs of an audit, half of them on each graph.
const DefaultRuns = 1000

// With returns the attack with additional settings and a default number of runs.
func (a Attack) With(runs int, settings ...string) *Attack {
	a.Runs, a.Settings = runs, slices.Concat(a.Settings, settings)
	return &a
}

// Config returns the configuration of an audited mode.
func (a Attack) Config(m Mode) (any, error) { return SetKnown(m.Config(), a.Settings...) }

// Against returns the attack for a configuration.
func (a Attack) Against(config any) (Attack, error) {
	if a.On == nil {
		return a, nil
	}
	return a.On(config)
}

// AllLearn are settings under which a classifier trains on all of 60 nodes but one, including the
// last. They select pure Go, because compilation takes longer than such a run.
var AllLearn = []string{"Split.Share=0.99", "Split.Seed=3", "Backend=go"}

// OnWord attacks classifiers that read a node's own features.
func OnWord() Attack {
	return Attack{
		Worlds:   "60 nodes of two classes with a word each; the last has its own word, with a large value, and is of class 1 or 0 (node), or there or absent (node-unbounded), or has an edge or none (edge)",
		Looks:    "how the classifier takes a node with that word",
		Settings: AllLearn, Make: IsolatedWord, Look: lookAtClassifier,
	}
}

// AttackOn returns the attack on releases of a kind.
func AttackOn(kind release.Kind) (Attack, error) {
	switch kind {
	case release.KindGraph:
		return Attack{Worlds: starWorlds, Looks: "edges, isolated nodes and the degrees of the first and the last node of the graph", Make: Star, Look: lookAtGraph}, nil
	case release.KindGraphs:
		return Attack{Worlds: starWorlds, Looks: "edges, isolated nodes and the degrees of the first and the last node of the first graph", Make: Star, Look: lookAtGraphs}, nil
	case release.KindEmbedding:
		return Attack{Worlds: starWorlds, Looks: "how long the rows of nodes 0 and 1 are, and the score of the pair", Make: Star, Look: lookAtEmbedding}, nil
	case release.KindClassifier:
		return OnWord(), nil
	}
	return Attack{}, fmt.Errorf("method: no attack on %s", kind)
}

const starWorlds = "64 nodes, random edges; node 0 is joined to others or to nobody, to 1 at edge level and to 40 at node level; or the last node is joined to 40 or absent (node-unbounded), or there is no graph (graph-unbounded)"

// Star returns the pair of graphs of [Hub], with random other edges.
func Star(rel gdp.Relation) ([2]*graph.Network, error) {
	r := rand.New(rand.NewPCG(6, 4))
	var rest []graph.Edge
	for range 300 {
		rest = append(rest, graph.Edge{U: 2 + int32(r.IntN(hubNodes-2)), V: 2 + int32(r.IntN(hubNodes-2))})
	}
	return Hub(rest...)(rel)
}

const hubNodes = 64

// Hub returns a pair of neighbouring graphs of 64 nodes. In graph 1 a hub has neighbours, one at
// edge level and 40 otherwise; in graph 0 it has none. The other edges are those of rest, which has
// no edge of the hub. The hub is node 0, or under node-unbounded the last node, which is absent
// from graph 0. Under graph-unbounded graph 0 is nil.
func Hub(rest ...graph.Edge) func(rel gdp.Relation) ([2]*graph.Network, error) {
	return func(rel gdp.Relation) (worlds [2]*graph.Network, err error) {
		const arms, last = 40, hubNodes - 1
		var more []graph.Edge
		for v := range int32(arms) {
			switch {
			case rel == gdp.NodeUnbounded:
				more = append(more, graph.Edge{U: v, V: last})
			case rel != gdp.EdgeLevel || v == 0:
				more = append(more, graph.Edge{U: 0, V: v + 1})
			}
		}
		if rel == gdp.NodeUnbounded {
			rest = slices.DeleteFunc(slices.Clone(rest), func(e graph.Edge) bool { return max(e.U, e.V) == last })
		}
		if worlds, err = Joined(hubNodes, rest, more...); err != nil {
			return worlds, err
		}
		switch rel {
		case gdp.NodeUnbounded:
			worlds[0], err = network(last, rest...)
		case gdp.GraphUnbounded:
			worlds[0] = nil
		}
		return worlds, err
	}
}

// Joined returns two graphs of n nodes with the same edges, and more edges in the second graph.
func Joined(n int, edges []graph.Edge, more ...graph.Edge) (worlds [2]*graph.Network, err error) {
	if worlds[0], err = network(n, edges...); err == nil {
		worlds[1], err = network(n, slices.Concat(edges, more)...)
	}
	return worlds, err
}

// network returns a graph without attributes.
func network(n int, edges ...graph.Edge) (*graph.Network, error) {
	g, _, err := graph.FromEdges(n, edges, graph.Options{})
	return &graph.Network{Graph: g}, err
}

// TwoClasses returns a network with alternating classes. word returns each node's only feature: its
// column, below 0 for none, and its value.
func TwoClasses(n, words int, edges []graph.Edge, word func(u int) (column int32, value float32)) (*graph.Network, error) {
	w, err := network(n, edges...)
	if err == nil && word == nil {
		err = errors.New("method: no words")
	}
	if err != nil {
		return nil, err
	}
	w.Labels, w.Classes = make([]int32, n), []string{"0", "1"}
	offsets, columns, values := []int64{0}, []int32{}, []float32{}
	for u := range n {
		w.Labels[u] = int32(u % 2)
		if column, value := word(u); column >= 0 {
			columns, values = append(columns, column), append(values, value)
		}
		offsets = append(offsets, int64(len(columns)))
	}
	w.Attrs, err = graph.NewAttributes(words, offsets, columns, values)
	return w, err
}

// isolatedNodes is the number of nodes of [IsolatedWord].
const isolatedNodes = 60

// IsolatedWord returns neighbouring graphs: two classes with a word each, and a last node with its
// own word. At node level its class changes, or the node is removed; at edge level it has an edge
// or none.
func IsolatedWord(rel gdp.Relation) (worlds [2]*graph.Network, err error) {
	const victim = isolatedNodes - 1
	for world := range worlds {
		n, edges := isolatedNodes, []graph.Edge(nil)
		if rel == gdp.NodeUnbounded {
			n -= 1 - world
		}
		if rel == gdp.EdgeLevel && world == 1 {
			edges = append(edges, graph.Edge{U: 0, V: victim})
		}
		worlds[world], err = TwoClasses(n, 3, edges, func(u int) (int32, float32) {
			if u == victim {
				return 2, 300 // only the clip bounds its effect
			}
			return int32(u % 2), 1
		})
		if err != nil {
			return worlds, err
		}
		if rel == gdp.NodeLevel {
			worlds[world].Labels[victim] = int32(world)
		}
	}
	return worlds, nil
}

// ReleaseOf returns the release of an outcome as the type that an attack needs.
func ReleaseOf[R release.Release](o Outcome) (r R, err error) {
	r, ok := o.Release.(R)
	if !ok {
		return r, fmt.Errorf("method: the attack is on a %T, not on a %T", r, o.Release)
	}
	return r, nil
}

func lookAtGraph(o Outcome) ([]float64, error) {
	g, err := ReleaseOf[release.Graph](o)
	if err != nil {
		return nil, err
	}
	return lookAt(g.Graph), nil
}

func lookAtGraphs(o Outcome) ([]float64, error) {
	all, err := ReleaseOf[release.Graphs](o)
	if err != nil || all.Collection == nil || len(all.Graphs) == 0 {
		return nil, errors.Join(err, errors.New("method: no graphs to attack"))
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
	return []float64{float64(g.M()), float64(isolated), float64(g.Degree(0)), float64(g.Degree(int32(g.N()) - 1))}
}

func lookAtEmbedding(o Outcome) ([]float64, error) {
	x, err := ReleaseOf[release.Embedding](o)
	if err != nil {
		return nil, err
	}
	score, err := x.Scores()
	if err != nil {
		return nil, err
	}
	if x.Other != nil {
		score = x.Both
	}
	return []float64{x.Dot(0, 0), x.Dot(1, 1), score(0, 1)}, nil
}

func lookAtClassifier(o Outcome) ([]float64, error) {
	c, err := ReleaseOf[release.Classifier](o)
	if err != nil {
		return nil, err
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
