package audit

import (
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/lists"
)

// Distinguisher maps outputs to scores that should be larger on input 1. It is either fixed
// beforehand or trained on a part of the runs, which is not used otherwise. A NaN score means that
// an output has the wrong form; the attack then fails.
type Distinguisher struct {
	name  string
	score func(output []float64) float64
	learn func(train Runs) func(output []float64) float64
}

// Score returns a fixed distinguisher.
func Score(name string, score func(output []float64) float64) Distinguisher {
	return Distinguisher{name: name, score: score}
}

// Entry uses entry i of the output as the score; entry 0 if a run returns its score.
func Entry(i int) Distinguisher {
	return Score("score", func(output []float64) float64 {
		if i < 0 || i >= len(output) {
			return math.NaN()
		}
		return output[i]
	})
}

// Untouched counts the entries that equal their values before the release. Missing noise shows as a
// difference of supports, which no ε allows. World 1 is the one in which more entries are
// unchanged.
func Untouched(before []float64) Distinguisher {
	before = slices.Clone(before)
	return Score("untouched entries", func(output []float64) float64 {
		if len(output) != len(before) {
			return math.NaN()
		}
		same := 0
		for i, x := range output {
			if x == before[i] {
				same++
			}
		}
		return float64(same)
	})
}

// Linear learns the linear score that separates the two inputs best if the entries are independent:
// weights (m₁-m₀)/variance, entry by entry, from the training runs.
func Linear() Distinguisher {
	return Distinguisher{name: "learned linear score", learn: func(train Runs) func([]float64) float64 {
		weights := make([]float64, len(train[0][0]))
		for i := range weights {
			var mean, variance [2]float64
			for w, runs := range train {
				for _, output := range runs {
					mean[w] += output[i] / float64(len(runs))
				}
				for _, output := range runs {
					variance[w] += (output[i] - mean[w]) * (output[i] - mean[w]) / float64(len(runs))
				}
			}
			if d := mean[1] - mean[0]; d != 0 { // different constants reveal everything
				weights[i] = d / (variance[0] + variance[1] + 1e-9*d*d)
			}
		}
		return func(output []float64) float64 {
			var sum float64
			for i, w := range weights {
				sum += w * output[i]
			}
			return sum
		}
	}}
}

// LikelihoodRatio learns the log-likelihood ratio of the two inputs under independent entries. For
// each entry it counts the values in intervals, and values that repeat often on their own. So it
// finds values that are typical of an input without being large or small.
func LikelihoodRatio() Distinguisher {
	const parts, rare = 8, 64
	return ratio("learned likelihood ratio", func(all []float64) []float64 {
		own := repeated(all, 1+len(all)/rare)
		for i := range parts {
			own = append(own, all[i*len(all)/parts])
		}
		return own
	})
}

// Values learns such a ratio from the frequency of each value. It suits noise that takes few
// values.
func Values() Distinguisher {
	return ratio("learned likelihood ratio of values", func(all []float64) []float64 { return all })
}

// repeated returns the values that occur at least k times in a sorted list.
func repeated(all []float64, k int) (list []float64) {
	for i := k - 1; i < len(all); i++ {
		if all[i] == all[i-k+1] {
			list = append(list, all[i])
		}
	}
	return list
}

// ratio returns a likelihood-ratio distinguisher with one cell for each value that own selects from
// the sorted values, and one for each interval between them.
func ratio(name string, own func(all []float64) []float64) Distinguisher {
	return Distinguisher{name: name, learn: func(train Runs) func([]float64) float64 {
		cuts, logs := make([][]float64, len(train[0][0])), make([][]float64, len(train[0][0]))
		place := func(e int, x float64) int { i, _ := slices.BinarySearch(cuts[e], x); return i }
		for e := range cuts {
			all := lists.Map(slices.Concat(train[0], train[1]), func(output []float64) float64 { return output[e] })
			slices.Sort(all)
			for _, x := range own(all) {
				cuts[e] = append(cuts[e], math.Nextafter(x, math.Inf(-1)), x) // the interval below it, and the value itself
			}
			slices.Sort(cuts[e])
			cuts[e] = slices.Compact(cuts[e])
			var count [2][]float64
			for w, runs := range train {
				count[w] = make([]float64, len(cuts[e])+1)
				for _, output := range runs {
					count[w][place(e, output[e])]++
				}
			}
			for i := range count[0] {
				logs[e] = append(logs[e], math.Log((count[1][i]+0.5)/(count[0][i]+0.5)*float64(len(train[0])+1)/float64(len(train[1])+1)))
			}
		}
		return func(output []float64) (sum float64) {
			for e, x := range output {
				sum += logs[e][place(e, x)]
			}
			return sum
		}
	}}
}

// Learned returns the distinguisher trained on all these runs, as a fixed one. A fixed
// distinguisher is returned unchanged.
func (d Distinguisher) Learned(train Runs) (Distinguisher, error) {
	if d.learn == nil {
		return d, nil
	}
	if err := (Attack{Distinguisher: d, Level: Level{Confidence: 0.5}}).validate(train); err != nil {
		return d, err
	}
	return Score(d.name, d.learn(train)), nil
}
