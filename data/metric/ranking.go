package metric

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// AUC returns the area under the ROC curve of the scores of positive and negative examples, such as
// edges and non-edges: the probability that a random positive scores higher than a random negative,
// where a tie counts half.
func AUC(positive, negative []float64) (float64, error) {
	steps, err := ranking(positive, negative)
	if err != nil {
		return 0, fmt.Errorf("metric: AUC: %w", err)
	}
	area, above := 0.0, 0.0 // positives with a higher score
	for _, s := range steps {
		area += s.negative * (above + s.positive/2)
		above += s.positive
	}
	return area / float64(len(positive)) / float64(len(negative)), nil
}

// step holds the numbers of positives and negatives with one score.
type step struct{ positive, negative float64 }

// ranking lists the distinct scores in descending order.
func ranking(positive, negative []float64) ([]step, error) {
	if len(positive) == 0 || len(negative) == 0 {
		return nil, fmt.Errorf("%d positive and %d negative scores: want at least one of each", len(positive), len(negative))
	}
	type scored struct {
		score    float64
		positive bool
	}
	all := make([]scored, 0, len(positive)+len(negative))
	for i, scores := range [][]float64{positive, negative} {
		for j, s := range scores {
			if math.IsNaN(s) {
				return nil, fmt.Errorf("score %d of the %s is NaN", j, []string{"positive", "negative"}[i])
			}
			all = append(all, scored{s, i == 0})
		}
	}
	slices.SortFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var steps []step
	for i, s := range all {
		if i == 0 || s.score != all[i-1].score {
			steps = append(steps, step{})
		}
		if last := &steps[len(steps)-1]; s.positive {
			last.positive++
		} else {
			last.negative++
		}
	}
	return steps, nil
}

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
