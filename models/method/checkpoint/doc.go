// Package checkpoint saves and resumes runs: an interrupted run continues with the same bits and at
// no further privacy cost.
//
// A method runs inside [Once], or inside [Plain] without privacy. It pays by [Run.Train], draws
// public random numbers from [Run.Stream], and takes its steps by [Run.Steps] with all variables
// that a step changes. A checkpoint holds these variables, the trainings with their noise, and the
// position of each public stream. It is written
//
//	before the first step   so that a paid training is not lost
//	every half a minute     so that a killed run loses little
//	on interruption         so that an interrupted run loses nothing
//
// The file is replaced as a whole. It has a checksum and the identity of the run: method,
// configuration, seed, and the journal, which belongs to the data, or without privacy the graph. A
// file of another run is refused before anything is spent. With the file and the release, the noise
// can be removed: the file is as private as the data.
package checkpoint
