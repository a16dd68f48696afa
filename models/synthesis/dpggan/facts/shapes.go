package facts

import (
	"cmp"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp/query"
)

const (
	// near is the number of similar graphs that determine the shape of a graph's degrees.
	near = 60
	// floor is added to variances of heights, so that large graphs do not dominate small ones.
	floor = 0.01
)

// bandEnds returns the ends of the degree bands: about multiples of the mean degree.
func bandEnds(n int, mean float64) []int {
	ends := []int{0}
	for _, x := range []float64{0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.75, 4, 6, 9, 14} {
		if t := int(math.Round(x * mean)); t > ends[len(ends)-1] && t < n-1 {
			ends = append(ends, t)
		}
	}
	return append(ends, max(n-1, 1))
}

// takeBands stores the noisy bands without the hub. It spreads the difference from the noisy edge
// count evenly.
func (f *Noisy) takeBands(ends [][]int, sums []int64) {
	f.bands = make([][]band, len(ends))
	for i, list := range ends {
		own, missing := sums[:len(list)-1], f.total(i)
		sums = sums[len(own):]
		for k, x := range own {
			if f.hub[i] {
				own[k] = x - int64(list[k+1]-list[k])
			}
			missing -= float64(own[k])
		}
		for k, x := range own {
			height := (float64(x) + missing/float64(len(own))) / float64(list[k+1]-list[k])
			f.bands[i] = append(f.bands[i], band{list[k], list[k+1], height})
		}
	}
}

// height returns the share of graph i's nodes of degree above t, from its noisy bands, and its
// variance.
func (f *Noisy) height(i, t int) (share, variance float64) {
	bands := f.bands[i]
	for _, b := range bands {
		if t < b.high {
			unit := float64(b.high-b.low) * float64(max(f.beside(i), 1))
			noise := 2 * f.scale.degrees * f.scale.degrees * (1 - 1/float64(len(bands)))
			return b.height / float64(max(f.beside(i), 1)), noise / (unit * unit)
		}
	}
	return 0, 0
}

// like returns the graphs nearest to graph i in size and mean degree, with weights.
func (f *Noisy) like(i int) (list []int, weights []float64) {
	type other struct {
		graph int
		far   float64
	}
	var others []other
	for j, n := range f.sizes {
		if j != i && n > 1 {
			size, degree := math.Log(float64(n)/float64(f.sizes[i])), math.Log(f.mean(j)/f.mean(i))
			others = append(others, other{j, size*size/4 + degree*degree})
		}
	}
	slices.SortStableFunc(others, func(a, b other) int { return cmp.Compare(a.far, b.far) })
	others = others[:min(near, len(others))]
	for _, o := range others {
		list = append(list, o.graph)
		weights = append(weights, 1-o.far/(1.05*max(others[len(others)-1].far, 1e-9)))
	}
	return list, weights
}

// shape returns, for each degree t, the number of nodes of graph i of degree above t. It averages
// the graph's noisy bands with those of similar graphs, weighted by their spread beyond the noise,
// and adjusts the inequality to that of the gaps.
func (f *Noisy) shape(i int) []float64 {
	n := float64(f.beside(i))
	list, weights := f.like(i)
	columns := make([]float64, max(f.sizes[i]-1, 0))
	open := 0.0 // posterior variance of the heights
	for _, b := range f.bands[i] {
		own, noise := f.height(i, b.low)
		mean, variance := own, 0.0
		if len(list) > 0 {
			mean, variance = f.heights(i, b, list, weights)
		}
		share := 1.0
		if len(list) > 0 && noise > 0 {
			share = variance / (variance + noise)
		}
		for t := b.low; t < min(b.high, len(columns)); t++ {
			columns[t] = (mean + share*(own-mean)) * n
			open += variance * (1 - share)
		}
	}
	columns = f.fit(i, descending(columns))
	want := unequal(columns, n) - open // averaging raises h(1-h) by the variance
	if f.gini != nil {
		want = f.gini[i] * f.total(i) / n
	}
	columns = f.equalise(i, columns, want)
	if f.hub[i] {
		columns[0] = n // the hub's neighbours
	}
	return columns
}

// heights returns mean and variance, without the noise, of similar graphs' heights in band b of
// graph i, in units of their mean degrees.
func (f *Noisy) heights(i int, b band, list []int, weights []float64) (mean, variance float64) {
	type one struct{ weight, height, noise float64 }
	var all []one
	sum := 0.0
	for k, j := range list {
		var x one
		for t := b.low; t < b.high; t++ {
			height, noise := f.height(j, int((float64(t)+0.5)*f.mean(j)/f.mean(i)))
			x.height += height / float64(b.high-b.low)
			x.noise += noise / float64(b.high-b.low)
		}
		x.weight = weights[k] / (x.noise + floor)
		all = append(all, x)
		sum += x.weight
		mean += x.weight * x.height
	}
	mean /= sum
	for _, x := range all {
		variance += x.weight / sum * ((x.height-mean)*(x.height-mean) - x.noise)
	}
	return mean, min(max(variance, 1e-5), max(mean*(1-mean), 1e-5))
}

// descending returns the descending list nearest to y in least squares.
func descending(y []float64) []float64 {
	negated := func(list []float64) []float64 {
		return lists.Map(list, func(x float64) float64 { return -x })
	}
	return negated(query.Isotonic(negated(y)))
}

// fit scales the columns, clipped to [0, n], so that they sum to the noisy total degree. Neighbours
// of a hub have degree at least 1.
func (f *Noisy) fit(i int, columns []float64) []float64 {
	n, out := float64(f.beside(i)), make([]float64, len(columns))
	scaled := func(factor float64) (sum float64) {
		for t, x := range columns {
			out[t] = min(max(x*factor, 0), n)
			if t == 0 && f.hub[i] {
				out[t] = n
			}
			sum += out[t]
		}
		return sum
	}
	low, high := 0.0, 100.0
	for range 60 {
		if middle := (low + high) / 2; scaled(middle) < f.total(i) {
			low = middle
		} else {
			high = middle
		}
	}
	scaled(high)
	return out
}

// degrees returns integer degrees of graph i's nodes by its shape, with the noisy edge count, the
// hub first.
func (f *Noisy) degrees(i int) []int {
	n, columns := f.beside(i), f.shape(i)
	whole, sum := make([]int, len(columns)), 0
	for t, x := range columns {
		whole[t] = min(max(int(math.Floor(x+0.5)), 0), n)
		if t > 0 {
			whole[t] = min(whole[t], whole[t-1])
		}
		sum += whole[t]
	}
	for want := int(f.total(i)); sum != want; {
		step := 1
		if sum > want {
			step = -1
		}
		at, gain := -1, math.Inf(-1)
		for t, x := range whole {
			next := x + step
			if next < 0 || next > n || step > 0 && t > 0 && next > whole[t-1] || step < 0 && t+1 < len(whole) && next < whole[t+1] {
				continue
			}
			if g := float64(step) * (columns[t] - float64(x)); g > gain {
				at, gain = t, g
			}
		}
		if at < 0 {
			break
		}
		whole[at] += step
		sum += step
	}
	var list []int
	if f.hub[i] {
		list = append(list, f.sizes[i]-1)
	}
	first := len(list)
	list = append(list, make([]int, n)...)
	for _, x := range whole {
		for u := range x {
			list[first+u]++
		}
	}
	return list
}
