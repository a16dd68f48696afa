// Package embed holds embeddings: a row of numbers for each node of a graph.
package embed
