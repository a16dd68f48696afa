package dpgs

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpgs", About: "synthetic graphs by graph summarisation: node clusters and noisy edge counts between them", Paper: "DPGS", Releases: release.KindGraph,
	Attack: onCounts.With(4000), Exhibits: exhibits(), Called: []string{"DPGS"}, Small: []string{"Clusters=4", "Steps=5"},
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Published, "published", "Algorithms 1 to 4: clusters trained on cuts, noisy weights and features", gdp.EdgeLevel, Published(), Run).AttackedBy(&byWalks).
			ProvingNothing("one edge changes the sums over two-step walks, without a useful bound (G3)"),
		method.PrivateOld[Config](method.Other, "summary", "k-means on public features, then noisy edge counts between clusters", gdp.EdgeLevel, Summary(), Run),
		method.PrivateOld[Config](method.Strict, "strict", "noisy degrees, edges by feature similarity, triangles; for large ε randomised response", gdp.EdgeLevel, Strict(), Run).InEdition(4),
		method.PrivateOld[Config](method.Other, "trained", "summary with clusters of an MLP trained on noisy per-edge gradients", gdp.EdgeLevel, Trained(), Run).AttackedBy(onCounts.With(1000, "Width=2", "Steps=2", "SampleRate=1", "TrainShare=0.01", "CountShare=0.99")),
		method.PrivateOld[Config](method.Other, "noisy-features", "clusters independent of features; noisy edge counts and noisy cluster features", gdp.EdgeLevel, NoisyFeatures(), Run),
		method.PrivateOld[Config](method.Control, "random-clusters", "control for the clustering: summary with random clusters", gdp.EdgeLevel, RandomClusters(), Run),
		method.PlainOld[Unprotected](method.NonPrivate, "nonprivate", "summary without noise", NonPrivate(), RunPlain),
		method.PlainOld[Unprotected](method.NonPrivate, "nonprivate-published", "published without noise", NonPrivatePublished(), RunPlain),
		method.PlainOld[Unprotected](method.NonPrivate, "strict-nonprivate", "strict without noise", StrictNonPrivate(), RunPlain),
		method.PrivateOld[Config](method.Null, "null", "uniform random graph; knows the node set and a noisy edge count", gdp.EdgeLevel, Null(), Run),
	},
}
