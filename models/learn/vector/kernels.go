package vector

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// The kernels, in plain Go unless simd_amd64.go puts faster ones in their place.
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

// Logistic replaces every s by σ(s) = 1/(1+e⁻ˢ). It returns Σ softplus(s), with
// softplus(s) = ln(1+eˢ), and the sum of its derivatives, Σ σ(s). An s below -87
// is taken as -87, where both are below 2⁻¹²⁵. A NaN stays one, in its place and
// in the sums.
func Logistic(s []float32) (softplus, sigma float64) { return logistic(s) }

// dotGo adds in eight interleaved sums, as a vector register would.
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
