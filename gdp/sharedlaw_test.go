package gdp

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/scalar"
)

// rational is a float as it is.
func rational(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// tails are the probabilities of a number of others or more among n coins of rate q, one coin
// after the other.
func tails(n int, q *big.Rat) []*big.Rat {
	law := []*big.Rat{big.NewRat(1, 1)}
	not := new(big.Rat).Sub(big.NewRat(1, 1), q)
	for range n {
		next := make([]*big.Rat, len(law)+1)
		for i := range next {
			next[i] = new(big.Rat)
		}
		for i, x := range law {
			next[i].Add(next[i], new(big.Rat).Mul(x, not))
			next[i+1].Add(next[i+1], new(big.Rat).Mul(x, q))
		}
		law = next
	}
	for i := len(law) - 2; i >= 0; i-- {
		law[i].Add(law[i], law[i+1])
	}
	return law
}

// In rational arithmetic: the listed distribution exceeds each number at least as often as the true
// one. The excess is at most one rounding plus the unlisted mass.
func TestSharedLawDominates(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	laws := []PoissonShared{
		{Rate: 0, Others: 3, Share: .5}, {Rate: 1, Others: 3, Share: .5}, {Rate: .1, Others: 0, Share: 1}, {Rate: .5, Others: 2, Share: 1},
		{Rate: 1e-9, Others: 20, Share: 1}, {Rate: 1 - 0x1p-53, Others: 20, Share: 1}, {Rate: 0x1p-1074, Others: 3, Share: .1},
		{Rate: .3, Others: 30, Share: 1. / 3}, {Rate: .01, Others: 60, Share: .1}, {Rate: .3, Others: 12, Share: 1e-17}, {Rate: .3, Others: 5, Share: 0},
		{Rate: .2, Others: 5, Share: 0x1p-1074}, {Rate: .2, Others: 5, Share: 1e300},
	}
	for range 60 {
		laws = append(laws, PoissonShared{Rate: scalar.Exp(-8 * random.Float64()), Others: random.IntN(25), Share: 2 * random.Float64()})
	}
	most := new(big.Rat).Add(rational(1.01*negligible), rational(0x1p-51))
	for _, p := range laws {
		q := rational(p.Rate)
		for _, with := range []bool{true, false} {
			shifts, probabilities := p.law(with)
			total := new(big.Rat)
			for _, x := range probabilities {
				total.Add(total, rational(x))
			}
			others := tails(p.Others, q)
			// true is the probability of a shift of at least x.
			truth := func(x *big.Rat) *big.Rat {
				at := func(own int64) *big.Rat {
					for j, tail := range others {
						shift := new(big.Rat).Mul(big.NewRat(int64(j), 1), rational(p.Share))
						if shift.Add(shift, big.NewRat(own, 1)).Cmp(x) >= 0 {
							return tail
						}
					}
					return new(big.Rat)
				}
				if !with {
					return at(0)
				}
				sum := new(big.Rat).Mul(q, at(1))
				return sum.Add(sum, new(big.Rat).Mul(new(big.Rat).Sub(big.NewRat(1, 1), q), at(0)))
			}
			for j := 0; j <= p.Others; j++ {
				for own := int64(0); own < 2; own++ {
					x := new(big.Rat).Mul(big.NewRat(int64(j), 1), rational(p.Share))
					x.Add(x, big.NewRat(own, 1))
					listed, near := new(big.Rat), new(big.Rat)
					for i, shift := range shifts {
						if rational(shift).Cmp(x) >= 0 {
							listed.Add(listed, rational(probabilities[i]))
						}
						if float, _ := x.Float64(); shift > math.Nextafter(float, math.Inf(1)) { // as x may be rounded up
							near.Add(near, rational(probabilities[i]))
						}
					}
					want := truth(x)
					if listed.Quo(listed, total).Cmp(want) < 0 {
						t.Fatalf("%v with %v: %s or more has probability %s, listed %s", p, with, x.FloatString(20), want.FloatString(25), listed.FloatString(25))
					}
					if slack := new(big.Rat).Sub(near, want); slack.Cmp(most) > 0 {
						t.Fatalf("%v with %v: more than %s is listed with probability %s, want at most %s", p, with, x.FloatString(20), near.FloatString(25), want.FloatString(25))
					}
				}
			}
		}
	}
}
