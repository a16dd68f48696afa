// Package skipgram embeds nodes by skip-gram with negative sampling and noisy gradients; edge
// level.
//
// Every node u has a row x_u of W_in and a row y_u of W_out. The loss of an
// edge {u,v} has two halves, one with either end as the centre, and k nodes n drawn for each:
//
//	L(u,v) = -ln σ(x_u·y_v) - Σ_n ln σ(-x_u·y_n),    σ(s) = 1/(1+e⁻ˢ)
//
// An edge with its two halves is one example: its gradient, one vector over all
// rows of both matrices that it touches, is clipped as a whole to norm C. A
// step adds up the gradients of a batch, all at the same parameters.
//
// Clipped sums are exact: what is added is rounded to a grid, and the numbers have
// enough digits that no addition rounds. So one edge more or less moves
// what a step adds up by at most C, as the machine computes it.
//
// Gaussian noise is added to every row at every step. It is drawn when a row is next
// read, and enters the row in one addition with the sum, which has waited for
// it: so a step costs the same however many nodes there are, and no rounding
// comes between the sum and its noise.
//
// The nodes n are an input: they have to be drawn without looking at the edges.
package skipgram
