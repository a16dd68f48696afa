// Package allpairs computes losses and gradients over all node pairs of a graph, as graph
// autoencoders need [VGAE16].
//
//	encoder   Z = Â ReLU(Â X W⁰) W¹, or means and deviations of Z
//	decoder   s_ij = z_i·z_j + b, a pair's score; σ(s_ij) its probability
//	loss      weighted binary cross-entropy of all pairs, and for a variational
//	          autoencoder the divergence of the codes from N(0, I)
//
// [Decoder] finds the loss of N(N-1)/2 pairs and its gradient by the codes
// without a matrix of N x N entries, from
//
//	Σ_pairs softplus(s) + Σ_linked [ w softplus(-s) - softplus(s) ]
//
// where softplus(s) = ln(1+eˢ): the first sum needs no graph and goes through
// the scores tile by tile, the second goes through the edges.
//
// [Encode], [KL] and [Weights.Loss] declare the same as GoMLX graphs. All else runs in Go, on all
// cores, and makes the same digits however many there are. Nothing here protects anything.
//
// [VGAE16] T. N. Kipf and M. Welling, Variational graph auto-encoders, 2016.
package allpairs
