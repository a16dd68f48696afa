package dpggan

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpggan", About: "synthetic graphs by graph autoencoders, for a graph or a collection", Paper: "DPGGAN21", Releases: release.KindGraphs,
	Attack: &onEdges, Exhibits: exhibits(), Called: []string{"DPGGAN", "DPGVAE", "GVAE"}, Small: []string{"Steps=10"},
	Modes: []method.Mode{
		method.Private[Config](method.Published, "published", "DPGGAN as printed: a discriminator that learns from noisy gradients", gdp.EdgeLevel, Published(), Run).ProvingNothing(unproved),
		method.Private[Config](method.Published, "published-vae", "DPGVAE as printed: a decoder that learns from noisy gradients", gdp.EdgeLevel, PublishedVAE(), Run).ProvingNothing(unproved),
		method.Private[Config](method.AsCoded, "author", "the authors' code of DPGGAN: codes of the graph itself, and as many pairs as it has edges", gdp.EdgeLevel, Author(), Run).ProvingNothing(uncovered),
		method.Private[Config](method.AsCoded, "author-vae", "the same without a discriminator: their DPGVAE", gdp.EdgeLevel, AuthorVAE(), Run).ProvingNothing(uncovered),
		method.Private[Config](method.Strict, "strict", "noisy facts of each graph, or where ε is large randomised response of all pairs; graphs that have them, without a network", gdp.EdgeLevel, Strict(), Run).InEdition(2).AttackedBy(&onFacts),
		method.Private[Config](method.Other, "edge-sum", "one decoder for all graphs, from noisy sums of clipped gradients of edges", gdp.EdgeLevel, EdgeSum(), Run).AttackedBy(onePair.With(1000)),
		method.Private[Config](method.Other, "one-record", "one decoder for all graphs, from noisy sums of gradients that are clipped by graph", gdp.EdgeLevel, OneRecord(), Run).AttackedBy(onePair.With(1000)),
		method.Private[Config](method.Other, "graph-level", "one decoder for all graphs, from noisy sums over samples of graphs; sizes from noisy histograms", gdp.GraphUnbounded, GraphLevel(0), Run).
			Under(gdp.GraphLevel).Needing("Graphs").AttackedBy(onShapes.With(1000)),
		method.PlainCollection[Unprotected](method.NonPrivate, "nonprivate", "GVAE: an autoencoder for each graph, without noise, from random codes", NonPrivate(), RunPlain),
		method.PlainCollection[Unprotected](method.Tuned, "nonprivate-tuned", "the same at ten times the rate, and twice as long", NonPrivateTuned(), RunPlain),
		method.PlainCollection[Unprotected](method.NonPrivate, "nonprivate-gan", "GGAN: the same with a discriminator, and graphs compared in its eyes", NonPrivateGAN(), RunPlain),
		method.PlainCollection[Unprotected](method.NonPrivate, "strict-nonprivate", "the facts of strict without noise, and graphs that have them", StrictNonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "a uniform graph of as many nodes, with a noisy number of edges", gdp.EdgeLevel, Null(), Run).AttackedBy(onePair.With(4000)),
		method.Private[Config](method.Null, "null-graph-level", "uniform graphs of sizes and mean degrees from noisy histograms", gdp.GraphUnbounded, NullGraphLevel(0), Run).
			Under(gdp.GraphLevel).Needing("Graphs").AttackedBy(onShapes.With(4000)),
		method.PlainCollection[Unprotected](method.Null, "null-matched", "the same with the true numbers of edges", NullMatched(), RunPlain),
	},
}
