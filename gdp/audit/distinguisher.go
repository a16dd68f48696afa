package audit

import (
	"math"
	"slices"
)

// Distinguisher turns outputs into scores that are larger in world 1, if the
// attack is any good. It is fixed beforehand, or learns from a part of the runs
// that is then used for nothing else. A score of NaN says that the output is
// not of the right form, and ends the attack with an error.
type Distinguisher struct {
	name  string
	score func(output []float64) float64
	learn func(train Runs) func(output []float64) float64
}

// Score returns a fixed distinguisher of any kind.
func Score(name string, score func(output []float64) float64) Distinguisher {
	return Distinguisher{name: name, score: score}
}

// Entry takes an entry of the output as the score: entry 0 where a run returns
// its score itself.
func Entry(i int) Distinguisher {
	return Score("score", func(output []float64) float64 {
		if i < 0 || i >= len(output) {
			return math.NaN()
		}
		return output[i]
	})
}

// Untouched counts the entries that are exactly what they were before: noise
// that was left out somewhere shows as a difference of supports, which no ε
// allows. World 1 is the one where more entries stay.
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

// Linear learns the linear score that separates the worlds best if the entries
// are independent: weights (m₁-m₀)/variance, entry by entry, from the runs that
// it trains on.
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
			if d := mean[1] - mean[0]; d != 0 { // constants that differ reveal all
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

// LikelihoodRatio learns the logarithm of the ratio of the likelihoods in the worlds, if the
// entries are independent: entry by entry, from how often its value lies in each of some
// intervals, or is one that occurs often. So it finds values that are typical of a world without
// being large or small.
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

// Values learns such a ratio from how often each value occurs. So it finds noise of few values.
func Values() Distinguisher {
	return ratio("learned likelihood ratio of values", func(all []float64) []float64 { return all })
}

// repeated are the values that a sorted list has at least k times.
func repeated(all []float64, k int) (list []float64) {
	for i := k - 1; i < len(all); i++ {
		if all[i] == all[i-k+1] {
			list = append(list, all[i])
		}
	}
	return list
}

// ratio is a likelihood ratio of the values that own chooses from all values, which are sorted, and
// of the intervals between them.
func ratio(name string, own func(all []float64) []float64) Distinguisher {
	return Distinguisher{name: name, learn: func(train Runs) func([]float64) float64 {
		cuts, logs := make([][]float64, len(train[0][0])), make([][]float64, len(train[0][0]))
		place := func(e int, x float64) int { i, _ := slices.BinarySearch(cuts[e], x); return i }
		for e := range cuts {
			var all []float64
			for _, output := range slices.Concat(train[0], train[1]) {
				all = append(all, output[e])
			}
			slices.Sort(all)
			for _, x := range own(all) {
				cuts[e] = append(cuts[e], math.Nextafter(x, math.Inf(-1)), x) // the interval below it, and a value of its own
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

// Learned returns what a distinguisher becomes that learns from all of these runs: a fixed one. A
// fixed one stays what it is.
func (d Distinguisher) Learned(train Runs) (Distinguisher, error) {
	if d.learn == nil {
		return d, nil
	}
	if err := (Attack{Distinguisher: d, Level: Level{Confidence: 0.5}}).validate(train); err != nil {
		return d, err
	}
	return Score(d.name, d.learn(train)), nil
}
