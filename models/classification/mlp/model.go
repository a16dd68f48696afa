package mlp

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/perceptron"
)

// Model is a trained classifier: what leaves the session.
type Model struct {
	Net  *perceptron.Model `json:"net"`
	Unit bool              `json:"unit"` // features are scaled to norm 1
}

// Scores implements [release.Model]: it reads the node's own features.
func (m *Model) Scores(net *graph.Network, u int32) ([]float32, error) {
	if net == nil || net.Attrs == nil {
		return nil, fmt.Errorf("mlp: the model takes %d features a node", m.Net.Channels[0])
	}
	scores, _, err := m.Net.Outputs(perceptron.Features(net.Attrs, m.Unit), []int32{u})
	if err != nil {
		return nil, fmt.Errorf("mlp: %w", err)
	}
	return scores, nil
}

// NumClasses implements [node.Model].
func (m *Model) NumClasses() int { return m.Net.Classes() }
