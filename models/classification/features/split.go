package features

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
)

// Split divides nodes into those to learn from and those to test on. It is
// public: it depends on the numbers of the nodes alone.
type Split struct {
	Train, Test []int32
}

// RandomSplit puts a share of n nodes, drawn at random, into Train and the others
// into Test: 0.8 in [DPAR24] §5.
func RandomSplit(rng *rand.Rand, n int, train float64) (Split, error) {
	if !(train > 0 && train < 1) || n < 2 {
		return Split{}, fmt.Errorf("features: a split of %d nodes with a share of %v to learn from", n, train)
	}
	order := make([]int32, n)
	for i, u := range rng.Perm(n) {
		order[i] = int32(u)
	}
	cut := min(max(int(float64(n)*train+0.5), 1), n-1)
	return Split{Train: order[:cut], Test: order[cut:]}, nil
}

func (s Split) check(n int) error {
	if len(s.Train) == 0 {
		return fmt.Errorf("features: no nodes to learn from")
	}
	seen := make([]bool, n)
	for _, u := range s.Train {
		if u < 0 || int(u) >= n || seen[u] {
			return fmt.Errorf("features: node %d to learn from is not one of the %d nodes, or named twice", u, n)
		}
		seen[u] = true
	}
	for _, u := range s.Test {
		if u < 0 || int(u) >= n || seen[u] {
			return fmt.Errorf("features: node %d to test on is not one of the %d nodes, or named twice", u, n)
		}
		seen[u] = true
	}
	return nil
}

// digest tells splits apart.
func (s Split) digest() string { return digest(s.Train, s.Test) }

// digest tells lists apart.
func digest(lists ...any) string {
	sum := sha256.Sum256(fmt.Append(nil, lists...))
	return hex.EncodeToString(sum[:])
}
