package metric

import (
	"fmt"
	"slices"
)

// F1 returns two F1 scores of predicted classes, one per node. The micro average pools all classes;
// with one prediction per node it is the accuracy. The macro average is the mean over classes of 2
// TP/(2 TP + FP + FN), with equal weight for every class that occurs on either side.
func F1(truth, predicted []int32) (micro, macro float64, err error) {
	if len(truth) != len(predicted) || len(truth) == 0 {
		return 0, 0, fmt.Errorf("metric: F1: %d true and %d predicted classes: want equally many, at least one", len(truth), len(predicted))
	}
	classes, count := dense(append(slices.Clone(truth), predicted...))
	n := len(truth)
	right, named := make([]float64, count), make([]float64, count) // classes that occur as truth or as prediction
	for i, c := range classes[:n] {
		p := classes[n+i]
		named[c]++
		named[p]++
		if c == p {
			right[c]++
		}
	}
	for c, r := range right {
		micro += r / float64(n)
		macro += 2 * r / named[c] / float64(count)
	}
	return micro, macro, nil
}
