package dpgs

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// leaves is the number of leaves of each of the two hubs.
const leaves = 800

// byWalks attacks sums over walks of two steps: an edge between two hubs changes them by the hubs'
// degrees. The network keeps its initial weights, and its output for the sums determines the
// clusters.
var byWalks = method.Attack{
	Worlds:   "two hubs with 800 nodes each, all of one word for a hub and another for each hub's nodes; the hubs have an edge or none",
	Looks:    "the clusters of both hubs",
	Settings: []string{"Clusters=4", "Dim=8", "Width=16", "Steps=1", "Rate=1e-9", "Refined=0", "Start=3"},
	Make: func(gdp.Relation) (worlds [2]*graph.Network, err error) {
		const n = 2 + 2*leaves
		var edges []graph.Edge
		offsets, words := []int64{0, 1, 2}, []int32{0, 0}
		for u := range int32(2 * leaves) {
			edges = append(edges, graph.Edge{U: u % 2, V: 2 + u})
			words = append(words, 1+u%2)
			offsets = append(offsets, int64(len(words)))
		}
		if worlds, err = method.Joined(n, edges, graph.Edge{U: 0, V: 1}); err != nil {
			return worlds, err
		}
		x, err := graph.NewAttributes(3, offsets, words, slices.Repeat([]float32{1}, n))
		for _, w := range worlds {
			w.Attrs, w.Labels, w.Classes = x, make([]int32, n), []string{"0", "1"}
		}
		return worlds, err
	},
	Look: func(o method.Outcome) ([]float64, error) {
		for _, r := range o.Also {
			t, ok := r.(release.Statistics)
			if !ok || len(t["cluster"]) < 2 {
				continue
			}
			var seen []float64
			for _, own := range t["cluster"][:2] {
				for c := range 4 {
					seen = append(seen, map[bool]float64{true: 1}[int(own) == c])
				}
			}
			return seen, nil
		}
		return nil, fmt.Errorf("dpgs: the attack needs released clusters, and the outcome has none")
	},
}

// onCounts is the audit attack on the method: nodes have one of two words, random edges join nodes
// of the same word, and the graphs differ in one such edge.
var onCounts = method.Attack{
	Worlds:   "64 nodes of two words, random edges between those of a word; nodes 0 and 1, of the same word, have an edge or none",
	Looks:    "how many edges the summary has between the clusters of nodes 0 and 1, beyond those that are there in both worlds, and edges of the graph; or noisy degrees of the two, edges of their kind, triangles, and what the pair answered",
	Settings: []string{"Clusters=2", "Dim=4"}, Make: worlds, Look: look,
}

func worlds(rel gdp.Relation) ([2]*graph.Network, error) {
	nets, err := method.Star(rel)
	if err != nil {
		return nets, err
	}
	n := nets[0].Graph.N()
	offsets, words, labels := make([]int64, n+1), make([]int32, n), make([]int32, n)
	for u := range n {
		labels[u] = int32(2 * u / n)
		offsets[u+1], words[u] = int64(u)+1, labels[u]
	}
	x, err := graph.NewAttributes(2, offsets, words, slices.Repeat([]float32{1}, n))
	for i := range nets {
		nets[i].Attrs, nets[i].Labels, nets[i].Classes = x, labels, []string{"0", "1"}
	}
	return nets, err
}

func look(o method.Outcome) ([]float64, error) {
	g, ok := o.Release.(release.Graph)
	if !ok {
		return nil, fmt.Errorf("dpgs: the attack is on a graph, not on %s", o.Release.Kind())
	}
	seen := []float64{float64(g.Graph.M()), float64(g.Graph.Degree(0)), 0}
	answer := 0.0 // of nodes 0 and 1, with randomised response
	for _, r := range o.Also {
		if a, ok := r.(release.Graph); ok && a.Graph.HasEdge(0, 1) {
			answer = 1
		}
	}
	for _, r := range o.Also {
		t, ok := r.(release.Statistics)
		if ok && len(t["degrees"]) > 1 { // strict: 0 and 1 are the first of equal rows, each nearest to the other
			return []float64{t["degrees"][0], t["degrees"][1], t["kinds"][0], t["triangles"][0], answer}, nil
		}
		if !ok || len(t["cluster"]) == 0 {
			continue
		}
		nets, err := worlds(gdp.EdgeLevel)
		if err != nil {
			return nil, err
		}
		ends := func(u, v float64) [2]float64 { return [2]float64{min(u, v), max(u, v)} }
		cluster := t["cluster"]
		pair := ends(cluster[0], cluster[1])
		for i, edges := range t["edges"] {
			if ends(t["from"][i], t["to"][i]) == pair {
				seen[2] += edges
			}
		}
		for u, v := range nets[0].Graph.Edges() {
			if ends(cluster[u], cluster[v]) == pair {
				seen[2]--
			}
		}
	}
	return seen, nil
}
