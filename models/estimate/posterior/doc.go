// Package posterior releases noisy adjacencies of chosen node pairs at edge level, and computes the
// posterior of every edge from them. The choice of each query depends only on public facts and
// earlier answers.
//
// [GD17] M. Gavish, D. Donoho: Optimal shrinkage of singular values, IEEE Transactions on
// Information Theory 2017.
// [KN11] B. Karrer, M. Newman: Stochastic blockmodels and community structure in networks, Physical
// Review E 2011.
// [LZK22] B. Landa, T. Zhang, Y. Kluger: Biwhitening reveals the rank of a count matrix, SIAM
// Journal on Mathematics of Data Science 2022.
// [MR95] M. Molloy, B. Reed: A critical point for random graphs with a given degree sequence,
// Random Structures and Algorithms 1995.
// [MRRTT53] N. Metropolis and others: Equation of state calculations by fast computing machines,
// Journal of Chemical Physics 1953.
package posterior
