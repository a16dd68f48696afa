package features

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/metric"
)

// Model is a trained classifier: what leaves the session.
type Model struct {
	Columns int       `json:"columns"` // features of a node
	Hidden  int       `json:"hidden"`
	Classes int       `json:"classes"`
	Unit    bool      `json:"unit"` // features are scaled to norm 1
	W1      []float32 `json:"w1"`   // Columns x Hidden
	W2      []float32 `json:"w2"`   // Hidden x Classes
}

// Logits is f(x) of node u's features, before the softmax.
func (m *Model) Logits(x *graph.Attributes, u int32) []float32 {
	columns, values := x.Row(u)
	scale := float32(1)
	if m.Unit {
		scale = unitScale(values)
	}
	hidden := make([]float32, m.Hidden)
	for i, c := range columns {
		v := values[i] * scale
		for j, w := range m.W1[int(c)*m.Hidden : (int(c)+1)*m.Hidden] {
			hidden[j] += v * w
		}
	}
	logits := make([]float32, m.Classes)
	for j, h := range hidden {
		for k, w := range m.W2[j*m.Classes : (j+1)*m.Classes] {
			logits[k] += max(h, 0) * w
		}
	}
	return logits
}

// unitScale is 1/|x|, or 1 for x = 0; the largest float32 where 1/|x| is larger still.
func unitScale(x []float32) float32 {
	sum := 0.0
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	if sum == 0 {
		return 1
	}
	return float32(min(1/math.Sqrt(sum), math.MaxFloat32))
}

// Predict is the likeliest class of each of the nodes.
func (m *Model) Predict(x *graph.Attributes, nodes []int32) ([]int32, error) {
	if x == nil || x.Cols() != m.Columns {
		return nil, fmt.Errorf("features: the model takes %d features a node", m.Columns)
	}
	classes := make([]int32, len(nodes))
	for i, u := range nodes {
		if u < 0 || int(u) >= x.Rows() {
			return nil, fmt.Errorf("features: node %d is not one of the %d nodes", u, x.Rows())
		}
		logits := m.Logits(x, u)
		for c, z := range logits {
			if z > logits[classes[i]] {
				classes[i] = int32(c)
			}
		}
	}
	return classes, nil
}

// Score is how well a model predicts. It reads true labels: it is not a private
// release.
type Score struct {
	Nodes    int     `json:"nodes"`
	Accuracy float64 `json:"accuracy"` // and micro-F1, which is the same here
	MacroF1  float64 `json:"macro_f1"`
	Majority float64 `json:"majority"` // accuracy of always naming the class that is most frequent among these nodes
}

// Evaluate scores a model on those of the nodes whose class is known.
func Evaluate(m *Model, net *graph.Network, nodes []int32) (Score, error) {
	var known []int32
	var truth []int32
	count := make([]int, m.Classes)
	for _, u := range nodes {
		if u < 0 || int(u) >= len(net.Labels) {
			return Score{}, fmt.Errorf("features: node %d has no label to compare with", u)
		}
		if l := net.Labels[u]; l != graph.Unlabeled {
			if int(l) >= m.Classes {
				return Score{}, fmt.Errorf("features: node %d has class %d, the model knows %d", u, l, m.Classes)
			}
			known, truth = append(known, u), append(truth, l)
			count[l]++
		}
	}
	predicted, err := m.Predict(net.Attrs, known)
	if err != nil {
		return Score{}, err
	}
	s := Score{Nodes: len(known)}
	if s.Accuracy, s.MacroF1, err = metric.F1(truth, predicted); err != nil {
		return Score{}, fmt.Errorf("features: %w", err)
	}
	for _, c := range count {
		s.Majority = max(s.Majority, float64(c)/float64(len(known)))
	}
	return s, nil
}
