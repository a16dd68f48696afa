package metric

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

func TestZetaAgainstAnotherImplementation(t *testing.T) {
	for _, α := range []float64{1.01, 1.5, 2, 3.7, 9} {
		for _, q := range []float64{1, 2, 17, 39, 40, 41, 1000} {
			value, slope := zeta(α, q)
			if want := mathext.Zeta(α, q); math.Abs(value/want-1) > 1e-12 {
				t.Errorf("ζ(%v, %v) = %v, want %v", α, q, value, want)
			}
			h := 1e-5 * (α - 1)
			if want := (mathext.Zeta(α+h, q) - mathext.Zeta(α-h, q)) / (2 * h); math.Abs(slope/want-1) > 1e-6 {
				t.Errorf("ζ'(%v, %v) = %v, want %v", α, q, slope, want)
			}
		}
	}
}

// The fit against a search: the likelihood on a grid of exponents, and the distance over all
// degrees one by one.
func TestPowerLawBySearch(t *testing.T) {
	smallGraphs(t, func(t *testing.T, a matrix) {
		if len(a) < 6 {
			return
		}
		var degrees []int
		for u := range a {
			degrees = append(degrees, a.degree(u))
		}
		got := FitPowerLaw(a.graph())
		bestKS := math.Inf(1)
		for _, least := range degrees {
			if least == 0 {
				continue
			}
			var tail []int
			most := 0
			for _, d := range degrees {
				if d >= least {
					tail = append(tail, d)
					most = max(most, d)
				}
			}
			if most == least {
				continue
			}
			likelihood := func(α float64) float64 {
				l := -float64(len(tail)) * math.Log(mathext.Zeta(α, float64(least)))
				for _, d := range tail {
					l -= α * math.Log(float64(d))
				}
				return l
			}
			α := exponent(float64(least), meanLog(tail))
			for _, h := range []float64{1e-3, 1e-2} {
				if likelihood(α) < likelihood(α+h) || α-h > 1 && likelihood(α) < likelihood(α-h) {
					t.Errorf("the likelihood is not largest at exponent %v", α)
				}
			}
			ks, law, at := 0.0, 0.0, 0
			for d := least; d <= most; d++ {
				law += math.Pow(float64(d), -α) / mathext.Zeta(α, float64(least))
				for _, x := range tail {
					if x == d {
						at++
					}
				}
				ks = math.Max(ks, math.Abs(law-float64(at)/float64(len(tail))))
			}
			if least == got.Min {
				within(t, "exponent", got.Exponent, α, 1e-12*α)
				within(t, "KS", got.KS, ks, 1e-10)
				if got.Tail != len(tail) {
					t.Errorf("tail of %d, want %d", got.Tail, len(tail))
				}
			}
			bestKS = min(bestKS, ks)
		}
		if math.IsInf(bestKS, 1) {
			bestKS = math.NaN()
		}
		within(t, "smallest KS", got.KS, bestKS, 1e-10)
	})
}

func meanLog(x []int) float64 {
	s := 0.0
	for _, v := range x {
		s += math.Log(float64(v))
	}
	return s / float64(len(x))
}

// Degrees sampled with exponent 2.5: the estimate is within five standard errors, (α-1)/√n; correct
// code fails this once in a million seeds.
func TestPowerLawRecoversItsExponent(t *testing.T) {
	const n, α = 100_000, 2.5
	rng := rand.New(rand.NewPCG(11, 12))
	all, _ := zeta(α, 1)
	degrees := []int64{0}
	for range n {
		d, left := 1, rng.Float64()*all-1
		for d < 100_000 && left > 0 {
			d++
			left -= math.Pow(float64(d), -α)
		}
		for len(degrees) <= d {
			degrees = append(degrees, 0)
		}
		degrees[d]++
	}
	values, logs := 0.0, 0.0
	for d, c := range degrees {
		if d > 0 {
			values += float64(c)
			logs += float64(c) * math.Log(float64(d))
		}
	}
	within(t, "exponent", exponent(1, logs/values), α, 5*(α-1)/math.Sqrt(n))
}
