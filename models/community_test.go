package models

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// communityNetwork returns a graph of 3,000 nodes and about 21,600 edges, for code that depends on
// size and density. It has six communities, hubs of up to 398 edges, a dense core of 80 nodes and
// isolated nodes.
func communityNetwork(t *testing.T) *graph.Network {
	t.Helper()
	const n, communities, core, columns = 3000, 6, 80, 60
	r := rand.New(rand.NewPCG(1, 3000))
	labels, weights, sums := make([]int32, n), make([]float64, n), make([]float64, communities)
	for u := range labels {
		labels[u] = int32(u * u % (communities + 1) % communities)
		weights[u] = math.Min(6/math.Pow(1-r.Float64(), 0.6), 400)
		sums[labels[u]] += weights[u]
	}
	total := 0.0
	for _, x := range sums {
		total += x
	}
	var edges []graph.Edge
	for u := range int32(n) {
		for v := range u {
			p := 0.4 * weights[u] * weights[v] / total
			if labels[u] == labels[v] {
				p += 0.6 * weights[u] * weights[v] / sums[labels[u]]
			}
			if u < core {
				p = 0.7
			}
			if r.Float64() < p && u < n-100 {
				edges = append(edges, graph.Edge{U: v, V: u})
			}
		}
	}
	g, _ := must.Two(graph.FromEdges(n, edges, graph.Options{}))(t)
	offsets, list, values := []int64{0}, []int32{}, []float32{}
	for _, label := range labels {
		var words []int32
		for range 4 + r.IntN(5) {
			word := int32(r.IntN(columns))
			if r.IntN(2) == 0 {
				word = label*(columns/communities) + int32(r.IntN(columns/communities))
			}
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
		slices.Sort(words)
		list = append(list, words...)
		offsets = append(offsets, int64(len(list)))
	}
	for range list {
		values = append(values, 1)
	}
	attrs := must.Get(graph.NewAttributes(columns, offsets, list, values))(t)
	return &graph.Network{Graph: g, Labels: labels, Classes: []string{"a", "b", "c", "d", "e", "f"}, Attrs: attrs}
}
