// Package dcsbm generates a graph by a degree-corrected stochastic block model from noisy degrees,
// communities and triangles; edge level.
//
// It is a degree-corrected block model [KN11] in which nodes have triangles as well [KPPS14], which
// package blocks draws for other methods too. Only the answers are paid for; what is drawn is made
// of them, and of nothing else.
//
// [KN11] B. Karrer, M. Newman, Stochastic blockmodels and community structure in networks, Physical
// Review E, 2011. [KPPS14] T. Kolda, A. Pinar, T. Plantenga, C. Seshadhri, A scalable generative
// graph model with community structure, SIAM Journal on Scientific Computing, 2014.
package dcsbm
