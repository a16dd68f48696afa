// Package sparse provides the sparse matrices of graph convolutions: normalised adjacency and
// features.
package sparse
