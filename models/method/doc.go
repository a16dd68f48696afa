// Package method defines methods: a name and a list of modes.
//
// A mode is an exported value of a method's package. It has a role, the relation that it is for,
// default settings and a function that runs it:
//
//	var Strict = method.NewPrivate("count", method.Mode{
//		Role: method.Strict, Name: "strict", About: "noisy edge count", Relation: gdp.EdgeLevel,
//	}, Config{}, run)
//
//	var Method = method.Method{
//		Name: "count", About: "the number of edges", Releases: release.KindStatistics,
//		Modes: []method.Mode{Strict.Mode},
//	}
//
// A program runs it with typed settings and a typed result: Strict.Run(ctx, s). A mode that reads
// the data in the clear is made by [NewPlain].
//
// The command line (models/app), trials (models/eval/trial) and the contract's checks
// (models/method/methodtest) take any [Method]. models.Methods() lists those of this project.
// A [Result] gives an [Outcome]: the release, of a kind of package release, and the guarantee.
package method
