package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// Vocabulary holds the settings of [Words].
type Vocabulary struct {
	Columns  int     // number of attributes
	PerNode  int     // words per node
	OwnShare float64 // probability that a word is one of the node's class
}

// Words samples attributes that depend on the labels, like the words of papers on their fields.
// Each class owns the same number of consecutive columns. Each node gets v.PerNode different
// columns with the value 1, each from its class's columns with probability v.OwnShare and else from
// the others. A share of 1 / classes carries no information.
func Words(labels []int32, classes int, v Vocabulary, r *rand.Rand) (*graph.Attributes, error) {
	if err := check(len(labels), r); err != nil {
		return nil, err
	}
	if err := probability("the own share", v.OwnShare); err != nil {
		return nil, err
	}
	if classes < 2 || v.PerNode < 0 || v.Columns/classes < v.PerNode {
		return nil, fmt.Errorf("gen: %d columns for %d classes and %d words per node: want at least two classes, each with as many columns as a node has words",
			v.Columns, classes, v.PerNode)
	}
	own := v.Columns / classes
	last := make([]int32, v.Columns) // 1 plus the last node with each column
	offsets := make([]int64, 1, len(labels)+1)
	var indices []int32
	for u, label := range labels {
		if label < 0 || int(label) >= classes {
			return nil, fmt.Errorf("gen: node %d has label %d, want 0 … %d", u, label, classes-1)
		}
		first := int(label) * own
		start := len(indices)
		for len(indices)-start < v.PerNode {
			isOwn := r.Float64() < v.OwnShare
			for { // until it is a new word
				c := first + r.IntN(own)
				if !isOwn {
					if c = r.IntN(v.Columns - own); c >= first {
						c += own
					}
				}
				if last[c] != int32(u)+1 {
					last[c] = int32(u) + 1
					indices = append(indices, int32(c))
					break
				}
			}
		}
		slices.Sort(indices[start:])
		offsets = append(offsets, int64(len(indices)))
	}
	values := make([]float32, len(indices))
	for i := range values {
		values[i] = 1
	}
	return graph.NewAttributes(v.Columns, offsets, indices, values)
}
