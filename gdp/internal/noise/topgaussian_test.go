package noise

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// The largest of the entries, and where they are, have the law that they have when noise is
// drawn for all n; noise a tenth smaller is noticed. Right code is rejected once in 10⁸ times.
func TestTopGaussianLaw(t *testing.T) {
	const n, k, draws, sd, alpha = 1000, 2, 6000, 2.0, 1e-9
	at, values := []int32{0, 3, 700, 999}, []float64{1, 5, -2, 3}
	if passed(n-len(at), 4*k+32) == 0 {
		t.Fatal("no zero is left out: the test is blind")
	}
	dense := make([]float64, n)
	for i, u := range at {
		dense[u] = values[i]
	}
	s := open("top gaussian")
	var first, naive, narrow, second, naiveSecond []float64
	given, naiveGiven, place := 0, 0, make([]int, 4)
	for range draws {
		indices, noisy, err := s.TopGaussian(n, at, values, sd, k)
		if err != nil {
			t.Fatal(err)
		}
		if len(indices) != k || noisy[0] < noisy[1] || indices[0] == indices[1] {
			t.Fatalf("%v, %v", indices, noisy)
		}
		first, second, narrow = append(first, noisy[0]), append(second, noisy[1]), append(narrow, .9*noisy[0])
		if slices.Contains(at, indices[0]) {
			given++
		} else {
			place[indices[0]/250]++
		}
		all, err := s.Gaussian(dense, sd)
		if err != nil {
			t.Fatal(err)
		}
		best := slices.Max(all)
		if u := slices.Index(all, best); slices.Contains(at, int32(u)) {
			naiveGiven++
		}
		all[slices.Index(all, best)] = math.Inf(-1)
		naive, naiveSecond = append(naive, best), append(naiveSecond, slices.Max(all))
	}
	if !stattest.SameLaw(first, naive, alpha) || !stattest.SameLaw(second, naiveSecond, alpha) || stattest.SameLaw(narrow, naive, alpha) {
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
func TestTopGaussianBounds(t *testing.T) {
	const n, k, draws, alpha = 60, 3, 6000, 1e-9
	at, values := []int32{5, 30}, []float64{.5, -1}
	last := func(bound int) (sample []float64) { // the third largest
		s := open("bounds")
		for range draws {
			_, noisy, err := s.topGaussian(n, at, values, 1, k, bound)
			if err != nil {
				t.Fatal(err)
			}
			sample = append(sample, noisy[k-1])
		}
		return sample
	}
	all := last(0)
	for _, bound := range []int{1, 2, 3} {
		if !stattest.SameLaw(last(bound), all, alpha) {
			t.Errorf("another law with a bound of %d", bound)
		}
	}
}

// Of 50 normal variables alone the three largest are 2.250, 1.856 and 1.629 on average.
func TestTopGaussianMeans(t *testing.T) {
	s := open("means")
	const draws = 20_000
	sums := make([]float64, 3)
	for range draws {
		_, noisy, err := s.TopGaussian(50, nil, nil, 1, 3)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range noisy {
			sums[i] += x / draws
		}
	}
	for i, want := range []float64{2.250, 1.856, 1.629} {
		if math.Abs(sums[i]-want) > .025 { // seven standard deviations
			t.Errorf("the largest but %d is %v on average, want %v", i, sums[i], want)
		}
	}
}

// Tails, to more digits than a double has; the bound above them; and π.
func TestUpperTail(t *testing.T) {
	for bound := 1; bound <= 12; bound++ {
		low, high := tail(bound, 200)
		p, _ := low.Float64()
		if want := math.Erfc(float64(bound)/math.Sqrt2) / 2; math.Abs(p/want-1) > 1e-13 || low.Cmp(high) >= 0 {
			t.Errorf("P(Z ≥ %d) is %v, want %v", bound, p, want)
		}
		upper := new(big.Float).SetFloat64(upperTail(bound))
		if upper.Cmp(high) < 0 || upperTail(bound) > p*(1+0x1p-43) {
			t.Errorf("P(Z ≥ %d) is at most %v", bound, upperTail(bound))
		}
	}
	want, _, err := big.ParseFloat("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899", 10, 256, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	if off := new(big.Float).Sub(pi(256), want); off.Sign() != 0 && off.MantExp(nil) > -240 {
		t.Errorf("π is off by %v", off)
	}
}

// The comparison with an irrational number, with words of few digits: P(Z ≥ 1)/0.2.
func TestPasses(t *testing.T) {
	const draws = 20_000
	for _, width := range []uint{1, 8, 64} {
		s := narrow("passes", width)
		n := 0
		for range draws {
			if u := s.uniform(); s.below1(&u, 1, 0.2) {
				n++
			}
		}
		if p := math.Erfc(1/math.Sqrt2) / 2 / 0.2; !stattest.Count(n, draws, p, 1e-9) {
			t.Errorf("with %d digits a word: %d of %d, want a share of %v", width, n, draws, p)
		}
	}
}

// Normal variables from a bound on.
func TestNormalAbove(t *testing.T) {
	s := open("above")
	for _, bound := range []int{1, 3} {
		var sample []float64
		for range 20_000 {
			z := s.normalAbove(bound)
			sample = append(sample, float64(z.whole)+float64(z.rest.head)*0x1p-64)
		}
		least := math.Erfc(float64(bound) / math.Sqrt2)
		law := func(x float64) float64 { return 1 - math.Erfc(max(x, float64(bound))/math.Sqrt2)/least }
		if !stattest.KS(sample, law, 1e-9) {
			t.Errorf("not the law above %d", bound)
		}
	}
}
