package pld

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
)

// tilted is the tilted distribution of one step, relative to a lattice point near its mean, without
// negligible ends.
type tilted struct {
	count   float64
	centre  int
	first   int // of p, relative to the centre
	p       []float64
	dropped float64 // mass of the omitted ends
}

func (p part) tilt(t float64) tilted {
	m := p.moments(t)
	out := tilted{count: p.count, centre: int(math.Round(m.mean / p.H)), p: make([]float64, len(p.P))}
	p.tilted(t, m.k, func(i int, w float64) { out.p[i] = w })
	low, high := 0, len(out.p)
	limit := 1e-18 / p.count
	for low < high && out.dropped+out.p[low] < limit {
		out.dropped += out.p[low]
		low++
	}
	for high > low && out.dropped+out.p[high-1] < 2*limit {
		high--
		out.dropped += out.p[high]
	}
	out.p, out.first = out.p[low:high], p.First+low-out.centre
	return out
}

// transform returns the Fourier coefficients of each step, for all frequencies at which the product
// may matter. If these are known to be few, each is summed directly; otherwise a fast transform is
// used.
func (s *spectrum) transform(steps []tilted) ([][]complex128, *fourier.FFT) {
	var cells int
	for _, x := range steps {
		cells += len(x.p)
	}
	few := s.cutoff(steps)
	out := make([][]complex128, len(steps))
	if few < mostPoints/64 && float64(few)*float64(cells) < 8*float64(s.n)*math.Log2(float64(s.n)) {
		for i, x := range steps {
			out[i] = make([]complex128, few)
			for k := range out[i] {
				out[i][k] = x.coefficient(2 * math.Pi * float64(k) / float64(s.n))
			}
		}
		return out, nil
	}
	s.n = min(s.n, transformSize(mostPoints))
	fft := fourier.NewFFT(s.n)
	for i, x := range steps {
		out[i] = x.coefficients(s.n, fft)
	}
	return out, fft
}

// coefficients returns the Fourier coefficients on a circle of n points.
func (x tilted) coefficients(n int, fft *fourier.FFT) []complex128 {
	masses := make([]float64, n)
	for j, p := range x.p {
		masses[mod(x.first+j, n)] += p
	}
	return fft.Coefficients(nil, masses)
}

// coefficient returns the Fourier coefficient Σ p·e^{-iωj}. Four rotations by 4ω run in parallel,
// since each depends on its last result. They restart often, so rounding errors do not accumulate.
func (x tilted) coefficient(omega float64) complex128 {
	const side = 4
	sin4, cos4 := math.Sincos(side * omega)
	var re, im, sin, cos [side]float64
	for start := 0; start < len(x.p); start += side * block {
		p := x.p[start:min(len(x.p), start+side*block)]
		for c := range side {
			sin[c], cos[c] = math.Sincos(omega * float64(x.first+start+c))
		}
		for ; len(p) >= side; p = p[side:] {
			for c := range side {
				re[c] += p[c] * cos[c]
				im[c] -= p[c] * sin[c]
				sin[c], cos[c] = sin[c]*cos4+cos[c]*sin4, cos[c]*cos4-sin[c]*sin4
			}
		}
		for c, m := range p {
			re[c] += m * cos[c]
			im[c] -= m * sin[c]
		}
	}
	return complex(re[0]+re[1]+re[2]+re[3], im[0]+im[1]+im[2]+im[3])
}

// cutoff returns a number of frequencies beyond which every Fourier coefficient of the product is
// certainly negligible. For a distribution p on the integers
//
//	1 - |Σ p·e^{-iωj}|² = Σ over pairs of p(j)·p(l)·(1 - cos ω(j-l)),
//
// so any set of pairs gives a bound; the points that hold most of the mass suffice. Bands of ω are
// checked from π down: high frequencies by pairs of points that are close, low ones by pairs of
// bins.
func (s *spectrum) cutoff(steps []tilted) int {
	const near = 64 // points
	cores := make([][]float64, len(steps))
	overlaps := make([][]float64, len(steps))
	for i, x := range steps {
		cores[i] = core(x.p)
		overlaps[i] = overlap(cores[i], near)
	}
	low := math.Pi
	for low*float64(s.n) > 1 {
		band, high := 1.19, low > 4*math.Pi/near
		if high {
			band = 1.01
		}
		var log float64
		for i, x := range steps {
			var spread float64
			if high {
				spread = spreadOfPoints(overlaps[i], low/band, low)
			} else {
				spread = spreadOfBins(cores[i], low/band, low)
			}
			log += x.count / 2 * math.Log1p(-min(1, spread))
		}
		if log > tiny-1 {
			break
		}
		low /= band
	}
	return min(s.n/2+1, int(low*float64(s.n)/(2*math.Pi))+2)
}

// core returns the masses without the ends that hold about a hundredth.
func core(p []float64) []float64 {
	const end = 0.005
	low, high := 0, len(p)
	for sum := 0.0; low < high-1 && sum+p[low] < end; low++ {
		sum += p[low]
	}
	for sum := 0.0; high > low+1 && sum+p[high-1] < end; high-- {
		sum += p[high-1]
	}
	return p[low:high]
}

// overlap returns Σ p(j)·p(j+d) for d up to most.
func overlap(p []float64, most int) []float64 {
	out := make([]float64, most+1)
	for d := range out {
		for j := 0; j+d < len(p); j++ {
			out[d] += p[j] * p[j+d]
		}
	}
	return out
}

// spreadOfPoints bounds 1 - |Σ p·e^{-iωj}|² from below for all ω in [low, high], by the pairs at
// the distances of overlaps.
func spreadOfPoints(overlaps []float64, low, high float64) float64 {
	var sum float64
	for d, pairs := range overlaps {
		a, b := low*float64(d), high*float64(d)
		if math.Floor(a/(2*math.Pi)) == math.Floor(b/(2*math.Pi)) { // no full turn within the band
			sum += 2 * pairs * (1 - max(math.Cos(a), math.Cos(b)))
		}
	}
	return sum
}

// spreadOfBins is the same bound by pairs of bins up to half a turn apart: points in bins d apart
// are at least d-1 and at most d+1 widths apart, and 1 - cos increases up to half a turn.
func spreadOfBins(p []float64, low, high float64) float64 {
	width := max(1, int(math.Pi/(high*12)))
	bins := make([]float64, (len(p)+width-1)/width)
	for j, mass := range p {
		bins[j/width] += mass
	}
	most := int(math.Pi/(high*float64(width))) - 1
	var sum float64
	for d, pairs := range overlap(bins, max(0, most)) {
		if d > 1 {
			sum += 2 * pairs * (1 - math.Cos(low*float64((d-1)*width)))
		}
	}
	return sum
}
