// Package question makes a method of each question to a private graph, for trials, audits, studies
// and the board. Who only asks has [ask] itself, and `gdp ask`.
//
//	[Strict]      the mechanism that a public rule takes, each edge hidden
//	[StrictNode]  the same, each node hidden
//	[NonPrivate]  the statistic, counted in the clear
//	[Null]        what is true of a made-up graph of as many nodes: reads nothing
package question
