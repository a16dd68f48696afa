package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// Vocabulary says how [Words] draws attributes.
type Vocabulary struct {
	Columns  int     // of the attributes
	PerNode  int     // words of each node
	OwnShare float64 // probability that a word is one of the node's class
}

// Words draws attributes that depend on the labels, as the words of a
// paper do of its field: each class owns as many consecutive columns, and each
// node gets v.PerNode different columns with the value 1, each of its class's
// own columns with probability v.OwnShare and of all others else. A share of
// 1 / classes tells nothing.
func Words(labels []int32, classes int, v Vocabulary, r *rand.Rand) (*graph.Attributes, error) {
	if err := check(len(labels), r); err != nil {
		return nil, err
	}
	if err := probability("the own share", v.OwnShare); err != nil {
		return nil, err
	}
	if classes < 2 || v.PerNode < 0 || v.Columns/classes < v.PerNode {
		return nil, fmt.Errorf("gen: %d columns for %d classes of nodes with %d words, want two classes or more, and for each as many columns as a node has words",
			v.Columns, classes, v.PerNode)
	}
	own := v.Columns / classes
	last := make([]int32, v.Columns) // one more than the last node that got each column
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
