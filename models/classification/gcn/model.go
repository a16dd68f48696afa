package gcn

import "github.com/graphdp/graphdp/models/method/release"

// Model is a trained network, as it sees the graph that it was trained on.
type Model struct {
	Classes int
	Losses  []float64 // the loss at the start of each epoch

	logits []float32
}

// Logits returns node u's row of Z before the softmax: one number a class.
func (m *Model) Logits(u int32) []float32 {
	return m.logits[int(u)*m.Classes : (int(u)+1)*m.Classes]
}

// Predict returns the likeliest class of each node.
func (m *Model) Predict() []int32 {
	classes := make([]int32, len(m.logits)/m.Classes)
	for u := range classes {
		row := m.Logits(int32(u))
		for c, z := range row {
			if z > row[classes[u]] {
				classes[u] = int32(c)
			}
		}
	}
	return classes
}

// Scores are the logits as a release.
func (m *Model) Scores() *release.Scores {
	return &release.Scores{Classes: m.Classes, Values: m.logits}
}
