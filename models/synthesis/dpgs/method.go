package dpgs

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpgs", About: "a synthetic graph by graph summarisation", Paper: "DPGS", Releases: release.KindGraph,
	Attack: &attack, Exhibits: exhibits(), Called: []string{"DPGS"}, Small: []string{"Clusters=4", "Steps=5"},
	Modes: []method.Mode{
		method.Private[Config](method.Published, "published", "the paper as printed: noisy sums, a network trained on cuts, refined clusters, weights and features", gdp.EdgeLevel, Published(), Run).
			ProvingNothing("one edge moves sums over walks of two steps without a useful bound (G3)"),
		method.Private[Config](method.Other, "summary", "clusters of public features, and one noisy table of counts between them", gdp.EdgeLevel, Summary(), Run),
		method.Private[Config](method.Strict, "strict", "noisy degrees, edges by likeness of public features, triangles, and a graph that has these", gdp.EdgeLevel, Strict(), Run),
		method.Private[Config](method.Other, "trained", "clusters by a perceptron on features that noisy gradients of edges train, then the table", gdp.EdgeLevel, Trained(), Run),
		method.Private[Config](method.Other, "noisy-features", "clusters without features, the table, and noisy features of clusters that hide rows", gdp.EdgeLevel, NoisyFeatures(), Run),
		method.Private[Config](method.Control, "random-clusters", "the same with random clusters: the control for clusters", gdp.EdgeLevel, RandomClusters(), Run),
		method.Plain[Unprotected](method.NonPrivate, "nonprivate", "the table of counts without noise", NonPrivate(), RunPlain),
		method.Plain[Unprotected](method.NonPrivate, "nonprivate-published", "the paper's steps without noise", NonPrivatePublished(), RunPlain),
		method.Plain[Unprotected](method.NonPrivate, "strict-nonprivate", "strict without noise", StrictNonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "a noisy number of edges, which are anywhere", gdp.EdgeLevel, Null(), Run),
	},
}

// attack is how audits attack the method: nodes have one of two words, those of the first are
// joined a lot, and the graphs differ in one of their edges.
var attack = method.Attack{
	Worlds: "64 nodes of two words, random edges between those of a word; nodes 0 and 1, of the same word, have an edge or none",
	Looks:  "how many edges the summary has within the word of nodes 0 and 1, and edges of the graph; or noisy degrees of the two, edges of their kind, and triangles",
	Make:   worlds, Look: look,
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
	for _, r := range o.Also {
		t, ok := r.(release.Statistics)
		if ok && len(t["degrees"]) > 1 { // strict: 0 and 1 are the first among equals, each the nearest to the other
			return []float64{t["degrees"][0], t["degrees"][1], t["kinds"][0], t["triangles"][0]}, nil
		}
		if !ok || len(t["cluster"]) == 0 {
			continue
		}
		for i, edges := range t["edges"] {
			if own := t["cluster"][0]; t["from"][i] == own && t["to"][i] == own {
				seen[2] = edges
			}
		}
	}
	return seen, nil
}
