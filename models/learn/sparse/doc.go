// Package sparse is the sparse matrices of graph convolutions: the normalised
// adjacency matrix of a graph, and the features of its nodes.
package sparse
