// Package null makes null controls: releases that depend on public facts alone, such as the number
// of nodes. A method that does not beat its control has not been shown to work.
//
//	[Graph]  a random graph, with a number of edges that is public, paid for or taken as the
//	         method takes it
//	[Rows]   random rows of an embedding
package null
