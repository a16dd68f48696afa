package exercise

import (
	"math/rand/v2"
	"sync"
)

// hidden shifts the seeds of all samples of the checks.
var hidden struct {
	sync.Once
	seed uint64
}

// Fresh makes all checks of the process use other random graphs and other noise than the notebooks.
// `gdp grade` calls it first; later calls change nothing. It returns the seed in use.
func Fresh(seed uint64) uint64 {
	hidden.Do(func() { hidden.seed = seed })
	return hidden.seed
}

// Source returns the random source with two numbers of a check.
func Source(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b^hidden.seed)) }
