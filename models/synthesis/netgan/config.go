package netgan

import "math"

// Unprotected holds the settings.
type Unprotected struct {
	Length  int     `range:"[2,1024]"` // of a walk
	Noise   int     `range:"[1,4096]"` // how many random numbers a walk begins with
	Hidden  int     `range:"[1,4096]"` // width of the generator's cell
	Judge   int     `range:"[1,4096]"` // width of the critic's cell
	Down    int     `range:"[1,4096]"` // width of what both read a node as
	Batch   int     `range:"[1,4096]"` // walks in a step
	Steps   int     `range:"[1,2^24]"` // of the generator
	Critics int     `range:"[1,1024]"` // steps of the critic before each of them
	Rate    float64 `range:"(0,1]"`    // of Adam
	Penalty float64 `range:"[0,1e6]"`  // weight of the gradient penalty
	Walks   int     `range:"[1,2^24]"` // walks that a graph is put together of
}

// temperature falls from 5 to 0.5 over a training, by the same factor each step.
func (c Unprotected) temperature(step int) float64 {
	return 5 * math.Pow(0.1, float64(step)/float64(c.Steps))
}
