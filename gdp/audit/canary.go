package audit

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Coins tosses a fair coin for each of m canaries.
func Coins(m int, source *rand.Rand) ([]bool, error) {
	if m < 1 || source == nil {
		return nil, invalid("%d coins, or no source of randomness", m)
	}
	coins := make([]bool, m)
	for i := range coins {
		coins[i] = source.Uint64()&1 == 1
	}
	return coins, nil
}

// nodes draws m different nodes of n. A coin then decides whether a node is
// there (a relation of presence), or which of two sets of edges it has (of
// exchange).
func nodes(n, m int, source *rand.Rand) ([]int32, error) {
	if m < 1 || m > n || n > math.MaxInt32 || source == nil {
		return nil, invalid("%d canaries among %d nodes, or no source of randomness", m, n)
	}
	// A partial shuffle [Fisher-Yates] that remembers only what it moved.
	moved := map[int]int{}
	at := func(i int) int {
		if j, ok := moved[i]; ok {
			return j
		}
		return i
	}
	nodes := make([]int32, m)
	for i := range nodes {
		j := i + source.IntN(n-i)
		nodes[i] = int32(at(j))
		moved[j] = at(i)
	}
	return nodes, nil
}

// NodePair is a pair of different nodes, the smaller one first.
type NodePair [2]int32

func pairOf(u, v int32) NodePair { return NodePair{min(u, v), max(u, v)} }

// Edges draws m different pairs of nodes of n that skip, unless nil, does not
// refuse: commonly the edges there are. A coin then decides whether the pair is
// an edge of the input. With disjoint no two canaries share a node, so that they
// disturb each other least.
func Edges(n, m int, disjoint bool, skip func(NodePair) bool, source *rand.Rand) ([]NodePair, error) {
	if n < 2 || n > math.MaxInt32 || m < 1 || source == nil {
		return nil, invalid("%d pairs of %d nodes, or no source of randomness", m, n)
	}
	if skip == nil {
		skip = func(NodePair) bool { return false }
	}
	var pairs []NodePair
	var err error
	if disjoint {
		pairs, err = matching(n, m, skip, source)
	} else {
		pairs = distinct(n, m, skip, source)
	}
	if err == nil && len(pairs) < m {
		err = invalid("found only %d canaries of %d among the pairs of %d nodes", len(pairs), m, n)
	}
	if err != nil {
		return nil, err
	}
	return pairs, nil
}

// distinct draws pairs by rejection; where nearly all are refused it gives up.
func distinct(n, m int, skip func(NodePair) bool, source *rand.Rand) []NodePair {
	if m > n*(n-1)/2 {
		return nil
	}
	taken := map[NodePair]bool{}
	var pairs []NodePair
	for tries := 1000 * (m + 10); len(pairs) < m && tries > 0; tries-- {
		p := pairOf(int32(source.IntN(n)), int32(source.IntN(n)))
		if p[0] != p[1] && !taken[p] && !skip(p) {
			taken[p] = true
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// matching joins the nodes in random order, each to the next one that skip
// leaves it.
func matching(n, m int, skip func(NodePair) bool, source *rand.Rand) ([]NodePair, error) {
	free, err := nodes(n, n, source)
	if err != nil {
		return nil, err
	}
	var pairs []NodePair
	for len(free) > 1 && len(pairs) < m {
		u := free[0]
		free = free[1:]
		if j := slices.IndexFunc(free, func(v int32) bool { return !skip(pairOf(u, v)) }); j >= 0 {
			pairs = append(pairs, pairOf(u, free[j]))
			free[j] = free[0]
			free = free[1:]
		}
	}
	return pairs, nil
}
