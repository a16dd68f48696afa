// Package method defines what a method is: a name, and modes that run.
//
// A method is a folder with a variable of type [Method] that lists its modes. A [Mode]
// has the relation that it is for, a configuration that holds the settings of this mode
// and no others, and a function that runs it:
//
//	var Method = method.Method{
//		Name: "count", About: "the number of edges", Releases: release.KindStatistics,
//		Modes: []method.Mode{
//			method.PrivateOld(method.Strict, "strict", "noisy", gdp.EdgeLevel, Strict(), Run),
//		},
//	}
//
// Everything else follows from that: the command line runs, attacks and lists the methods
// that it is given (models/app), notebooks and studies evaluate them by the protocols of
// package trial, and package methodtest checks that they keep to the contract. Package all
// lists the methods of this project; another module lists its own.
//
// What a run returns, a [Result], knows its [Outcome]: the release, which is of one of
// the kinds of package release, the guarantee, and whatever else is reported.
package method
