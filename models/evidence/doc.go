// Package evidence asks a private graph where its edges are, at edge level: how much of ε each
// question gets, what the answers say about every node, and what is expected before anything is
// paid. What is public, and what was answered before, decides what is asked next.
//
// [GD17] M. Gavish, D. Donoho: Optimal shrinkage of singular values, IEEE Transactions on
// Information Theory 2017.
package evidence
