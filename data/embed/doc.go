// Package embed stores node embeddings: one row of numbers for each node.
package embed
