package audit

import (
	"math"
	"math/rand/v2"
)

// Coins tosses a fair coin for each of m canaries.
func Coins(m int, source *rand.Rand) ([]bool, error) {
	if m < 1 || source == nil {
		return nil, invalid("%d coins: want at least one, and a source of randomness", m)
	}
	coins := make([]bool, m)
	for i := range coins {
		coins[i] = source.Uint64()&1 == 1
	}
	return coins, nil
}

// NodePair is a pair of different nodes, the smaller one first.
type NodePair [2]int32

func pairOf(u, v int32) NodePair { return NodePair{min(u, v), max(u, v)} }

// Edges samples m different pairs out of n nodes, without those that skip (unless nil) refuses,
// usually the existing edges. A coin then decides whether a pair becomes an edge of the input.
// Edges uses rejection sampling and fails if nearly all pairs are refused.
func Edges(n, m int, skip func(NodePair) bool, source *rand.Rand) ([]NodePair, error) {
	if n < 2 || n > math.MaxInt32 || m < 1 || m > n*(n-1)/2 || source == nil {
		return nil, invalid("%d pairs of %d nodes: want 1 up to all pairs, and a source of randomness", m, n)
	}
	taken := map[NodePair]bool{}
	var pairs []NodePair
	for tries := 1000 * (m + 10); len(pairs) < m; tries-- {
		if tries == 0 {
			return nil, invalid("found only %d canaries of %d among the pairs of %d nodes", len(pairs), m, n)
		}
		p := pairOf(int32(source.IntN(n)), int32(source.IntN(n)))
		if p[0] != p[1] && !taken[p] && (skip == nil || !skip(p)) {
			taken[p] = true
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}
