// Package solutions has an answer to each exercise of the course, and answers that are often given
// instead, with what a student is told of them. Its test gives all of them to the checks of package
// exercise.
package solutions

import "github.com/graphdp/graphdp/notebooks/exercise"

// Solution is what answers an exercise.
type Solution struct {
	Exercise string
	Right    func() exercise.Verdict
	Others   []Other
}

// Other is an answer that is not the right one.
type Other struct {
	Answer string // in words
	Check  func() exercise.Verdict
	State  exercise.State
	Says   string // what the verdict says, or a part of it
}

// All are the solutions, in the order of the exercises.
func All() (all []Solution) {
	for _, of := range []func() []Solution{revealed, sensitivities, ledgers, trianglesSolved, learnt, synthesised, embedded, read, composed, choices, trained, hidden} {
		all = append(all, of()...)
	}
	return all
}
