package audit

import "slices"

// Choose is a mechanism's only source of randomness under [Enumerate]: it
// returns i with probability law[i].
type Choose func(law ...float64) int

// Enumerate runs a mechanism once for every way in which its random choices can
// fall, and returns the distribution of what it returns. More than limit ways are an
// error, and so is a choice between probabilities that do not sum to 1.
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
		// The next way differs in the last choice that can still change.
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

// branch is one choice on the way, and which alternative is being tried.
type branch struct {
	law []float64
	at  int
}

// skip passes over alternatives of probability 0.
func (b branch) skip() branch {
	for b.at < len(b.law) && b.law[b.at] == 0 {
		b.at++
	}
	return b
}
