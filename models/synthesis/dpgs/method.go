package dpgs

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpgs", About: "synthetic graphs by graph summarisation: node clusters and noisy edge counts between them", Paper: "DPGS", Releases: release.KindGraph,
	Attack: onCounts.With(4000), Exhibits: exhibits(), Called: map[string]string{"DPGS": "published"}, Small: []string{"Clusters=4", "Steps=5"},
	Modes: []method.Mode{
		Published.Mode, Summary.Mode, Strict.Mode, RandomClusters.Mode, NonPrivatePublished.Mode, StrictNonPrivate.Mode, Null.Mode,
	},
}

// The modes.
var (
	// Published has the paper's β, the one setting that it gives, and as many clusters as Cora has
	// classes; with more the loss tends to put all nodes into one, without noise as well.
	Published = method.NewPrivate("dpgs", method.Mode{
		Role: method.Published, Name: "published", About: "Algorithms 1 to 4: clusters trained on cuts, noisy weights and features", Relation: gdp.EdgeLevel,
		Unproved: "one edge changes the sums over two-step walks, without a useful bound (G3)", Attack: &byWalks, Featured: true,
	}, printed, runPaper)
	Summary = method.NewPrivate("dpgs", method.Mode{
		Role: method.Other, Name: "summary", About: "k-means on public features, then noisy edge counts between clusters", Relation: gdp.EdgeLevel, Featured: true,
	}, Features{Partition: Partition{Clusters: 30}, Rounds: 20, Dim: 64, Candidates: 3, CountShare: 1}, runFeatures) // hops and refinement cost more than they give
	// Strict has shares that were chosen on cora-ml, which is not among the paper's graphs, and a
	// rule for pairs that was chosen on generated graphs.
	Strict = method.NewPrivate("dpgs", method.Mode{
		Role: method.Strict, Name: "strict", About: "noisy degrees, edges by feature similarity, triangles; for large ε randomised response", Relation: gdp.EdgeLevel, Edition: 4,
	}, Similar{Pairs: pairs, Low: 32, DegreeShare: 0.7, LowShare: 0.05, KindShare: 0.05, TriangleShare: 0.2, Counts: 0.8, Least: 2.6, Turned: 256}, runSimilar)
	RandomClusters = method.NewPrivate("dpgs", method.Mode{
		Role: method.Control, Name: "random-clusters", About: "control for the clustering: summary with random clusters", Relation: gdp.EdgeLevel,
	}, Ids{Partition: Partition{Clusters: 30}}, runIds)
	NonPrivatePublished = method.NewPlain("dpgs", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate-published", About: "published without noise; no upper bound", Featured: true,
	}, PaperExact(printed), runPaperExact)
	StrictNonPrivate = method.NewPlain("dpgs", method.Mode{
		Role: method.NonPrivate, Name: "strict-nonprivate", About: "strict's statistics without noise; at large ε strict can be better",
	}, Known{pairs}, runKnown)
	Null = method.NewPrivate("dpgs", method.Mode{
		Role: method.Null, Name: "null", About: "uniform random graph; knows the node set and a noisy edge count", Relation: gdp.EdgeLevel,
	}, Uniform{null.Graphs{Shape: null.Uniform, Theta: 1 << 30}}, runUniform)
)

var (
	printed = Paper{
		Partition: Partition{Clusters: 7}, Dim: 64, Hops: 2, Width: 64, Steps: 100, Rate: 1e-2, Clip: 1,
		Refined: 0.05, Candidates: 3, Alpha: 1, Beta: 0.5, Tau: ByWeights,
	}
	pairs = Pairs{Near: 64, Common: 1000, Labels: true}
)
