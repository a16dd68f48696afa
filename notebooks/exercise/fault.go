package exercise

import (
	"fmt"
	"strings"
)

// Step is a step of a proof: a bound on a change, for graphs of n nodes.
type Step struct {
	Query
	Bound func(n int) float64
}

// Fault checks which step of a proof, counted from 1, is the first false one. Small graphs must
// refute it, and no earlier step.
func Fault(exercise string, steps []Step, answer int) Verdict {
	return judged(exercise, func() Verdict {
		if answer == 0 {
			return Verdict{State: Missing}
		}
		if answer < 1 || answer > len(steps) {
			return Verdict{State: Failed, Says: fmt.Sprintf("the proof has no step %d", answer)}
		}
		var at Verdict
		for i, s := range steps[:answer] {
			if at = BoundFor(s.Query, s.Bound); at.State == Failed {
				return at
			}
			if at.State == Wrong && i+1 < answer {
				return wrong("step %d is false too, but an earlier step is already false", answer)
			}
		}
		if at.State != Wrong {
			return wrong("step %d holds on all graphs with up to %d nodes", answer, steps[answer-1].Nodes)
		}
		at.State, at.Says = Right, fmt.Sprintf("step %d is false: %s", answer, strings.Replace(at.Says, "you claim", "it claims", 1))
		return at
	})
}
