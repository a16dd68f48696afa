package trial

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp/metric"
)

// Nodes is a split of the labelled nodes.
type Nodes struct{ Train, Test []int32 }

// SplitNodes puts a random share of the nodes that have a label aside for testing.
func SplitNodes(labels []int32, testShare float64, r *rand.Rand) (Nodes, error) {
	if r == nil {
		return Nodes{}, fmt.Errorf("trial: no source of randomness")
	}
	if !(testShare > 0 && testShare < 1) {
		return Nodes{}, fmt.Errorf("trial: a share of %v of the nodes to test, want one strictly between 0 and 1", testShare)
	}
	var nodes []int32
	for u, c := range labels {
		if c >= 0 {
			nodes = append(nodes, int32(u))
		}
	}
	test := int(testShare * float64(len(nodes)))
	if test < 1 || test == len(nodes) {
		return Nodes{}, fmt.Errorf("trial: %d labelled nodes cannot be split", len(nodes))
	}
	r.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
	return Nodes{Train: nodes[test:], Test: nodes[:test]}, nil
}

// NodeF1 is the Micro-F1 on the test nodes of a logistic regression that learned
// the labels of the training nodes from their rows.
func NodeF1(e Embedding, labels []int32, classes int, split Nodes) (float64, error) {
	rows := func(nodes []int32) ([][]float64, []int32, error) {
		x, class := make([][]float64, len(nodes)), make([]int32, len(nodes))
		for i, u := range nodes {
			if u < 0 || int(u) >= e.N() || int(u) >= len(labels) {
				return nil, nil, fmt.Errorf("trial: node %d, but there are %d rows and %d labels", u, e.N(), len(labels))
			}
			for _, v := range e.Row(u) {
				x[i] = append(x[i], float64(v))
			}
			class[i] = labels[u]
		}
		return x, class, nil
	}
	x, class, err := rows(split.Train)
	if err != nil {
		return 0, err
	}
	model, err := FitLogistic(x, class, classes)
	if err != nil {
		return 0, err
	}
	if x, class, err = rows(split.Test); err != nil {
		return 0, err
	}
	predicted := make([]int32, len(x))
	for i := range x {
		scores := model.Scores(x[i])
		for c, s := range scores {
			if s > scores[predicted[i]] {
				predicted[i] = int32(c)
			}
		}
	}
	micro, _, err := metric.F1(class, predicted)
	return micro, err
}
