// Package dpar classifies nodes by an MLP on features whose outputs are mixed by private
// personalised PageRank [DPAR24]; node level.
//
//	releases  the weights of a net, f(x) = W₂ ReLU(W₁ x), or noisy sums of features by class
//	spends    private rows of PageRank (rows.go), then noisy gradients (train.go); or one sum
//
// [Published] is the paper's pipeline, for gdp.NodeLevel: the rows of M roots are clipped
// and made noisy (Algorithms 1 and 3), the net learns from the roots' mixed outputs
// (Algorithm 2), and a subsample of the nodes is said to divide the cost. Its ε is a claim
// that does not hold, and nothing is proved of it. [Author] is what the public code does.
// [StrictRows] clips the pairs of a root and a node, and not the roots, under gdp.NodeUnbounded:
// one node moves a step by a sum of known distribution. [Strict] releases sums of features, and
// [OwnRow] is its control without edges.
//
// Whoever applies a model to test nodes reads their features and their edges in the clear
// ([Model.Scores], Eq. 4): the guarantee is for the training nodes, against whoever sees the
// weights.
//
// Equations, claims with their verdicts, and departures from the paper:
// docs/papers/dpar.md.
package dpar
