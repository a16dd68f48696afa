// Package solutions has the answer to each exercise of the course, and common wrong answers with
// their verdicts. Its test runs the checks of package exercise on all of them.
package solutions

import "github.com/graphdp/graphdp/notebooks/exercise"

// Solution is the answer to an exercise, with wrong answers.
type Solution struct {
	Exercise string
	Right    func() exercise.Verdict
	Others   []Other
}

// Other is a wrong answer.
type Other struct {
	Answer string // in words
	Check  func() exercise.Verdict
	State  exercise.State
	Says   string // the verdict's text, or a part of it
}

// All returns the solutions, in the order of the exercises.
func All() (all []Solution) {
	for _, of := range []func() []Solution{revealed, sensitivities, ledgers, trianglesSolved, learnt, synthesised, embedded, read, composed, choices, trained, hidden} {
		all = append(all, of()...)
	}
	return all
}
