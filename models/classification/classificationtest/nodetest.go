// Package classificationtest holds set-up and checks shared by the tests of node classifiers.
package classificationtest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Blocks returns a network of two classes with the given number of nodes. Two nodes of one class
// are joined with probability inside, others with probability across. A node has 4 of 20 words,
// each from its own class with probability own, so that at 1/2 words carry no information. It
// panics if a probability is out of range.
func Blocks(each int, inside, across, own float64, seed uint64) *graph.Network {
	r := rand.New(rand.NewPCG(seed, 5))
	net, err := gen.SBM([]int{each, each}, [][]float64{{inside, across}, {across, inside}}, r)
	if err != nil {
		panic(err)
	}
	if net.Attrs, err = gen.Words(net.Labels, 2, gen.Vocabulary{Columns: 20, PerNode: 4, OwnShare: own}, r); err != nil {
		panic(err)
	}
	net.Classes = []string{"a", "b"}
	return net
}

// Protect opens a seeded session. With private ids, the network's ids are the universe.
func Protect(t testing.TB, net *graph.Network, rel gdp.Relation, b gdp.Budget, options ...gdp.Option) *gdp.Session {
	t.Helper()
	options = append([]gdp.Option{gdp.Seed(3)}, options...)
	if rel == gdp.NodeUnbounded {
		options = append(options, gdp.Nodes(net.Graph.N()))
	}
	s := must.Get(gdp.Protect(net, rel, b, options...))(t)
	return s
}

// Accuracy returns the share of test nodes that the outcome classifies correctly. It panics if the
// outcome is no classifier.
func Accuracy(o method.Outcome, net *graph.Network) float64 {
	c, right := o.Release.(release.Classifier), 0
	for _, u := range c.Split.Test {
		scores, err := c.Scores(net, u)
		if err != nil {
			panic(err)
		}
		if int32(slices.Index(scores, slices.Max(scores))) == net.Labels[u] {
			right++
		}
	}
	return float64(right) / float64(len(c.Split.Test))
}

// EachEdge calls seen with the answers on a graph and on the graph without each of its edges in
// turn.
func EachEdge(t testing.TB, g *graph.Graph, ask func(*gdp.Data) ([]float64, error), seen func(e graph.Edge, with, without []float64)) {
	t.Helper()
	answer := func(edges []graph.Edge) []float64 {
		t.Helper()
		h, _ := must.Two(graph.FromEdges(g.N(), edges, graph.Options{}))(t)
		x := must.Get(ask(&gdp.Data{Network: &graph.Network{Graph: h}}))(t)
		return x
	}
	var edges []graph.Edge
	for u, v := range g.Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	with := answer(edges)
	for i, e := range edges {
		seen(e, with, answer(slices.Delete(slices.Clone(edges), i, i+1)))
	}
}
