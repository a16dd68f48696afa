package dpggan

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpggan", About: "synthetic graphs by variational graph autoencoders, for one graph or a collection", Paper: "DPGGAN21", Releases: release.KindGraphs,
	Attack: &onEdges, Exhibits: exhibits(), Called: []string{"DPGGAN", "DPGVAE", "GVAE"}, Small: []string{"Steps=10"},
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Published, "published", "DPGGAN as printed: noisy clipped gradients train the discriminator", gdp.EdgeLevel, Published(), Run).ProvingNothing(unproved),
		method.PrivateOld[Config](method.Published, "published-vae", "DPGVAE as printed: noisy clipped gradients train the decoder", gdp.EdgeLevel, PublishedVAE(), Run).ProvingNothing(unproved),
		method.PrivateOld[Config](method.AsCoded, "author", "authors' DPGGAN code: decodes the graph's own latent codes, exact edge count", gdp.EdgeLevel, Author(), Run).ProvingNothing(uncovered),
		method.PrivateOld[Config](method.AsCoded, "author-vae", "authors' DPGVAE code: author without the discriminator", gdp.EdgeLevel, AuthorVAE(), Run).ProvingNothing(uncovered),
		method.PrivateOld[Config](method.Strict, "strict", "noisy graph statistics, or for large ε randomised response; no neural network", gdp.EdgeLevel, Strict(), Run).InEdition(2).AttackedBy(&onFacts),
		method.PrivateOld[Config](method.Other, "edge-sum", "one decoder for all graphs; noisy gradients clipped per edge", gdp.EdgeLevel, EdgeSum(), Run).AttackedBy(onePair.With(1000)),
		method.PrivateOld[Config](method.Other, "one-record", "one decoder for all graphs; noisy gradients clipped per graph", gdp.EdgeLevel, OneRecord(), Run).AttackedBy(onePair.With(1000)),
		method.PrivateOld[Config](method.Other, "graph-level", "one decoder for all graphs, by DP-SGD over graphs; noisy sizes", gdp.GraphUnbounded, GraphLevel(0), Run).
			Under(gdp.GraphLevel).Needing("Graphs").AttackedBy(onShapes.With(1000)),
		method.PlainCollectionOld[Unprotected](method.NonPrivate, "nonprivate", "GVAE: one autoencoder per graph, decoded from the prior", NonPrivate(), RunPlain),
		method.PlainCollectionOld[Unprotected](method.Tuned, "nonprivate-tuned", "GVAE with ten times the learning rate and twice the steps", NonPrivateTuned(), RunPlain),
		method.PlainCollectionOld[Unprotected](method.NonPrivate, "nonprivate-gan", "GGAN: GVAE with a discriminator that compares the graphs", NonPrivateGAN(), RunPlain),
		method.PlainCollectionOld[Unprotected](method.NonPrivate, "strict-nonprivate", "strict without noise, from the exact graph statistics", StrictNonPrivate(), RunPlain),
		method.PrivateOld[Config](method.Null, "null", "uniform random graphs; knows node counts and noisy edge counts", gdp.EdgeLevel, Null(), Run).AttackedBy(onePair.With(4000)),
		method.PrivateOld[Config](method.Null, "null-graph-level", "uniform random graphs; knows noisy histograms of sizes and mean degrees", gdp.GraphUnbounded, NullGraphLevel(0), Run).
			Under(gdp.GraphLevel).Needing("Graphs").AttackedBy(onShapes.With(4000)),
		method.PlainCollectionOld[Unprotected](method.Null, "null-matched", "uniform random graphs; knows the exact node and edge counts", NullMatched(), RunPlain),
	},
}
