package noise

import (
	"math"
	"math/big"
	"testing"

	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// narrow returns a stream whose words have the given number of digits: with few, the
// samplers need word after word, which with 64 they would not in a lifetime.
func narrow(label string, digits uint) *Stream {
	s := open(label)
	s.drop = 64 - digits
	return s
}

var widths = []uint{1, 2, 3, 8, 64}

// The digits of num/den are those of long division by math/big.
func TestFractionDigits(t *testing.T) {
	r := open("fractions").Rand()
	for _, width := range widths {
		s := narrow("fractions", width)
		for range 200 {
			den := r.Uint64N(1<<53-1) + 1
			num := r.Uint64N(den)
			x := s.fraction(num, den)
			for words := range uint(5) {
				want := new(big.Int).SetUint64(num)
				want.Lsh(want, (words+1)*width)
				want.Quo(want, new(big.Int).SetUint64(den))
				want.And(want, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), width), big.NewInt(1)))
				if got := s.digit(&x, int(words)); got != want.Uint64() {
					t.Fatalf("%d/%d with words of %d digits: word %d is %d, want %d", num, den, width, words, got, want)
				}
			}
		}
	}
}

// A uniform number is less than a fraction with the right probability, and less than another number
// half of the time. A comparison repeats its result.
func TestLess(t *testing.T) {
	const draws, alpha = 20_000, 1e-9
	for _, width := range widths {
		s := narrow("less", width)
		for _, f := range [][2]uint64{{0, 1}, {1, 3}, {1, 2}, {5, 7}, {1<<53 - 2, 1<<53 - 1}} {
			less := 0
			for range draws {
				u, x := s.uniform(), s.fraction(f[0], f[1])
				if s.less(&u, &x) {
					less++
				}
				if s.less(&u, &x) == s.less(&x, &u) {
					t.Fatalf("words of %d digits: neither or both of two numbers are less", width)
				}
			}
			if p := float64(f[0]) / float64(f[1]); !stattest.Count(less, draws, p, alpha) || p == 0.5 && stattest.Count(less, draws, 0.55, alpha) {
				t.Errorf("words of %d digits: %d of %d are below %v", width, less, draws, p)
			}
		}
	}
}

// exp and expHalf are true with the probabilities that they say.
func TestExp(t *testing.T) {
	const draws, alpha = 20_000, 1e-9
	tally := func(f func() bool) (n int) {
		for range draws {
			if f() {
				n++
			}
		}
		return n
	}
	for _, width := range widths {
		s := narrow("exp", width)
		check := func(what string, n int, p float64) {
			if !stattest.Count(n, draws, p, alpha) {
				t.Errorf("words of %d digits, %s: %d of %d, want a share of %v", width, what, n, draws, p)
			}
			if stattest.Count(n, draws, 0.8*p, alpha) {
				t.Errorf("words of %d digits, %s: a fifth less would pass", width, what)
			}
		}
		for n := range 4 {
			check("expHalves", tally(func() bool { return s.expHalves(n) }), scalar.Exp(-float64(n)/2))
		}
		for _, num := range []uint64{0, 3, 9} {
			p := float64(num) / 10
			x := s.fraction(num, 10)
			check("exp", tally(func() bool { return s.exp(&x, always) }), scalar.Exp(-p))
			for k := range 3 {
				c := float64(k)
				check("exp with k", tally(func() bool { return s.exp(&x, k) }), scalar.Exp(-p*(2*c+p)/(2*c+2)))
				check("bell", tally(func() bool { return s.bell(&x, k) }), scalar.Exp(-p*(2*c+p)/2))
			}
		}
	}
}

// The whole part of a normal number is k with probability proportional to exp(-k²/2)
// before, and as the law has it after the rest is accepted.
func TestWholeOfNormal(t *testing.T) {
	const draws, alpha = 50_000, 1e-9
	proposal, law := make([]float64, 12), make([]float64, 12)
	total := 0.0
	for k := range proposal {
		proposal[k] = scalar.Exp(-float64(k*k) / 2)
		total += proposal[k]
		law[k] = scalar.Erf(float64(k+1)/math.Sqrt2) - scalar.Erf(float64(k)/math.Sqrt2)
	}
	for k := range proposal {
		proposal[k] /= total
	}
	for _, width := range widths {
		s := narrow("whole", width)
		proposed, drawn := make([]int, 12), make([]int, 12)
		for range draws {
			proposed[s.wholeOfNormal()]++
			z := s.normal()
			drawn[z.whole]++
		}
		if !stattest.ChiSquare(proposed, proposal, alpha) || !stattest.ChiSquare(drawn, law, alpha) || stattest.ChiSquare(proposed, law, alpha) {
			t.Errorf("words of %d digits: proposed %v, drawn %v, or the one taken for the other", width, proposed, drawn)
		}
	}
}
