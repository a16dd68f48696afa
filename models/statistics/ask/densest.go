package ask

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// DensestPart lists the nodes of a dense subgraph: first its density, edges divided by nodes, then
// the core number of each of its nodes.
var DensestPart = Statistic{
	Name: "densest-part", About: "nodes of a dense subgraph, its density and their core numbers", planned: 1,
	exact: func(net *graph.Network) ([]Value, error) { // of the densest subgraph
		values, err := Density.exact(net)
		for i := range values {
			values[i].Of = edgesOverNodes
		}
		return values, err
	},
	mechanisms: []mechanism{{
		name: "noisy peeling, then edge counts of the remaining subgraphs", relations: edgeLevel,
		why: "peeling nodes of low degree leaves a subgraph at least half as dense as the densest one [Charikar00], up to noise; " +
			"most of ε pays for the peeling, the rest for the edge counts",
		ask: func(q question) ([]Value, []string, error) { return q.densest() },
	}},
	refusals: hiddenCores,
}

// edgesOverNodes is the label of a subgraph's density.
const edgesOverNodes = "noisy edges divided by nodes"

// densest peels the graph, and counts each edge in the last remaining subgraph that has both ends.
func (q question) densest() ([]Value, []string, error) {
	first, rest := (1-capShare)*q.eps, capShare*q.eps
	p := peeling(q.of.Nodes, first)
	peel := gdp.NewPeel(coresLabel, p, first)
	if err := q.s.Affords(peel, gdp.NewDiscreteLaplace("edges within parts", anyCount(q), rest)); err != nil {
		return nil, nil, err
	}
	peeled, err := peel.Draw(q.s)
	if err != nil {
		return nil, nil, err
	}
	shell, size := shells(peeled)
	counts, _, err := q.whole("edges within parts", query.ShellCounts[gdp.L1](q.s.Relation(), shell, len(size)), rest, q.miss)
	if err != nil {
		return nil, nil, err
	}
	scale, parts := 1/float64(rest), len(size)
	best, edges, within, most := 0, 0.0, 0.0, math.Inf(-1)
	for i := parts - 1; i >= 0; i-- {
		edges += counts[i] // within the i-th subgraph
		// The level of the choice is fixed, so that the same subgraph is chosen at any level of the
		// interval.
		if sure := (edges - sumOff(scale, parts-i, (1-Level)/float64(parts))) / size[i]; sure > most {
			best, within, most = i, edges, sure
		}
	}
	pairs := size[best] * (size[best] - 1) / 2
	v := single(within, sumOff(scale, parts-best, q.miss/2/float64(parts))).within(0, pairs)
	// Divide instead of multiplying by a rounded share, so that attained ends stay attained.
	values := []Value{{edgesOverNodes, v.Value / size[best], v.Low / size[best], v.High / size[best]}}
	for u, v := range q.named(coresOf(p, peeled, first, q.miss/2)) {
		if int(shell[u]) >= best {
			v.Of = "core number of " + v.Of
			values = append(values, v)
		}
	}
	facts := append(swept(peeled), fmt.Sprintf("the densest of %d parts has %s nodes", parts, Number(size[best])))
	return values, facts, nil
}

// shells returns the last subgraph that contains each node, and the sizes of all subgraphs. The
// first subgraph is the graph; each next one remains after sweeps that remove at least a twentieth.
func shells(peeled gdp.Peeled) (shell []int32, size []float64) {
	left := float64(len(peeled.By))
	size = []float64{left}
	after := make([]int32, len(peeled.Sweeps)+1) // the last subgraph of the nodes that the i-th sweep removes
	for i, s := range peeled.Sweeps {
		after[i] = int32(len(size) - 1)
		if left -= float64(s.Removed); left >= 2 && left <= 0.95*size[len(size)-1] {
			size = append(size, left)
		}
	}
	after[len(peeled.Sweeps)] = int32(len(size) - 1)
	shell = make([]int32, len(peeled.By))
	for u, by := range peeled.By {
		shell[u] = after[by]
	}
	return shell, size
}

// sumOff bounds the absolute sum of that many independent discrete Laplace samples, except with
// probability miss. By Chernoff's bound P(X ≥ w) ≤ E(e^λX)·e^(-λw) for every λ below 1/scale, where
// one sample has E(e^λX) = (1-a)²/((1-a·e^λ)(1-a·e^-λ)), a = e^(-1/scale).
func sumOff(scale float64, terms int, miss float64) float64 {
	if terms == 1 {
		return wholeOff(scale, miss)
	}
	const steps = 64
	least, rest := math.Inf(1), -math.Expm1(-1/scale) // 1-a
	for i := 1; i < steps; i++ {
		l := float64(i) / steps / scale
		log := 2*math.Log(rest) - math.Log(-math.Expm1(l-1/scale)) - math.Log(-math.Expm1(-l-1/scale))
		least = min(least, (float64(terms)*log+math.Log(2/miss))/l)
	}
	return math.Ceil(least)
}
