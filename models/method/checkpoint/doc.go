// Package checkpoint saves and resumes runs: an interrupted run continues with the same bits and
// at no further privacy cost.
//
// A method runs inside [Once], or [Plain] if it protects nothing. There it pays by
// [Run.Train], draws what is public from [Run.Stream] and takes its steps by
// [Run.Steps], which is given all that a step changes. What is saved between two
// steps is these values, the trainings with their noise, and how much was drawn of
// each public stream:
//
//	before the first step   so that what is paid for is not lost once it has begun
//	every half a minute     so that a killed one loses little
//	when it is interrupted  so that this loses nothing
//
// The file is replaced as a whole, or not at all. It has a checksum, and says which
// method, configuration and seed it is of, and of which journal, which is one of
// the data, or of which graph if nothing is protected; anything else is refused
// before the budget is touched. Who reads it can take the noise off: it is as
// private as the data.
package checkpoint
