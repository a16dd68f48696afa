package pair

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// mostNumbers is the largest number of values listed for a binomial distribution.
const mostNumbers = 1 << 8

// Binomial returns values of the number of k records in a Poisson sample of rate q, with their
// probabilities. The number exceeds all of them with probability at most beyond. If there are many
// values, groups of them are replaced by their largest: for shifts of a Gaussian, a larger shift is
// easier to distinguish.
func Binomial(k int, q float64) (numbers, weights []float64, beyond float64) {
	const negligible = 1e-70 // relative to the largest weight
	n := float64(k)
	odds := q / (1 - q)
	mode := min(n, math.Floor((n+1)*q))
	var below, above []float64 // weights from the mode on, relative to that of the mode
	var rest float64           // mass below all listed values
	for i, w := mode, 1.0; i > 0; i-- {
		ratio := i / ((n - i + 1) * odds)
		if k > mostNumbers && w < negligible {
			rest = w * ratio / (1 - ratio)
			break
		}
		w *= ratio
		below = append(below, w)
	}
	for i, w := mode, 1.0; i < n; i++ {
		ratio := (n - i) / (i + 1) * odds
		if k > mostNumbers && w < negligible {
			beyond = w * ratio / (1 - ratio)
			break
		}
		w *= ratio
		above = append(above, w)
	}
	width := (len(below)+len(above))/(mostNumbers+1) + 1
	total, sum := 0.0, rest
	for i := -len(below); i <= len(above); i++ {
		switch {
		case i < 0:
			sum += below[-i-1]
		case i == 0:
			sum++
		default:
			sum += above[i-1]
		}
		if (i+len(below))%width == width-1 || i == len(above) {
			numbers, weights = append(numbers, mode+float64(i)), append(weights, sum)
			total, sum = total+sum, 0
		}
	}
	for i := range weights {
		weights[i] /= total
	}
	return numbers, weights, beyond / total
}

// MostInSample returns a number that a Binomial(n, q) variable exceeds with probability at most
// beyond, by Bernstein's inequality P(≥ nq + t) ≤ e^{-t²/(2v + 2t/3)}, v = nq(1-q).
func MostInSample(n, q float64) (most, beyond float64) {
	const l = 160
	v := n * q * (1 - q)
	return min(n, (n*q+l/3.0+math.Sqrt(l*l/9.0+2*l*v))*(1+0x1p-50)), scalar.Exp(-l)
}
