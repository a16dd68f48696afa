// Package spectrum finds the largest eigenvalues of symmetric matrices, and their vectors, by
// products with them: by Lanczos' algorithm, with every vector orthogonal to all before it.
package spectrum
