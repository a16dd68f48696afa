package vote

import (
	"fmt"

	"github.com/graphdp/graphdp/gdp/graph"
)

// Model holds the scores of all nodes of one graph: what leaves the session.
type Model struct {
	Classes   int       `json:"classes"`
	LogScores []float32 `json:"log_scores"` // a row for each node
}

// Scores implements [release.Model]. The scores are part of the release: nothing of the
// network is read.
func (m *Model) Scores(_ *graph.Network, u int32) ([]float32, error) {
	if nodes := len(m.LogScores) / max(1, m.Classes); u < 0 || int(u) >= nodes {
		return nil, fmt.Errorf("vote: node %d is not one of the %d nodes", u, nodes)
	}
	return m.LogScores[int(u)*m.Classes:][:m.Classes], nil
}
