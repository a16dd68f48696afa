package facts

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// atoms are noisy whole numbers. Each is at one given place with a probability that all share, and
// else anywhere in its range.
type atoms struct {
	low, high, at []int
	noisy         []float64
	scale         float64
}

// weights returns the weights of graph i at low … high, and how probable it is that the number is
// at its place, and not there by chance.
func (a atoms) weights(i int, share float64) (list []float64, there float64) {
	list = make([]float64, a.high[i]-a.low[i]+1)
	nearest := math.Inf(1)
	for k := range list {
		nearest = min(nearest, math.Abs(float64(a.low[i]+k)-a.noisy[i]))
	}
	sum := 0.0
	for k := range list {
		w := scalar.Exp((nearest - math.Abs(float64(a.low[i]+k)-a.noisy[i])) / a.scale)
		list[k] = w * (1 - share) / float64(len(list))
		if a.low[i]+k == a.at[i] {
			list[k] += w * share
			there = w * share
		}
		sum += list[k]
	}
	return list, there / sum
}

// share returns the probability of the place that makes the noisy numbers most likely, by the steps
// of EM.
func (a atoms) share() float64 {
	share := 0.5
	for range 400 {
		sum := 0.0
		for i := range a.noisy {
			_, there := a.weights(i, share)
			sum += there
		}
		share = min(max(sum/float64(len(a.noisy)), 1e-6), 1-1e-6)
	}
	return share
}

// prevail reports whether most graphs have a node that is joined to all others, as far as the
// largest degrees alone tell.
func (f *Noisy) prevail(largest []int64) bool {
	a := atoms{scale: f.scale.hubs}
	for i, n := range f.sizes {
		high := max(n-1, 0)
		a.low, a.high, a.at, a.noisy = append(a.low, 0), append(a.high, high), append(a.at, high), append(a.noisy, float64(largest[i]))
	}
	return a.share() > 0.5
}

// findHubs says which graphs have a node that is joined to all others: a largest degree of n-1
// against any from the mean degree on.
func (f *Noisy) findHubs(largest []int64) {
	a := atoms{scale: f.scale.hubs}
	for i, n := range f.sizes {
		high := max(n-1, 0)
		a.low = append(a.low, min((2*f.edges[i]+n-1)/max(n, 1), high, f.edges[i]))
		a.high, a.at, a.noisy = append(a.high, high), append(a.at, high), append(a.noisy, float64(largest[i]))
	}
	share := a.share()
	f.hub = make([]bool, len(f.sizes))
	for i, n := range f.sizes {
		_, there := a.weights(i, share)
		f.hub[i] = there > 0.5 && n > 1 && f.edges[i] >= n-1
	}
}

// components returns the median of each number of components: as few as the edges and degrees
// allow, or more.
func (f *Noisy) components(degrees [][]int) []int {
	a := atoms{noisy: f.comps, scale: f.scale.components}
	for i, n := range f.sizes {
		low, lonely := max(1, n-f.edges[i]), 0
		for _, d := range degrees[i] {
			if d == 0 {
				lonely++
			}
		}
		a.low, a.at = append(a.low, low), append(a.at, low)
		a.high = append(a.high, max(low, lonely+(n-lonely)/2))
	}
	if f.comps == nil {
		return a.low
	}
	share := a.share()
	out := make([]int, len(f.sizes))
	for i := range out {
		list, _ := a.weights(i, share)
		out[i] = a.low[i] + median(list)
	}
	return out
}
