package features

import (
	"math"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
)

// Empirical Bayes classification from noisy sums. Class c has the share π_c of the nodes. The sum
// of word w in class c is
//
//	s_cw = t_w · π_c · e^(δ_cw),   δ_cw normal with variance v_w and E e^(δ_cw) = 1,
//
// and the release is s_cw plus normal noise of known size. The distribution of (t_w, v_w) is
// estimated from all words by maximum likelihood over a grid, with the EM algorithm [KW56]. A node
// with words x is assigned to the class with the largest log π_c + Σ_w x_w log E[e^(δ_cw) |
// released]: naive Bayes, in which words dominated by noise carry no weight.

// noisySums holds sums of words by class with normal noise: for each class its words, then its
// number of nodes times countShare.
type noisySums struct {
	Classes, Words int
	Values         []float64
	SD             float64 // of the noise
}

// The grid of sums is 0 and a logarithmic scale. The spreads √v range from almost none to a factor
// of e³, for words that practically occur in one class only.
const (
	scaleSize    = 72
	lowest       = 0.02 // smallest positive value, in units of the noise
	iterationsEM = 40
	normalPoints = 25 // values of δ, within three spreads
)

var spreads = []float64{0.3, 0.7, 1.2, 2, 3}

// weight is the probability p of the k-th value of the scale, and e = p times the mean of e^δ
// there.
type weight struct {
	k    int
	p, e float64
}

// row returns the released values of class c.
func (s noisySums) row(c int) []float64 { return s.Values[c*(s.Words+1):][:s.Words+1] }

// shares returns the classes' shares of the nodes from their noisy counts, which are at least one
// node each.
func (s noisySums) shares() []float64 {
	shares, all := make([]float64, s.Classes), 0.0
	for c := range shares {
		shares[c] = max(s.row(c)[s.Words]/countShare, 1)
		all += shares[c]
	}
	for c := range shares {
		shares[c] /= all
	}
	return shares
}

// scale returns the values of sums on the grid, from below the noise to above the largest word.
func (s noisySums) scale() (values []float64, step float64) {
	largest := 2 * lowest * s.SD
	for w := range s.Words {
		total := 0.0
		for c := range s.Classes {
			total += s.row(c)[w]
		}
		largest = max(largest, 1.5*total)
	}
	first := math.Log(lowest * s.SD)
	step = (math.Log(largest) - first) / (scaleSize - 2)
	values = make([]float64, scaleSize)
	for k := 1; k < scaleSize; k++ {
		values[k] = scalar.Exp(first + step*float64(k-1))
	}
	return values, step
}

// laws returns, for each class and each grid point (t, v), the distribution of the class's sum on
// the scale. The last point is t = 0.
func (s noisySums) laws(shares []float64, step float64) [][][]weight {
	laws := make([][][]weight, s.Classes)
	for c := range laws {
		for k := 1; k < scaleSize; k++ {
			for _, spread := range spreads {
				laws[c] = append(laws[c], law(float64(k)+math.Log(shares[c])/step, step, spread))
			}
		}
		laws[c] = append(laws[c], []weight{{0, 1, 1}})
	}
	return laws
}

// law returns the distribution of a value whose logarithm is normal around position at of the
// scale, with mean e^δ of 1 within three spreads. Positions between two values are split between
// them; those below the first count as 0.
func law(at, step, spread float64) []weight {
	var z, p [normalPoints]float64
	all, mean := 0.0, 0.0
	for i := range normalPoints {
		z[i] = -3 + 6*float64(i)/(normalPoints-1)
		p[i] = scalar.Exp(-z[i] * z[i] / 2)
		all += p[i]
		mean += p[i] * scalar.Exp(spread*z[i])
	}
	dense := [scaleSize]weight{}
	for i := range normalPoints {
		delta := spread*z[i] - math.Log(mean/all)
		place := at + delta/step
		low := math.Floor(place)
		for k, share := range [2]float64{1 - (place - low), place - low} {
			x := &dense[int(min(max(low+float64(k), 0), scaleSize-1))]
			x.p += p[i] / all * share
			x.e += p[i] / all * share * scalar.Exp(delta)
		}
	}
	var sparse []weight
	for k, x := range dense {
		if x.p > 0 {
			sparse = append(sparse, weight{k, x.p, x.e})
		}
	}
	return sparse
}

// words returns the classifier for the sums.
func (s noisySums) words(signed bool) *Words {
	shares := s.shares()
	values, step := s.scale()
	laws := s.laws(shares, step)
	points := len(laws[0])
	// likelihood of each word's sums at each grid point, relative to the largest
	likelihood := make([]float64, s.Words*points)
	s.each(values, func(w int, seen [][scaleSize]float64) {
		at := likelihood[w*points:][:points]
		for k := range at {
			for c := range laws {
				p, _ := mix(laws[c][k], &seen[c])
				at[k] += math.Log(p)
			}
		}
		largest := math.Inf(-1)
		for _, x := range at {
			largest = max(largest, x)
		}
		for k, x := range at {
			at[k] = scalar.Exp(x - largest)
		}
	})
	prior := fitPrior(likelihood, s.Words, points)
	m := &Words{Signed: signed, Classes: s.Classes, Prior: make([]float32, s.Classes), Evidence: make([]float32, s.Classes*s.Words)}
	for c, share := range shares {
		m.Prior[c] = float32(math.Log(share))
	}
	s.each(values, func(w int, seen [][scaleSize]float64) {
		posterior, all := make([]float64, points), 0.0
		for k, p := range prior {
			posterior[k] = p * likelihood[w*points+k]
			all += posterior[k]
		}
		for c := range laws {
			mean := 0.0
			for k, p := range posterior {
				if p > 1e-9*all {
					each, e := mix(laws[c][k], &seen[c])
					mean += p / all * e / each
				}
			}
			m.Evidence[c*s.Words+w] = float32(math.Log(mean))
		}
	})
	return m
}

// mix returns the likelihood under a law, and the same weighted by e^δ.
func mix(law []weight, seen *[scaleSize]float64) (p, e float64) {
	p = math.SmallestNonzeroFloat64
	e = p
	for _, x := range law {
		p += x.p * seen[x.k]
		e += x.e * seen[x.k]
	}
	return p, e
}

// each calls f for every word with the likelihood of each scale value for each of the word's sums,
// relative to the largest.
func (s noisySums) each(values []float64, f func(w int, seen [][scaleSize]float64)) {
	parallel.Blocks(s.Words, 16, func(_, lo, hi int) {
		seen := make([][scaleSize]float64, s.Classes)
		for w := lo; w < hi; w++ {
			for c := range seen {
				x, nearest := s.row(c)[w], math.Inf(1)
				for k, v := range values {
					seen[c][k] = (x - v) / s.SD * (x - v) / s.SD / 2
					nearest = min(nearest, seen[c][k])
				}
				for k, d := range seen[c] {
					seen[c][k] = scalar.Exp(nearest - d)
				}
			}
			f(w, seen)
		}
	})
}

// fitPrior returns the maximum-likelihood distribution over the grid points by the EM algorithm,
// from a uniform start. Parts are summed in a fixed order.
func fitPrior(likelihood []float64, words, points int) []float64 {
	const block = 256
	law := make([]float64, points)
	for k := range law {
		law[k] = 1 / float64(points)
	}
	parts := make([][]float64, (words+block-1)/block)
	for range iterationsEM {
		parallel.Blocks(words, block, func(_, lo, hi int) {
			part, posterior := make([]float64, points), make([]float64, points)
			for w := lo; w < hi; w++ {
				all := 0.0
				for k, p := range law {
					posterior[k] = p * likelihood[w*points+k]
					all += posterior[k]
				}
				for k, p := range posterior {
					part[k] += p / all
				}
			}
			parts[lo/block] = part
		})
		for k := range law {
			law[k] = 0.01 // pseudo-count of words: no point is ruled out
			for _, part := range parts {
				law[k] += part[k]
			}
			law[k] /= float64(words) + 0.01*float64(points)
		}
	}
	return law
}
