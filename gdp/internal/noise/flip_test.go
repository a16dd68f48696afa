package noise

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// Each bit is flipped with its probability, in whatever lane of a word, and
// neighbours independently of each other.
func TestFlips(t *testing.T) {
	const n, alpha = 64 * 5000, 1e-9
	s := open("flips")
	for _, p := range []float64{1e-3, 0.015, 0.1, 0.25, 1. / 3, 0.5, 0.9, 1 - 0x1p-10} {
		flips := must.Get(s.Flips(n, p))(t)
		count, pairs, last := 0, 0, int64(-1)
		lanes := make([]int, 64)
		for i := range flips {
			if i <= last || i >= n {
				t.Fatalf("%d comes after %d", i, last)
			}
			if i == last+1 && last >= 0 {
				pairs++
			}
			count++
			lanes[i%64]++
			last = i
		}
		if !stattest.Count(count, n, p, alpha) || stattest.Count(count, n, math.Abs(p-0.02), alpha) {
			t.Errorf("p = %v: %d of %d flipped", p, count, n)
		}
		for lane, c := range lanes {
			if !stattest.Count(c, n/64, p, alpha/64) {
				t.Errorf("p = %v: lane %d has %d of %d", p, lane, c, n/64)
			}
		}
		// The count of pairs of flipped neighbours, of which two overlap in one bit, is nearly
		// normal; for p = 0.015 it is nearly Poisson of mean 72, and off by 60 with probability
		// 10⁻⁹.
		if sd := math.Sqrt(n * (p*p*(1-p*p) + 2*p*p*p*(1-p))); p >= 0.01 && math.Abs(float64(pairs)-n*p*p) > 7*sd {
			t.Errorf("p = %v: %d pairs of neighbours, want about %v", p, pairs, n*p*p)
		}
	}
}

// Masks compare all digits of p: a mask of p selects the words with u < p.
func TestMaskComparesDigits(t *testing.T) {
	for _, p := range []float64{0, 0.5, 0.75, 0.3, 1. / 3, 0x1p-3, 3 * 0x1p-7, 0x1p-1074, 0x1.8p-60, 1 - 0x1p-53, 1} {
		b := must.Get(binary64(p))(t)
		for try := range uint64(200) {
			s, words := open("mask").At(try), open("mask").At(try)
			got := s.mask(b, ^uint64(0))
			var want uint64
			var u [64]float64 // the first 53 digits of each lane's number
			for i := range 53 {
				w := words.Uint64()
				for lane := range u {
					u[lane] += float64(w>>lane&1) * math.Ldexp(0.5, -i)
				}
			}
			for lane, x := range u {
				if x < p {
					want |= 1 << lane
				}
			}
			if got != want {
				t.Fatalf("p = %v: mask %064b, want %064b", p, got, want)
			}
		}
	}
}

func TestFlipsEnds(t *testing.T) {
	s := open("flips' ends")
	for _, n := range []int64{0, 1, 63, 64, 65, 200} {
		for p, want := range map[float64]int64{0: 0, 1: n, 0x1p-1074: 0, 1e-200: 0} {
			flips := must.Get(s.Flips(n, p))(t)
			var got int64
			for range flips {
				got++
			}
			if got != want {
				t.Errorf("%d of %d flipped with probability %v", got, n, p)
			}
		}
	}
	flips := must.Get(s.Flips(1000, 1))(t)
	for i := range flips {
		if i == 10 {
			break // a loop may stop early
		}
	}
}
