package dpggan

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpggan", About: "synthetic graphs by graph autoencoders, for a graph or a collection", Paper: "DPGGAN21", Releases: release.KindGraphs,
	Exhibits: exhibits(), Called: []string{"DPGGAN", "DPGVAE", "GVAE"}, Small: []string{"Steps=10"},
	Modes: []method.Mode{
		method.Private(method.Published, "published", "DPGGAN as printed: a discriminator that learns from noisy gradients", gdp.EdgeLevel, Published(), Run).ProvingNothing(unproved),
		method.Private(method.Published, "published-vae", "DPGVAE as printed: a decoder that learns from noisy gradients", gdp.EdgeLevel, PublishedVAE(), RunVAE).ProvingNothing(unproved),
		method.Private(method.AsCoded, "author", "the authors' code of DPGGAN: codes of the graph itself, and as many pairs as it has edges", gdp.EdgeLevel, AuthorCode(), RunCoded).ProvingNothing(uncovered),
		method.Private(method.AsCoded, "author-vae", "the same without a discriminator: their DPGVAE", gdp.EdgeLevel, AuthorVAE(), RunCoded).ProvingNothing(uncovered),
		method.Private(method.Strict, "strict", "noisy facts of each graph, and graphs that have them, without a network", gdp.EdgeLevel, Strict(), RunFacts),
		method.Private(method.Other, "edge-sum", "one decoder for all graphs, from noisy sums of clipped gradients of edges", gdp.EdgeLevel, PooledEdges(), RunEdgeSum),
		method.Private(method.Other, "one-record", "one decoder for all graphs, from noisy sums of gradients that are clipped by graph", gdp.EdgeLevel, WholeGraphs(), RunOneRecord),
		method.Private(method.Other, "graph-level", "one decoder for all graphs, from noisy sums over samples of graphs; sizes from noisy histograms", gdp.GraphUnbounded, PooledGraphs(0), RunGraphLevel).
			Under(gdp.GraphLevel).Needing("Graphs"),
		method.PlainCollection(method.NonPrivate, "nonprivate", "GVAE: an autoencoder for each graph, without noise, from random codes", GVAE(), Train),
		method.PlainCollection(method.Tuned, "nonprivate-tuned", "the same trained well: ten times the rate, and twice as long", Tuned(), Train),
		method.PlainCollection(method.NonPrivate, "nonprivate-gan", "GGAN: the same with a discriminator, and graphs compared in its eyes", GGAN(), TrainAdversarial),
		method.Private(method.Null, "null", "a uniform graph of as many nodes, with a noisy number of edges", gdp.EdgeLevel, Uniform{}, Null),
		method.Private(method.Null, "null-graph-level", "uniform graphs of sizes and mean degrees from noisy histograms", gdp.GraphUnbounded, UniformGraphs{MostNodes: 1024}, NullGraphs).
			Under(gdp.GraphLevel).Needing("Graphs"),
		method.PlainCollection(method.Null, "null-matched", "the same with the true numbers of edges", Matched{}, NullMatched),
	},
}
