package features

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
)

// Words is a naive Bayes classifier, the model that [ClassSums] releases.
type Words struct {
	Classes  int       `json:"classes"`
	Signed   bool      `json:"signed"`   // each feature is two words, one per sign
	Prior    []float32 `json:"prior"`    // log-shares of the classes
	Evidence []float32 `json:"evidence"` // Classes × words: log-evidence of a word for a class
}

// Columns returns the number of features.
func (m *Words) Columns() int {
	n := len(m.Evidence) / max(1, m.Classes)
	if m.Signed {
		return n / 2
	}
	return n
}

// Scores implements [release.Model]: log-probabilities of the classes up to a constant, from the
// node's own features. Features are multiplied by |x|₁/|x|₂², so that each word counts once if all
// have the same value.
func (m *Words) Scores(net *graph.Network, u int32) ([]float32, error) {
	if err := readable(net, u, m.Columns()); err != nil {
		return nil, err
	}
	columns, values := net.Attrs.Row(u)
	n := len(m.Evidence) / m.Classes
	largest := float32(0)
	for _, x := range values {
		largest = max(largest, m.size(x))
	}
	scores := append([]float32(nil), m.Prior...)
	if largest == 0 {
		return scores, nil
	}
	var sum, squares float32
	for _, x := range values {
		x = m.size(x) / largest
		sum += x
		squares += x * x
	}
	for i, column := range columns {
		weight, word := m.size(values[i])/largest*sum/squares, int(column)
		if values[i] < 0 {
			word += n / 2
		}
		if weight == 0 {
			continue
		}
		for c := range scores {
			scores[c] += weight * m.Evidence[c*n+word]
		}
	}
	return scores, nil
}

// size returns the count of a feature.
func (m *Words) size(x float32) float32 {
	if x < 0 && m.Signed {
		return -x
	}
	return max(x, 0)
}

// readable returns an error if a model with that many columns cannot read the node's features.
func readable(net *graph.Network, u int32, columns int) error {
	switch {
	case net == nil || net.Attrs == nil || net.Attrs.Cols() != columns:
		return fmt.Errorf("features: the model takes %d features per node", columns)
	case u < 0 || int(u) >= net.Attrs.Rows():
		return fmt.Errorf("features: node %d is not one of the %d nodes", u, net.Attrs.Rows())
	}
	return nil
}

// NumClasses implements [node.Model].
func (m *Words) NumClasses() int { return m.Classes }
