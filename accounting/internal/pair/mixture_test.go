package pair

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/scalar"
)

// Vectors in the plane of norms up to the shifts, in any directions: their mixtures are not
// told apart better than those on a line are, in either direction, and on a line as well.
func TestMixturePairByBruteForce(t *testing.T) {
	shifts, weights := []float64{0, 1, 2}, []float64{.5, .3, .2}
	others, otherWeights := []float64{0, 1.5}, []float64{.6, .4}
	const sigma, step = 0.9, 0.06
	pair := MixturePair(shifts, weights, others, otherWeights, sigma)
	reverse := pair.Reverse().(*Mixture)
	r := rand.New(rand.NewPCG(1, 1))
	type vector struct{ weight, x, y float64 }
	// of returns vectors of norms up to the sizes; the angle is random where spread is above 0.
	of := func(sizes, weights []float64, angle, spread float64) (list []vector) {
		for i, size := range sizes {
			norm, at := size, angle
			if spread > 0 {
				norm, at = size*math.Sqrt(r.Float64()), angle+spread*r.Float64()
			}
			list = append(list, vector{weights[i], norm * math.Cos(at), norm * math.Sin(at)})
		}
		return list
	}
	density := func(law []vector, x, y float64) (sum float64) {
		for _, v := range law {
			sum += v.weight * scalar.Exp(-((x-v.x)*(x-v.x)+(y-v.y)*(y-v.y))/(2*sigma*sigma))
		}
		return sum
	}
	for trial := range 25 {
		p, q := of(shifts, weights, 0, 0), of(others, otherWeights, math.Pi, 0)
		if trial > 0 {
			p, q = of(shifts, weights, 0, 2*math.Pi), of(others, otherWeights, 0, 2*math.Pi)
		}
		for _, eps := range []float64{-0.5, 0, 0.4, 1} {
			forward, backward := 0.0, 0.0
			for x := -6.0; x < 6; x += step {
				for y := -5.0; y < 5; y += step {
					a, b := density(p, x, y), density(q, x, y)
					forward += max(0, a-scalar.Exp(eps)*b)
					backward += max(0, b-scalar.Exp(eps)*a)
				}
			}
			for _, c := range []struct{ got, limit float64 }{{forward, pair.curve(eps)}, {backward, reverse.curve(eps)}} {
				got := c.got * step * step / (2 * math.Pi * sigma * sigma)
				if got > c.limit*(1+1e-3) {
					t.Errorf("trial %d: H(%v) = %v, above %v", trial, eps, got, c.limit)
				}
				if trial == 0 && got < c.limit*(1-1e-3) {
					t.Errorf("H(%v) = %v is loose: %v on a line", eps, c.limit, got)
				}
			}
		}
	}
}
