// Package null makes the controls: releases that know public facts alone, such as the
// number of nodes, and what they say that they paid for. A method that does not beat its control
// has not been shown to work.
//
//	[Graph]  a random graph, with a number of edges that is public, paid for or taken as the
//	         method takes it
//	[Rows]   random rows of an embedding
package null
