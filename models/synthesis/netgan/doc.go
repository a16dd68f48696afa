// Package netgan generates graphs by NetGAN [NETGAN18], a GAN of random walks, without privacy. It
// is a non-private reference of [dpggan].
//
//	relation  none: the data are read in the clear
//	releases  a collection of graphs, one for each graph, on the same nodes and with as many edges
//
// One graph is a collection of one. What is as in the paper, and what is not:
// docs/papers/netgan.md.
//
// [NETGAN18] A. Bojchevski, O. Shchur, D. Zügner and S. Günnemann, NetGAN: generating graphs via
// random walks, ICML 2018; arXiv 1803.00816.
//
// [dpggan]: https://pkg.go.dev/github.com/graphdp/graphdp/models/synthesis/dpggan
package netgan
