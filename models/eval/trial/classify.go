package trial

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/method/release"
)

// Score is the performance of a classifier on the test nodes with a known class.
type Score struct {
	Nodes    int     `json:"nodes"`
	Accuracy float64 `json:"accuracy"`
	MacroF1  float64 `json:"macro_f1"`
	Majority float64 `json:"majority"` // accuracy of the majority class
}

// Classify applies a classifier to its test nodes: the class with the largest score.
func Classify(c release.Classifier, net *graph.Network) (Score, error) {
	if net == nil || net.Labels == nil {
		return Score{}, fmt.Errorf("trial: no labels to test a classifier on")
	}
	var known, predicted []int32
	count := map[int32]int{}
	for _, u := range c.Split.Test {
		if u < 0 || int(u) >= len(net.Labels) {
			return Score{}, fmt.Errorf("trial: test node %d, but there are %d labels", u, len(net.Labels))
		}
		if net.Labels[u] < 0 {
			continue
		}
		scores, err := c.Scores(net, u)
		if err != nil {
			return Score{}, err
		}
		if len(scores) != c.Classes {
			return Score{}, fmt.Errorf("trial: %d scores of node %d, of %d classes", len(scores), u, c.Classes)
		}
		known, predicted = append(known, net.Labels[u]), append(predicted, release.Likeliest(scores))
		count[net.Labels[u]]++
	}
	if len(known) == 0 {
		return Score{}, fmt.Errorf("trial: none of the %d test nodes has a label", len(c.Split.Test))
	}
	accuracy, macro, err := metric.F1(known, predicted)
	if err != nil {
		return Score{}, fmt.Errorf("trial: %w", err)
	}
	s := Score{Nodes: len(known), Accuracy: accuracy, MacroF1: macro}
	for _, n := range count {
		s.Majority = max(s.Majority, float64(n)/float64(len(known)))
	}
	return s, nil
}
