// Package probe lets tests read values of the trusted base before noise is added, and replace
// samples and answers. A session takes a [Hook] only if it is seeded, so that nothing that it
// releases counts as private.
package probe

// Hook is what a test observes. Functions may be nil; they are called by one goroutine at a time,
// but for Term.
type Hook struct {
	// Plan is called with what a training has paid for.
	Plan func(label string, p Paid)
	// Sample is called with the sample of a step, counted from 0, and returns what to take in its
	// place.
	Sample func(label string, step, records int, sample []int32) []int32
	// Records is called with the names of records, where they have some, and the sample that was
	// drawn of them, and returns what to take in its place.
	Records func(label string, step int, records, sample []int32) []int32
	// Term is called with what a place contributes: a digest of it before it is clipped. Cores call
	// it at the same time.
	Term func(label string, step int, place int32, digest uint64)
	// Sum is called with a step's sum without noise, before it is divided.
	Sum func(label string, step int, sum []float64)
	// Noisy is called with a step's noisy sum, before it is divided, and may change it.
	Noisy func(label string, step int, noisy []float64)
	// Answer is called with a release, as JSON, and returns what to give in its place.
	Answer func(label string, value []byte) []byte
	// Silent leaves out the noise of training.
	Silent bool
}

// Paid are the contributions to a step that one neighbouring change turns: it adds or removes its
// own, or exchanges them, and changes others: one part of each, or all of it.
type Paid struct {
	Own, Others     int
	Exchange, Parts bool
}

// Attach is package gdp's: it makes the session, a *gdp.Session, call the hook.
var Attach func(session any, h *Hook) error
