package facts

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// componentParts are those of the range of numbers of components of which it is learned how many
// graphs are in each.
const componentParts = 8

// atoms are noisy whole numbers. Each is at one given place, or in one of some equal parts of its
// range, anywhere in it, with probabilities that all share.
type atoms struct {
	low, high, at []int
	noisy         []float64
	scale         float64
	parts         int
}

// noise returns how likely the noisy number of graph i is at low … high, up to a factor.
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

// weights returns the weights of graph i at low … high, and how probable it is that the number is
// at its place, and not there by coincidence, and in each part. The law has these as all graphs
// share them.
func (a atoms) weights(i int, noise, law []float64) (list, parts []float64) {
	size := len(noise)
	list, parts = make([]float64, size), make([]float64, a.parts+1)
	count, room := make([]float64, a.parts+1), 0.0 // values of each part
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

// law returns the probabilities, the place's first, that make the noisy numbers most likely, by the
// steps of EM.
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

// mostHaveHubs reports whether most graphs have a node that is joined to all others, as far as the
// largest degrees alone tell.
func (f *Noisy) mostHaveHubs(largest []int64) bool {
	a := atoms{scale: f.scale.hubs, parts: 1}
	for i, n := range f.sizes {
		high := max(n-1, 0)
		a.low, a.high, a.at, a.noisy = append(a.low, 0), append(a.high, high), append(a.at, high), append(a.noisy, float64(largest[i]))
	}
	return a.law()[0] > 0.5
}

// findHubs says which graphs have a node that is joined to all others: a largest degree of n-1
// against any from the mean degree on.
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

// components returns the median of each number of components: as few as the edges and degrees
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
