// Package graphrnn generates graphs by GraphRNN [GRAPHRNN18], without privacy. It is a
// non-private reference of [dpggan].
//
//	relation  none: the data are read in the clear
//	releases  a collection of graphs, one for each graph
//
// One graph is a collection of one. What is as in the paper, and what is not:
// docs/papers/graphrnn.md.
//
// [GRAPHRNN18] J. You, R. Ying, X. Ren, W. L. Hamilton and J. Leskovec, GraphRNN: generating
// realistic graphs with deep auto-regressive models, ICML 2018; arXiv 1802.08773.
//
// [dpggan]: https://pkg.go.dev/github.com/graphdp/graphdp/models/synthesis/dpggan
package graphrnn
