// Package program turns any program, in any language, into a method, and audits it.
//
// A YAML file describes the program: how it is started, what it releases and which neighbouring
// graphs it claims to hide.
//
//	command:  python mine.py {graph} {out} {epsilon} {delta} {seed}
//	releases: graph
//	relation: edge
//
// [Read] reads such a file. [Program.Method] is a method with one private mode, of which nothing
// is proved: trials, studies and sessions run it like any other. [Audit] searches a battery of
// neighbouring graphs for an attack on the program, and confirms the best one on fresh runs.
package program
