package metric

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// The area by its definition: over all pairs, with ties counted as a half.
func TestAUCOverAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	for range 50 {
		positive, negative := make([]float64, 1+rng.IntN(40)), make([]float64, 1+rng.IntN(40))
		levels := 1 + rng.IntN(20)
		for _, s := range [][]float64{positive, negative} {
			for i := range s {
				s[i] = float64(rng.IntN(levels))
			}
		}
		want := 0.0
		for _, p := range positive {
			for _, n := range negative {
				if p > n {
					want++
				} else if p == n {
					want += 0.5
				}
			}
		}
		got := must.Get(AUC(positive, negative))(t)
		near(t, "AUC", got, want/float64(len(positive)*len(negative)))
	}
	for _, s := range [][2][]float64{{nil, {1}}, {{1}, nil}, {{math.NaN()}, {1}}, {{1}, {2, math.NaN()}}} {
		if _, err := AUC(s[0], s[1]); err == nil {
			t.Errorf("AUC of %v and %v", s[0], s[1])
		}
	}
}

// Golden values of scikit-learn 1.9.1: f1_score with average "micro" and "macro".
// Class 3 is predicted and never true, class 4 is true.
func TestF1AgainstScikitLearn(t *testing.T) {
	micro, macro := must.Two(F1([]int32{0, 1, 2, 2, 1, 0, 4, 4}, []int32{0, 2, 2, 1, 1, 3, 4, 0}))(t)
	near(t, "Micro-F1", micro, 0.5)
	near(t, "Macro-F1", macro, 0.4333333333333333)
	if _, _, err := F1([]int32{0}, []int32{0, 1}); err == nil {
		t.Error("two answers to one question were accepted")
	}
	if _, _, err := F1(nil, nil); err == nil {
		t.Error("F1 of nothing")
	}
}
