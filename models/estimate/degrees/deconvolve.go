package degrees

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// Deconvolve returns the posterior mean of every degree given all noisy degrees (empirical Bayes),
// and the distribution of the degrees, which the means alone understate. EM estimates the
// distribution as a mixture of normal laws with means 0, 1, 2, …. It reads no private data.
func Deconvolve(noisy []float64, sd float64, most int) (means, law []float64) {
	return deconvolve(noisy, most, noiseLaw{
		width: sd / 8, middle: 0.5, reach: 6 * sd, // beyond this a normal density counts as 0
		density: func(x float64) float64 { z := x / sd; return scalar.Exp(-z * z / 2) },
	}, remembered)
}

// DeconvolveLaplace is [Deconvolve] for whole numbers with discrete Laplace noise.
func DeconvolveLaplace(noisy []float64, scale float64, most int) (means, law []float64) {
	width := math.Max(1, math.Floor(scale/8))
	return deconvolve(noisy, most, noiseLaw{
		width: width, middle: (width - 1) / 2 / width, reach: max(2, 15*scale),
		density: func(x float64) float64 { return scalar.Exp(-math.Abs(x) / scale) },
	}, remembered)
}

// noiseLaw is a distribution of noise, for EM.
type noiseLaw struct {
	width   float64 // width of the cells for noisy values
	middle  float64 // assumed position of values in a cell, 0 … 1
	reach   float64 // beyond this the density counts as 0
	density func(x float64) float64
}

// noisyCell is a cell with some of the noisy values.
type noisyCell struct {
	number     int
	count      float64 // number of values
	at         float64 // assumed position of the values
	first, end int     // first and last degree in reach
	densities  []float64
}

// remembered is the number of densities that are stored, instead of computed in each step.
const remembered = 1 << 22

func (l noiseLaw) cell(number int, count, at float64, degrees int, room *int) noisyCell {
	c := noisyCell{number: number, count: count, at: at, first: max(0, int(at-l.reach))}
	for c.end = c.first; c.end < degrees && float64(c.end) <= at+l.reach; c.end++ {
	}
	if *room -= c.end - c.first; *room < 0 {
		return c
	}
	c.densities = make([]float64, c.end-c.first)
	for i := range c.densities {
		c.densities[i] = l.density(at - float64(c.first+i))
	}
	return c
}

// deconvolve stores as many densities as fit; the result does not depend on how many.
func deconvolve(noisy []float64, most int, noise noiseLaw, room int) (means, law []float64) {
	const steps = 40
	width, reach := noise.width, noise.reach
	top := 0.0
	for _, x := range noisy {
		top = max(top, x)
	}
	law = make([]float64, int(min(float64(most), math.Ceil(top)))+1) // of degrees 0, 1, …
	low := int(math.Floor(-reach / width))                           // the cell of degree 0 alone
	count := map[int]float64{}
	cell := func(x float64) int {
		return max(low, min(int(math.Floor(x/width)), int((float64(len(law)-1)+reach)/width)-1))
	}
	for _, x := range noisy {
		count[cell(x)]++
	}
	for i := range law {
		law[i] = 1 / float64(len(law))
	}
	var cells []noisyCell // in order, for the same rounding
	for c := low; len(cells) < len(count); c++ {
		if count[c] > 0 {
			x := (float64(c) + noise.middle) * width
			cells = append(cells, noise.cell(c, count[c], x, len(law), &room))
		}
	}
	// posterior returns the weights of the degrees in reach of a cell, and their sum.
	weights := make([]float64, len(law))
	posterior := func(c *noisyCell) (of []float64, sum float64) {
		of = weights[:c.end-c.first]
		for i, p := range law[c.first:c.end] {
			if c.densities != nil {
				p *= c.densities[i]
			} else {
				p *= noise.density(c.at - float64(c.first+i))
			}
			of[i] = p
			sum += p
		}
		return of, sum
	}
	for range steps {
		next := make([]float64, len(law))
		for k := range cells {
			c := &cells[k]
			of, sum := posterior(c)
			for i, w := range of {
				if sum > 0 {
					next[c.first+i] += w / sum * c.count / float64(len(noisy))
				}
			}
		}
		law = next
	}
	mean := make(map[int]float64, len(cells))
	for k := range cells {
		c := &cells[k]
		of, sum := posterior(c)
		moment := 0.0
		for i, w := range of {
			moment += float64(c.first+i) * w
		}
		if sum > 0 {
			mean[c.number] = moment / sum
		}
	}
	means = make([]float64, len(noisy))
	for i, x := range noisy {
		means[i] = mean[cell(x)]
	}
	return means, law
}

// Spread returns the share of a distribution's variance beyond that of a Poisson distribution with
// the same mean; at least 0. For the degrees of random edges it measures the variation of the
// nodes' rates.
func Spread(law []float64) float64 {
	var sum, mean, square float64
	for d, p := range law {
		x := float64(d)
		sum, mean, square = sum+p, mean+p*x, square+p*x*x
	}
	if mean /= max(sum, 1e-300); mean == 0 {
		return 0
	}
	return max(0, 1-mean/max(square/sum-mean*mean, 1e-300))
}
