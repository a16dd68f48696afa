package trial

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

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

// Membership is the success of a membership inference attack: the attacker has a node's features
// and label, and guesses whether it was a training node.
type Membership struct {
	AUC  float64 // 0.5 for guessing
	Rare float64 // true positive rate at a false positive rate of 1 %
}

// MembershipOf attacks a classifier by the predicted probability of a node's true class, which is
// higher for training nodes. It compares training and test nodes of a random split.
func MembershipOf(c release.Classifier, net *graph.Network) (Membership, error) {
	if net == nil || net.Labels == nil {
		return Membership{}, fmt.Errorf("trial: no labels to look for in a classifier")
	}
	inside, err := certainties(c, net, c.Split.Train)
	if err != nil {
		return Membership{}, err
	}
	outside, err := certainties(c, net, c.Split.Test)
	if err != nil {
		return Membership{}, err
	}
	if len(inside) == 0 || len(outside) == 0 {
		return Membership{}, fmt.Errorf("trial: %d training and %d test nodes have a label, want some of both", len(inside), len(outside))
	}
	var m Membership
	if m.AUC, err = metric.AUC(inside, outside); err != nil {
		return m, fmt.Errorf("trial: %w", err)
	}
	slices.Sort(outside)
	bar := outside[len(outside)-1-len(outside)/100]
	for _, x := range inside {
		if x > bar {
			m.Rare += 1 / float64(len(inside))
		}
	}
	return m, nil
}

// certainties returns the logarithms of the probabilities of the true classes, for nodes with a
// known class.
func certainties(c release.Classifier, net *graph.Network, nodes []int32) (list []float64, err error) {
	for _, u := range nodes {
		if u < 0 || int(u) >= len(net.Labels) {
			return nil, fmt.Errorf("trial: node %d of the split, but there are %d labels", u, len(net.Labels))
		}
		if net.Labels[u] < 0 {
			continue
		}
		scores, err := c.Scores(net, u)
		if err != nil {
			return nil, err
		}
		if int(net.Labels[u]) >= len(scores) {
			return nil, fmt.Errorf("trial: node %d has class %d, the classifier knows %d", u, net.Labels[u], len(scores))
		}
		own, all := float64(scores[net.Labels[u]]), 0.0
		for _, x := range scores {
			all += math.Exp(float64(x) - own)
		}
		list = append(list, -math.Log(all))
	}
	return list, nil
}

func beginMembership(_ context.Context, net *graph.Network, _ *rand.Rand) (*graph.Network, measure, error) {
	return net, func(x release.Release) (map[string]float64, error) {
		m, err := MembershipOf(x.(release.Classifier), net)
		return map[string]float64{"attack AUC": m.AUC, "found at 1 %": m.Rare}, err
	}, nil
}
