package release

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
)

// Scores are scores for all nodes of one graph: a [Model] that reads nothing.
type Scores struct {
	Classes int       `json:"classes"`
	Values  []float32 `json:"scores"` // one row per node
}

// Scores implements [Model].
func (s *Scores) Scores(_ *graph.Network, u int32) ([]float32, error) {
	if s == nil || s.Classes < 1 || u < 0 || int(u) >= len(s.Values)/s.Classes {
		return nil, fmt.Errorf("release: node %d has no scores here", u)
	}
	return s.Values[int(u)*s.Classes:][:s.Classes], nil
}

// NumClasses returns the number of classes.
func (s *Scores) NumClasses() int {
	if s == nil {
		return 0
	}
	return s.Classes
}
