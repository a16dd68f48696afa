// Package skipgram embeds nodes by skip-gram with negative sampling and noisy gradients; edge
// level.
//
// Every node u has a row x_u of W_in and a row y_u of W_out. The loss of an edge {u,v} has two
// halves, one per end as the centre, each with k sampled nodes n:
//
//	L(u,v) = -ln σ(x_u·y_v) - Σ_n ln σ(-x_u·y_n),    σ(s) = 1/(1+e⁻ˢ)
//
// An edge with its two halves is one example: its gradient, one vector over all rows of both
// matrices that it touches, is clipped as a whole to norm C. A step sums the gradients of a batch,
// all at the same parameters.
//
// Clipped sums are exact: terms are rounded to a grid, and the accumulators have enough digits that
// no addition rounds. So adding or removing one edge changes a step's computed sum by at most C.
//
// Every row gets Gaussian noise in every step. It is drawn when a row is next read, and added
// together with the pending sum in one operation. So the cost of a step does not depend on the
// number of nodes, and nothing is rounded between sum and noise.
//
// The nodes n are an input: they must be sampled without reading the edges.
package skipgram
