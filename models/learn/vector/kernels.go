// Package vector provides vectorised loops over float32 slices.
//
// Built with GOEXPERIMENT=simd they use AVX2 and FMA if the processor has them, and plain Go
// otherwise. The two differ only in rounding; each gives the same bits on every run, whatever the
// number of cores.
package vector

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
)

// The kernels, in plain Go unless simd_amd64.go replaces them.
var (
	dot       = dotGo
	addScaled = addScaledGo
	logistic  = logisticGo
	product   = productGo
	dots      = dotsGo
	combine   = combineGo
	addRows   = addRowsGo
	addSums   = addSumsGo
	settle    = settleGo
	step      = stepGo

	addGathered  = addGatheredGo
	addScattered = addScatteredGo
	exp          = expGo
)

// Dot returns Σ x[i]·y[i]; y is at least as long as x. It is within
// (len(x)/8+5)·2⁻²⁴·Σ|x[i]·y[i]| of the exact sum, unless it overflows.
func Dot(x, y []float32) float32 { return dot(x, y[:len(x)]) }

// AddScaled adds a·x to dst, which is at least as long as x.
func AddScaled(dst []float32, a float32, x []float32) { addScaled(dst[:len(x)], a, x) }

// Logistic replaces each s by σ(s) = 1/(1+e⁻ˢ). It returns Σ softplus(s), where softplus(s) =
// ln(1+eˢ), and the sum of its derivatives, Σ σ(s). An s below -87 counts as -87, where both are
// below 2⁻¹²⁵. A NaN stays NaN, in place and in the sums.
func Logistic(s []float32) (softplus, sigma float64) { return logistic(s) }

// dotGo uses eight interleaved sums, like a vector register.
func dotGo(x, y []float32) float32 {
	var s [8]float32
	for len(x) >= 8 && len(y) >= 8 {
		for i := range s {
			s[i] += x[i] * y[i]
		}
		x, y = x[8:], y[8:]
	}
	for i, v := range x {
		s[i] += v * y[i]
	}
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

func addScaledGo(dst []float32, a float32, x []float32) {
	for i, v := range x {
		dst[i] += a * v
	}
}

func logisticGo(s []float32) (softplus, sigma float64) {
	for i, x := range s {
		v := float64(x)
		e := scalar.Exp(-min(math.Abs(v), 87))
		y := 1 / (1 + e)
		if v < 0 {
			y *= e
		}
		softplus += max(v, 0) + math.Log1p(e)
		sigma += y
		s[i] = float32(y)
	}
	return softplus, sigma
}

// Adam takes step t, counted from 1, of the optimiser of Kingma and Ba (2015) with their
// recommended constants, on weights with moments m and v.
func Adam(w, gradient, m, v []float32, t int, rate float64) {
	const beta1, beta2, epsilon = 0.9, 0.999, 1e-8
	step := float32(rate / (1 - math.Pow(beta1, float64(t))))
	root := 1 / (1 - math.Pow(beta2, float64(t)))
	for i, g := range gradient {
		m[i] = beta1*m[i] + (1-beta1)*g
		v[i] = beta2*v[i] + (1-beta2)*g*g
		w[i] -= step * m[i] / (float32(math.Sqrt(float64(v[i])*root)) + epsilon)
	}
}

// MaxShards is the largest number of workers of [Shards].
const MaxShards = 16

// Shards calls f(worker, workers) concurrently for every worker. There are at most as many workers
// as grains of work, and their number is a power of two. If each worker processes the rows r with r
// mod workers = worker in a fixed order, each row's sum does not depend on the number of workers.
func Shards(work, grain int, f func(worker, workers int)) {
	most := min(MaxShards, parallel.Workers(work, grain))
	workers := 1
	for 2*workers <= most {
		workers *= 2
	}
	parallel.Each(workers, func(worker int) { f(worker, workers) })
}

// Glorot samples weights uniformly on ±√(6/(in+out)), after Glorot and Bengio (2010), and returns
// them.
func Glorot(w Matrix, rng *rand.Rand) Matrix {
	bound := math.Sqrt(6 / float64(w.Rows+w.Cols))
	for i := range w.Data {
		w.Data[i] = float32(bound * (2*rng.Float64() - 1))
	}
	return w
}

// Zeros returns n zeros, in x if its capacity suffices.
func Zeros(x []float64, n int) []float64 {
	x = slices.Grow(x[:0], n)[:n]
	clear(x)
	return x
}

// Softmax replaces logits by probabilities.
func Softmax(z []float64) {
	if len(z) == 0 {
		return
	}
	top := slices.Max(z)
	total := 0.0
	for i, x := range z {
		z[i] = scalar.Exp(x - top)
		total += z[i]
	}
	for i := range z {
		z[i] /= total
	}
}

// Rectify replaces negative entries by 0. A NaN stays NaN.
func Rectify(x []float32) {
	for i, v := range x {
		if v <= 0 {
			x[i] = 0
		}
	}
}

// Rectified sets d[i] to 0 where y[i], the output of [Rectify], is 0; d is at least as long as y.
func Rectified(y, d []float32) {
	for i, v := range y {
		if !(v > 0) {
			d[i] = 0
		}
	}
}

// Scale multiplies each number by a.
func Scale(x []float32, a float32) {
	for i := range x {
		x[i] *= a
	}
}
