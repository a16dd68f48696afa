package posterior

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/embed"
)

// Clusters makes communities of nodes whose rows of vectors have like directions, one more than
// there are vectors, and returns how many, and which each node is of. Without vectors there is one.
func (e *Evidence) Clusters(r *rand.Rand) (count int, of []int32, err error) {
	if e == nil || r == nil {
		return 0, nil, errors.New("evidence: clusters of no evidence, or without a source of randomness")
	}
	n := len(e.Degrees)
	if len(e.Vectors) == 0 || n < 2 {
		return 1, make([]int32, n), nil
	}
	count = min(len(e.Vectors)+1, n)
	if of, err = clusters(e.Vectors, count, r); err != nil {
		return 0, nil, fmt.Errorf("evidence: communities: %w", err)
	}
	return count, of, nil
}

// clusters are so many of the nodes whose rows of vectors have like directions.
func clusters(vectors [][]float64, count int, r *rand.Rand) ([]int32, error) {
	rows, err := embed.New(len(vectors[0]), len(vectors))
	if err != nil {
		return nil, err
	}
	for k, v := range vectors {
		for u, x := range v {
			rows.Row(int32(u))[k] = float32(x)
		}
	}
	return rows.Clusters(count, r)
}
