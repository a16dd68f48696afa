package data

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph/gen"
)

var madeUp = Entry{
	Name: "made-up", Title: "a block model with words: made by a program, and known in full",
	Nodes: 2000, Edges: 5922, Attributes: 200, Classes: 4,
	Home:     noAddress,
	Licence:  "none needed: made by a program",
	Citation: "none: a stochastic block model; P. W. Holland, K. B. Laskey, S. Leinhardt, Stochastic blockmodels: first steps, Social Networks 5, 1983",
	Notes: "Part of the program: needs no file. Four blocks of 500 nodes; an edge within a block has probability 0.009, between blocks 0.001. " +
		"Each node has 10 of 200 words: one of the 50 words of its block with probability 0.5, else one of the others. " +
		"Not a real graph: it shows that a method works, and nothing of how it does on data.",
}

// MadeUp returns a graph that classifiers of nodes can learn from where no real one is: a
// block model whose nodes have words that depend on their block. It is the same on every
// call, is part of the program and needs no file.
func MadeUp() *Dataset {
	const inside, outside, blocks = 0.009, 0.001, 4
	p := make([][]float64, blocks)
	for a := range p {
		p[a] = []float64{outside, outside, outside, outside}
		p[a][a] = inside
	}
	r := rand.New(rand.NewPCG(2000, 4))
	net, err := gen.SBM([]int{500, 500, 500, 500}, p, r)
	if err == nil {
		net.Attrs, err = gen.Words(net.Labels, blocks, gen.Vocabulary{Columns: madeUp.Attributes, PerNode: 10, OwnShare: 0.5}, r)
	}
	if err != nil {
		panic(fmt.Sprintf("data: made-up: %v", err)) // a number above is wrong
	}
	net.Classes = numbered(blocks)
	return &Dataset{Entry: madeUp, Network: *net}
}
