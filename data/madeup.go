package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
)

var madeUp = Entry{
	Name: "made-up", Title: "a block model with words: made by a program, and known in full",
	Nodes: 2000, Edges: 5922, Attributes: 200, Classes: 4,
	Licence:  "none needed: made by a program",
	Citation: "none: a stochastic block model; P. W. Holland, K. B. Laskey, S. Leinhardt, Stochastic blockmodels: first steps, Social Networks 5, 1983",
	Notes: "Part of the program: needs no file. Four blocks of 500 nodes; an edge within a block has probability 0.009, between blocks 0.001. " +
		"Each node has 10 of 200 words: one of the 50 words of its block with probability 0.5, else one of the others. " +
		"Not a real graph: it shows that a method works, and nothing of how it does on data.",
}

// MadeUp returns a graph for node classification without real data: a block model with words that
// depend on a node's block. It is the same on every call, built in, and needs no file.
func MadeUp() *Dataset {
	return made(madeUp, 2000, func(r *rand.Rand) (*graph.Network, error) {
		net, err := blocks([]int{500, 500, 500, 500}, 0.009, 0.001, r)
		return words(net, err, madeUp, 10, 0.5, r)
	})
}

// planted lists graphs of random models with known structure. Rules and constants of strict modes
// are tuned on them, never on real graphs.
var planted = []struct {
	Entry
	draw func(e Entry, r *rand.Rand) (*graph.Network, error)
}{
	{Entry{Name: "made-blocks", Title: "a stochastic block model: ten equal communities", Nodes: 2500, Edges: 24900, Classes: 10},
		func(_ Entry, r *rand.Rand) (*graph.Network, error) {
			return blocks(slices.Repeat([]int{250}, 10), 0.06, 0.0022, r)
		}},
	{Entry{Name: "made-communities", Title: "communities and degrees with power laws, as in the LFR benchmark: 30 % of edges leave their community", Nodes: 3000, Edges: 16865, Classes: 40},
		func(_ Entry, r *rand.Rand) (*graph.Network, error) { return communities(3000, 40, 12, 0.3, r) }},
	{Entry{Name: "made-clusters", Title: "a power law of degrees with many triangles", Nodes: 3000, Edges: 15187},
		func(_ Entry, r *rand.Rand) (*graph.Network, error) {
			g, err := gen.ChungLu(tails(3000, 10, r), r)
			if err == nil {
				g, err = gen.Close(g, 12000, r)
			}
			return &graph.Network{Graph: g}, err
		}},
	{Entry{Name: "made-hubs", Title: "a recursive matrix (R-MAT) with the quadrants of Graph500", Nodes: 4096, Edges: 31786},
		func(_ Entry, r *rand.Rand) (*graph.Network, error) {
			g, _, err := gen.RMAT(12, 40000, gen.Graph500(), graph.Options{}, r)
			return &graph.Network{Graph: g}, err
		}},
	{Entry{Name: "made-ring", Title: "a small-world graph (Watts and Strogatz): a ring lattice with 10 % of its edges rewired", Nodes: 2000, Edges: 10000},
		func(_ Entry, r *rand.Rand) (*graph.Network, error) {
			g, err := gen.WattsStrogatz(2000, 10, 0.1, r)
			return &graph.Network{Graph: g}, err
		}},
	{Entry{Name: "made-links", Title: "classes that edges show and words hardly do", Nodes: 3000, Edges: 23313, Attributes: 300, Classes: 6},
		func(e Entry, r *rand.Rand) (*graph.Network, error) {
			net, err := communities(3000, 6, 16, 0.2, r)
			return words(net, err, e, 12, 0.25, r)
		}},
	{Entry{Name: "made-words", Title: "classes that words show and edges hardly do", Nodes: 3000, Edges: 11847, Attributes: 300, Classes: 6},
		func(e Entry, r *rand.Rand) (*graph.Network, error) {
			net, err := communities(3000, 6, 8, 0.6, r)
			return words(net, err, e, 12, 0.45, r)
		}},
}

// made samples the graph of an entry, the same on every call.
func made(e Entry, seed uint64, draw func(r *rand.Rand) (*graph.Network, error)) *Dataset {
	net, err := draw(rand.New(rand.NewPCG(seed, 4)))
	if err != nil {
		panic(fmt.Sprintf("data: %s: %v", e.Name, err)) // an invalid number in the entry
	}
	net.Classes = numbered(e.Classes)
	return &Dataset{Entry: e, Network: *net}
}

// blocks samples a block model with two edge probabilities.
func blocks(sizes []int, inside, outside float64, r *rand.Rand) (*graph.Network, error) {
	p := make([][]float64, len(sizes))
	for a := range p {
		p[a] = slices.Repeat([]float64{outside}, len(sizes))
		p[a][a] = inside
	}
	return gen.SBM(sizes, p, r)
}

// tails samples weights from a power law with exponent 2.5 and the given mean; the largest is at
// most 30 times the smallest.
func tails(n int, mean float64, r *rand.Rand) []float64 {
	weights, sum := make([]float64, n), 0.0
	for u := range weights {
		weights[u] = min(30, math.Pow(1-r.Float64(), -1/1.5))
		sum += weights[u]
	}
	for u := range weights {
		weights[u] *= mean * float64(n) / sum
	}
	return weights
}

// communities samples a degree-corrected block model. Degrees and community sizes follow power
// laws; a share mixing of the edges ignores the communities.
func communities(n, count int, mean, mixing float64, r *rand.Rand) (*graph.Network, error) {
	sizes, theta, labels := tails(count, 1, r), tails(n, mean, r), make([]int32, n)
	within := make([]float64, count) // weights of a community's nodes
	for u := range labels {
		at := r.Float64() * float64(count)
		for at >= sizes[labels[u]] && int(labels[u]) < count-1 {
			at -= sizes[labels[u]]
			labels[u]++
		}
		within[labels[u]] += theta[u]
	}
	rates, all := make([][]float64, count), mean*float64(n)
	for a := range rates {
		rates[a] = slices.Repeat([]float64{mixing / all}, count)
		if within[a] > 0 {
			rates[a][a] += (1 - mixing) / within[a]
		}
	}
	return gen.DegreeCorrectedSBM(labels, theta, rates, r)
}

// words adds words that depend on the classes.
func words(net *graph.Network, err error, e Entry, each int, own float64, r *rand.Rand) (*graph.Network, error) {
	if err == nil {
		net.Attrs, err = gen.Words(net.Labels, e.Classes, gen.Vocabulary{Columns: e.Attributes, PerNode: each, OwnShare: own}, r)
	}
	return net, err
}
