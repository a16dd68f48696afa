// Package dcsbm generates a graph by a degree-corrected stochastic block model from noisy degrees,
// communities and triangles; edge level.
//
// The model is that of [KN11] with triangles [KPPS14]; package blocks draws it. Only the answers of
// the session are used.
//
// [KN11] B. Karrer, M. Newman, Stochastic blockmodels and community structure in networks, Physical
// Review E, 2011. [KPPS14] T. Kolda, A. Pinar, T. Plantenga, C. Seshadhri, A scalable generative
// graph model with community structure, SIAM Journal on Scientific Computing, 2014.
package dcsbm
