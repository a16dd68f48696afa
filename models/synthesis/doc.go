// Package synthesis is the frame of graph generators at edge level.
//
// A method has a type of settings for each mode. [NewPrivate] makes a mode of a function that asks
// the session of the run and draws a graph by the run's streams:
//
//	var Strict = synthesis.NewPrivate("yours", method.Mode{…}, Settings{…}, Settings.draw)
//
// The frame checks public facts before anything is spent, keeps the run, and returns the guarantee.
// [NewPlain] does the same for a mode that reads the graph in the clear, and [NewNull] returns the
// control. Most methods begin with [EdgeCount].
package synthesis
