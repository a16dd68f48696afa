package audit

import "slices"

// Choose is the only source of randomness of a mechanism under [Enumerate]: it returns i with
// probability law[i].
type Choose func(law ...float64) int

// Enumerate runs a mechanism once for every sequence of its random choices, and returns the exact
// distribution of its results. It fails if there are more than limit sequences, or if the
// probabilities of a choice do not sum to 1.
func Enumerate[T comparable](limit int, mechanism func(Choose) T) (map[T]float64, error) {
	law := map[T]float64{}
	var path []branch
	for runs := 0; ; runs++ {
		if runs == limit {
			return nil, invalid("a mechanism with more than %d outcomes", limit)
		}
		depth, mass := 0, 1.0
		var wrong error
		value := mechanism(func(choices ...float64) int {
			if depth == len(path) {
				if err := (Pair{choices, choices}).Validate(); err != nil {
					wrong = err
					return 0
				}
				path = append(path, branch{law: slices.Clone(choices)}.skip())
			}
			b := path[depth]
			depth++
			mass *= b.law[b.at]
			return b.at
		})
		if wrong != nil {
			return nil, wrong
		}
		law[value] += mass
		// Advance to the next sequence: increment the last choice that has alternatives left.
		for len(path) > 0 {
			last := len(path) - 1
			path[last].at++
			if path[last] = path[last].skip(); path[last].at < len(path[last].law) {
				break
			}
			path = path[:last]
		}
		if len(path) == 0 {
			return law, nil
		}
	}
}

// branch is one choice of the current sequence, with the current alternative.
type branch struct {
	law []float64
	at  int
}

// skip advances past alternatives of probability 0.
func (b branch) skip() branch {
	for b.at < len(b.law) && b.law[b.at] == 0 {
		b.at++
	}
	return b
}
