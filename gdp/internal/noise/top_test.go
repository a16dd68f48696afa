package noise

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// laws are those whose largest values can be drawn, with the sampler for all values.
var laws = []struct {
	name  string
	law   law
	top   func(s *Stream, n int, at []int32, values []float64, scale float64, k int) ([]int32, []float64, error)
	dense func(s *Stream, values []float64, scale float64) ([]float64, error)
}{
	{"Gaussian", gaussian, (*Stream).TopGaussian, (*Stream).Gaussian},
	{"Laplace", twoSided, (*Stream).TopLaplace, (*Stream).Laplace},
}

// The largest of the entries, and where they are, have the law that they have when noise is
// drawn for all n; noise a tenth smaller is noticed. Right code is rejected once in 10⁸ times.
func TestTopLaw(t *testing.T) {
	for _, l := range laws {
		t.Run(l.name, func(t *testing.T) { testTopLaw(t, l.law, l.top, l.dense) })
	}
}

func testTopLaw(t *testing.T, l law, top func(s *Stream, n int, at []int32, values []float64, scale float64, k int) ([]int32, []float64, error),
	noise func(s *Stream, values []float64, scale float64) ([]float64, error)) {
	const n, k, draws, sd, alpha = 1000, 2, 6000, 2.0, 1e-9
	at, values := []int32{0, 3, 700, 999}, []float64{1, 5, -2, 3}
	if l.passed(n-len(at), 4*k+32) == 0 {
		t.Fatal("no zero is left out: the test is blind")
	}
	dense := make([]float64, n)
	for i, u := range at {
		dense[u] = values[i]
	}
	s := open("top " + t.Name())
	var first, naive, narrow, second, naiveSecond []float64
	given, naiveGiven, place := 0, 0, make([]int, 4)
	for range draws {
		indices, noisy := must.Two(top(s, n, at, values, sd, k))(t)
		if len(indices) != k || noisy[0] < noisy[1] || indices[0] == indices[1] {
			t.Fatalf("%v, %v", indices, noisy)
		}
		first, second, narrow = append(first, noisy[0]), append(second, noisy[1]), append(narrow, .9*noisy[0])
		if slices.Contains(at, indices[0]) {
			given++
		} else {
			place[indices[0]/250]++
		}
		all := must.Get(noise(s, dense, sd))(t)
		best := slices.Max(all)
		if u := slices.Index(all, best); slices.Contains(at, int32(u)) {
			naiveGiven++
		}
		all[slices.Index(all, best)] = math.Inf(-1)
		naive, naiveSecond = append(naive, best), append(naiveSecond, slices.Max(all))
	}
	if !stattest.SameDistribution(first, naive, alpha) || !stattest.SameDistribution(second, naiveSecond, alpha) || stattest.SameDistribution(narrow, naive, alpha) {
		t.Error("the largest entries have another law than with noise on all, or another scale is not noticed")
	}
	if !stattest.Count(given, draws, float64(naiveGiven)/draws, 1e-12) { // of two samples: a wider test
		t.Errorf("a given entry is the largest %d times, %d with noise on all", given, naiveGiven)
	}
	if !stattest.ChiSquare(place, []float64{248. / 996, .25 * 1000 / 996, 249. / 996, 249. / 996}, alpha) {
		t.Errorf("zeros are the largest in quarters %v", place)
	}
}

// A bound that too few pass, so that the others get their noise after all, and one that some
// pass, give the same law. Right code is rejected once in 10⁸ times.
func TestTopBounds(t *testing.T) {
	const n, k, draws, alpha = 60, 3, 6000, 1e-9
	at, values := []int32{5, 30}, []float64{.5, -1}
	last := func(l law, bound int) (sample []float64) { // the third largest
		s := open("bounds")
		for range draws {
			_, noisy := must.Two(s.topBeyond(l, n, at, values, 1, k, bound))(t)
			sample = append(sample, noisy[k-1])
		}
		return sample
	}
	for _, l := range laws {
		all := last(l.law, 0)
		for _, bound := range []int{1, 2, 3} {
			if !stattest.SameDistribution(last(l.law, bound), all, alpha) {
				t.Errorf("%s: another law with a bound of %d", l.name, bound)
			}
		}
	}
}
