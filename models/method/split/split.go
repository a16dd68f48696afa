// Package split splits nodes into training and test sets.
package split

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/method/ranges"
)

// Config selects a split. A [Random] split is public: it depends only on the number of nodes.
// [METIS] reads every edge.
type Config struct {
	Kind  Kind    `json:",omitempty" range:"0"` // 0: Random
	Share float64 `range:"(0,1]"`               // share of training nodes of a Random split; the others are test nodes
	Seed  uint64  // of a Random split
	Part  int     `json:",omitempty" range:"[0,9]"` // test part of METIS, from 1; 0: the fifth
	// Train and Test, if present, are the split itself.
	Train, Test []int32 `json:",omitempty"`
}

// Nodes are the training and test nodes.
type Nodes struct {
	Train, Test []int32
}

// Check refuses a split that is invalid for any number of nodes.
func (c Config) Check() error {
	if c.Train != nil || c.Test != nil {
		return nil
	}
	return ranges.Check("split", c)
}

// Of splits n nodes.
func (c Config) Of(n int) (Nodes, error) {
	switch {
	case c.Train != nil || c.Test != nil:
		s := Nodes{c.Train, c.Test}
		return s, s.check(n)
	case c.Kind == METIS:
		return Nodes{}, fmt.Errorf("split: a division by METIS is made of the edges, not of the number of nodes")
	}
	if err := c.Check(); err != nil {
		return Nodes{}, err
	}
	return AtRandom(n, c.Share, rand.New(rand.NewPCG(c.Seed, 0)))
}

// AtRandom puts a random share of n nodes into Train and the others into Test.
func AtRandom(n int, share float64, r *rand.Rand) (Nodes, error) {
	if r == nil {
		return Nodes{}, fmt.Errorf("split: no source of randomness")
	}
	if !(share > 0 && share <= 1) || n < 2 {
		return Nodes{}, fmt.Errorf("split: %d nodes, a share of %v of them to learn from, want at least 2 and a share in (0, 1]", n, share)
	}
	order := make([]int32, n)
	for i, u := range r.Perm(n) {
		order[i] = int32(u)
	}
	cut := n
	if share < 1 {
		cut = min(max(int(float64(n)*share+0.5), 1), n-1)
	}
	return Nodes{Train: order[:cut], Test: order[cut:]}, nil
}

// Name returns a name for a list of nodes, to be used in names of queries.
func Name(nodes []int32) string {
	sum := sha256.Sum256(fmt.Append(nil, nodes))
	return hex.EncodeToString(sum[:])
}

// check refuses nodes outside 0 … n-1 and repeated nodes.
func (s Nodes) check(n int) error {
	if len(s.Train) == 0 {
		return fmt.Errorf("split: no nodes to learn from")
	}
	seen := make([]bool, n)
	for _, part := range []struct {
		name string
		list []int32
	}{{"learn from", s.Train}, {"test on", s.Test}} {
		for _, u := range part.list {
			if u < 0 || int(u) >= n || seen[u] {
				return fmt.Errorf("split: node %d to %s is not one of the %d nodes, or named twice", u, part.name, n)
			}
			seen[u] = true
		}
	}
	return nil
}

// Labelled puts a random share of the labelled nodes into Test.
func Labelled(labels []int32, testShare float64, r *rand.Rand) (Nodes, error) {
	if r == nil {
		return Nodes{}, fmt.Errorf("split: no source of randomness")
	}
	if !(testShare > 0 && testShare < 1) {
		return Nodes{}, fmt.Errorf("split: a share of %v of the nodes to test, want one strictly between 0 and 1", testShare)
	}
	var nodes []int32
	for u, c := range labels {
		if c >= 0 {
			nodes = append(nodes, int32(u))
		}
	}
	test := int(testShare * float64(len(nodes)))
	if test < 1 || test == len(nodes) {
		return Nodes{}, fmt.Errorf("split: %d labelled nodes cannot be divided", len(nodes))
	}
	r.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
	return Nodes{Train: nodes[test:], Test: nodes[:test]}, nil
}
