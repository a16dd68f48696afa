package dpgs

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpgs", About: "a synthetic graph by graph summarisation", Paper: "DPGS", Releases: release.KindGraph,
	Attack: onCounts.With(4000), Exhibits: exhibits(), Called: []string{"DPGS"}, Small: []string{"Clusters=4", "Steps=5"},
	Modes: []method.Mode{
		method.Private[Config](method.Published, "published", "the paper as printed: noisy sums, a network trained on cuts, refined clusters, weights and features", gdp.EdgeLevel, Published(), Run).AttackedBy(&byWalks).
			ProvingNothing("one edge moves sums over walks of two steps without a useful bound (G3)"),
		method.Private[Config](method.Other, "summary", "clusters of public features, and one noisy table of counts between them", gdp.EdgeLevel, Summary(), Run),
		method.Private[Config](method.Strict, "strict", "noisy degrees, edges by likeness of public features, triangles, what pairs answer where ε is enough, and a graph that fits", gdp.EdgeLevel, Strict(), Run).InEdition(4),
		method.Private[Config](method.Other, "trained", "clusters by a perceptron on features that noisy gradients of edges train, then the table", gdp.EdgeLevel, Trained(), Run).AttackedBy(onCounts.With(1000, "Width=2", "Steps=2", "SampleRate=1", "TrainShare=0.01", "CountShare=0.99")),
		method.Private[Config](method.Other, "noisy-features", "clusters without features, the table, and noisy features of clusters that hide rows", gdp.EdgeLevel, NoisyFeatures(), Run),
		method.Private[Config](method.Control, "random-clusters", "the same with random clusters: the control for clusters", gdp.EdgeLevel, RandomClusters(), Run),
		method.Plain[Unprotected](method.NonPrivate, "nonprivate", "the table of counts without noise", NonPrivate(), RunPlain),
		method.Plain[Unprotected](method.NonPrivate, "nonprivate-published", "the paper's steps without noise", NonPrivatePublished(), RunPlain),
		method.Plain[Unprotected](method.NonPrivate, "strict-nonprivate", "strict without noise", StrictNonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "a noisy number of edges, which are anywhere", gdp.EdgeLevel, Null(), Run),
	},
}
