// Package rdp is the accountant by Rényi differential privacy.
//
// A plan's divergence of order a is the sum of its steps', and one number R(a)
// per order converts to (ε, δ). That is fast, since steps merely add up, and
// loose by some percent, since one order must serve: package pld is tighter
// and slower.
//
// Divergences are exact for every event at every real order above 1, whole or
// not. The conversion is the best possible one from a single order
// [ALCKS20], and the order is optimised on the whole line.
package rdp
