package trial

import (
	"fmt"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/learn/logistic"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// NodeF1 returns the Micro-F1 on the test nodes of a logistic regression trained on the rows of the
// training nodes.
func NodeF1(e *embed.Matrix, labels []int32, classes int, nodes split.Nodes) (float64, error) {
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
	x, class, err := rows(nodes.Train)
	if err != nil {
		return 0, err
	}
	features, err := logistic.Dense(x)
	if err != nil {
		return 0, err
	}
	model, err := logistic.Fit(features, class, classes, 1)
	if err != nil {
		return 0, err
	}
	if x, class, err = rows(nodes.Test); err != nil {
		return 0, err
	}
	predicted := make([]int32, len(x))
	for i := range x {
		predicted[i] = release.Likeliest(model.Scores(x[i]))
	}
	micro, _, err := metric.F1(class, predicted)
	return micro, err
}
