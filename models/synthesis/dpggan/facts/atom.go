package facts

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// componentParts is the number of parts of the range of component counts with a probability of
// their own.
const componentParts = 8

// atoms models noisy integers. Each integer is at its given place, or uniform in one of several
// equal parts of its range; all share the probabilities.
type atoms struct {
	low, high, at []int
	noisy         []float64
	scale         float64
	parts         int
}

// noise returns the likelihood of the noisy number of graph i at low … high, up to a factor.
func (a atoms) noise(i int) []float64 {
	list, nearest := make([]float64, a.high[i]-a.low[i]+1), math.Inf(1)
	for k := range list {
		nearest = min(nearest, math.Abs(float64(a.low[i]+k)-a.noisy[i]))
	}
	for k := range list {
		list[k] = scalar.Exp((nearest - math.Abs(float64(a.low[i]+k)-a.noisy[i])) / a.scale)
	}
	return list
}

// weights returns the posterior weights of graph i at low … high, and the probabilities that the
// number is at its place by the atom and that it is in each part.
func (a atoms) weights(i int, noise, law []float64) (list, parts []float64) {
	size := len(noise)
	list, parts = make([]float64, size), make([]float64, a.parts+1)
	count, room := make([]float64, a.parts+1), 0.0 // values in each part
	for k := range list {
		count[1+k*a.parts/size]++
	}
	for p, n := range count[1:] {
		if n > 0 {
			room += law[1+p]
		}
	}
	sum := 0.0
	for k, w := range noise {
		p := 1 + k*a.parts/size
		list[k] = w * (1 - law[0]) * law[p] / max(room, 1e-300) / count[p]
		parts[p] += list[k]
		if a.low[i]+k == a.at[i] {
			list[k] += w * law[0]
			parts[0] = w * law[0]
		}
		sum += list[k]
	}
	for p := range parts {
		parts[p] /= sum
	}
	return list, parts
}

// law returns the maximum-likelihood probabilities of the atom and of each part, by EM.
func (a atoms) law() []float64 {
	law := []float64{0.5}
	for range a.parts {
		law = append(law, 0.5/float64(a.parts))
	}
	noise := make([][]float64, len(a.noisy))
	for i := range noise {
		noise[i] = a.noise(i)
	}
	for range 400 {
		next := make([]float64, len(law))
		for i := range a.noisy {
			_, parts := a.weights(i, noise[i], law)
			for p, x := range parts {
				next[p] += x / float64(len(a.noisy))
			}
		}
		for p, x := range next {
			law[p] = min(max(x, 1e-6), 1-1e-6)
		}
	}
	return law
}

// mostHaveHubs reports whether most graphs have a node adjacent to all others, judged by the
// largest degrees alone.
func (f *Noisy) mostHaveHubs(largest []int64) bool {
	a := atoms{scale: f.scale.hubs, parts: 1}
	for i, n := range f.sizes {
		high := max(n-1, 0)
		a.low, a.high, a.at, a.noisy = append(a.low, 0), append(a.high, high), append(a.at, high), append(a.noisy, float64(largest[i]))
	}
	return a.law()[0] > 0.5
}

// findHubs finds the graphs with a node adjacent to all others: a largest degree of n-1 against any
// from the mean degree on.
func (f *Noisy) findHubs(largest []int64) {
	a := atoms{scale: f.scale.hubs, parts: 1}
	for i, n := range f.sizes {
		high := max(n-1, 0)
		a.low = append(a.low, min((2*f.edges[i]+n-1)/max(n, 1), high, f.edges[i]))
		a.high, a.at, a.noisy = append(a.high, high), append(a.at, high), append(a.noisy, float64(largest[i]))
	}
	law := a.law()
	f.hub = make([]bool, len(f.sizes))
	for i, n := range f.sizes {
		_, parts := a.weights(i, a.noise(i), law)
		f.hub[i] = parts[0] > 0.5 && n > 1 && f.edges[i] >= n-1
	}
}

// components returns the median of each number of components: the least that edges and degrees
// allow, or more.
func (f *Noisy) components(degrees [][]int) []int {
	a := atoms{noisy: f.comps, scale: f.scale.components, parts: componentParts}
	for i, n := range f.sizes {
		low, isolated := max(1, n-f.edges[i]), 0
		for _, d := range degrees[i] {
			if d == 0 {
				isolated++
			}
		}
		a.low, a.at = append(a.low, low), append(a.at, low)
		a.high = append(a.high, max(low, isolated+(n-isolated)/2))
	}
	if f.comps == nil {
		return a.low
	}
	law := a.law()
	out := make([]int, len(f.sizes))
	for i := range out {
		list, _ := a.weights(i, a.noise(i), law)
		out[i] = a.low[i] + median(list)
	}
	return out
}
