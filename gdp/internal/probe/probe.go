// Package probe lets tests observe values in the trusted base before noise is added, and replace
// samples and answers. Only a seeded session accepts a [Hook], so nothing that it releases counts
// as private.
package probe

// Hook holds functions that observe a session. Functions may be nil. Calls are sequential, except
// for Term.
type Hook struct {
	// Plan is called with what a training paid for.
	Plan func(label string, p Paid)
	// Sample is called with the sample of a step, counted from 0, and returns its replacement.
	Sample func(label string, step, records int, sample []int32) []int32
	// Records is called with the names of records, if they have names, and the sample drawn from
	// them. It returns the replacement of the sample.
	Records func(label string, step int, records, sample []int32) []int32
	// Term is called with a digest of a place's contribution before clipping. Calls are concurrent.
	Term func(label string, step int, place int32, digest uint64)
	// Sum is called with a step's sum before noise and division.
	Sum func(label string, step int, sum []float64)
	// Noisy is called with a step's noisy sum before division, and may change it.
	Noisy func(label string, step int, noisy []float64)
	// Answer is called with a release, as JSON, and returns its replacement.
	Answer func(label string, value []byte) []byte
	// Silent switches off the noise of training.
	Silent bool
}

// Paid describes the contributions that one neighbouring change affects in a step: it adds, removes
// or (Exchange) replaces Own contributions, and changes Others others, in one part each (Parts) or
// as a whole.
type Paid struct {
	Own, Others     int
	Exchange, Parts bool
}

// Attach makes a session, a *gdp.Session, call the hook. Package gdp sets it.
var Attach func(session any, h *Hook) error
