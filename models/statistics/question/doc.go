// Package question is a question to a private graph as a method: trials, audits, studies and the
// board have it then as they have all others. Who only asks has [ask] itself, and `gdp ask`.
//
//	[Strict]      the mechanism that a public rule takes, each edge hidden
//	[StrictNode]  the same, each node hidden
//	[NonPrivate]  the statistic, counted in the clear
//	[Null]        what is true of a made-up graph of as many nodes: reads nothing
package question
