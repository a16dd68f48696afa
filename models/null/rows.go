package null

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Rows is a row of numbers for each node.
type Rows [][]float32

// N is the number of nodes.
func (x Rows) N() int { return len(x) }

// Row is the row of node u.
func (x Rows) Row(u int32) []float32 { return x[u] }

// Untrained draws rows from the normal law that trained ones start from, with
// variance 2/(n+dim): an embedding that knows nothing, and for a classifier
// features that mean nothing.
func Untrained(n, dim int, r *rand.Rand) (Rows, error) {
	if r == nil {
		return nil, fmt.Errorf("null: no source of randomness")
	}
	if n < 1 || dim < 1 {
		return nil, fmt.Errorf("null: %d rows of %d numbers", n, dim)
	}
	sd := math.Sqrt(2 / float64(n+dim))
	x := make(Rows, n)
	for u := range x {
		x[u] = make([]float32, dim)
		for i := range x[u] {
			x[u][i] = float32(sd * r.NormFloat64())
		}
	}
	return x, nil
}

// Majority is the most frequent label of the given nodes; of several, the
// smallest. A classifier that always says it has learned nothing from features.
func Majority(labels []int32, nodes []int32) (int32, error) {
	count := map[int32]int{}
	best := int32(-1)
	for _, u := range nodes {
		if u < 0 || int(u) >= len(labels) {
			return 0, fmt.Errorf("null: node %d has none of the %d labels", u, len(labels))
		}
		c := labels[u]
		if c < 0 {
			continue
		}
		count[c]++
		if best < 0 || count[c] > count[best] || count[c] == count[best] && c < best {
			best = c
		}
	}
	if best < 0 {
		return 0, fmt.Errorf("null: no node has a label")
	}
	return best, nil
}
