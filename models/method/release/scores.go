package release

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
)

// Scores are the scores of all nodes of one graph: a [Model] that reads nothing.
type Scores struct {
	Classes int       `json:"classes"`
	Values  []float32 `json:"scores"` // a row for each node
}

// Scores implements [Model].
func (s *Scores) Scores(_ *graph.Network, u int32) ([]float32, error) {
	if s == nil || s.Classes < 1 || u < 0 || int(u) >= len(s.Values)/s.Classes {
		return nil, fmt.Errorf("release: node %d has no scores here", u)
	}
	return s.Values[int(u)*s.Classes:][:s.Classes], nil
}

// NumClasses returns the number of scores of a node.
func (s *Scores) NumClasses() int {
	if s == nil {
		return 0
	}
	return s.Classes
}
