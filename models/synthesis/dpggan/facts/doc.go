// Package facts generates a graph for each graph of a collection from noisy statistics; edge
// level.
//
//	[Ask]          spends the budget: five queries on all graphs, an edge is in one of them
//	[Noisy.Draw]  reads the answers alone: what one graph's noisy facts leave open, those of
//	              graphs that are like it tell
//	[AskPairs]     spends it on randomised response of all pairs, which
//	               [Answers.Draw] reads alone
//
// What graphs have in common costs nothing: 1,500 answers with the same noise reveal their law
// where each of them reveals little.
package facts
