package facts

import (
	"context"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/scalar"
)

const (
	// sharers is about how many graphs determine the distribution of a graph's edge count.
	sharers = 60
	// steps is the number of EM steps.
	steps = 40
	// exact is the largest number of pairs for which a distribution is learned; above it, the noise
	// is relatively small.
	exact = 1 << 20
)

// medians returns the posterior median edge count of each graph. EM estimates the prior from all
// noisy counts; graphs of similar sizes share it. It starts with half of its mass on the complete
// graph and half uniform.
func medians(sizes []int, noisy []int64, scale float64) []int {
	out := make([]int, len(sizes))
	groups := map[int][]int{} // graphs by size
	var distinct []int
	for i, n := range sizes {
		out[i] = int(min(max(noisy[i], 0), int64(most(n))))
		if n < 2 || most(n) > exact {
			continue
		}
		if groups[n] == nil {
			distinct = append(distinct, n)
		}
		groups[n] = append(groups[n], i)
	}
	slices.Sort(distinct)
	laws := make([][]float64, len(distinct))
	for a, n := range distinct {
		laws[a] = make([]float64, most(n)+1)
		for m := range laws[a] {
			laws[a][m] = 0.5 / float64(len(laws[a]))
		}
		laws[a][most(n)] += 0.5
	}
	windows := make([]window, len(sizes))
	for _, n := range distinct {
		for _, i := range groups[n] {
			windows[i] = likelihood(most(n), float64(noisy[i]), scale)
		}
	}
	weights, growth := kernel(distinct, groups), growth(sizes, noisy)
	for range steps {
		moved := make([][]counted, len(distinct))
		for a, n := range distinct {
			seen := make([]float64, most(n)+1)
			for _, i := range groups[n] {
				for k, p := range windows[i].posterior(laws[a]) {
					seen[windows[i].low+k] += p
				}
			}
			for m, p := range seen {
				if p > 0 {
					moved[a] = append(moved[a], counted{m, p})
				}
			}
		}
		for a, n := range distinct {
			laws[a] = pooled(n, distinct, moved, weights[a], growth)
		}
	}
	for a, n := range distinct {
		for _, i := range groups[n] {
			out[i] = windows[i].low + median(windows[i].posterior(laws[a]))
		}
	}
	return out
}

// counted is the expected number p of graphs with m edges.
type counted struct {
	m int
	p float64
}

// window holds the likelihood of a noisy number at low, low+1, …, up to a factor.
type window struct {
	low    int
	likely []float64
}

// likelihood returns the window of a noisy number in 0 … last, truncated at 30 noise scales.
func likelihood(last int, noisy, scale float64) window {
	near := min(max(noisy, 0), float64(last)) // the likeliest
	low := int(max(math.Floor(near-30*scale), 0))
	list := make([]float64, int(min(math.Ceil(near+30*scale), float64(last)))-low+1)
	for k := range list {
		list[k] = scalar.Exp((math.Abs(near-noisy) - math.Abs(float64(low+k)-noisy)) / scale)
	}
	return window{low, list}
}

// posterior returns the posterior distribution over the window.
func (w window) posterior(law []float64) []float64 {
	list, sum := make([]float64, len(w.likely)), 0.0
	for k, p := range w.likely {
		list[k] = law[w.low+k]*p + 1e-300
		sum += list[k]
	}
	for k := range list {
		list[k] /= sum
	}
	return list
}

// median returns the first index at which half of the total weight is reached.
func median(weights []float64) int {
	sum, half := 0.0, 0.0
	for _, w := range weights {
		sum += w
	}
	for m, w := range weights {
		if half += w; half >= sum/2 {
			return m
		}
	}
	return len(weights) - 1
}

// kernel returns the weights of graphs of one size for another: Gaussian in the log ratio of sizes,
// just wide enough for the given number of sharers.
func kernel(distinct []int, groups map[int][]int) [][]float64 {
	weights := make([][]float64, len(distinct))
	for a, n := range distinct {
		weights[a] = make([]float64, len(distinct))
		for width, count := 0.01, 0.0; width < 3 && count < sharers; width *= 1.25 {
			count = 0
			for b, o := range distinct {
				z := math.Log(float64(o)/float64(n)) / width
				weights[a][b] = scalar.Exp(-z * z / 2)
				count += weights[a][b] * float64(len(groups[o]))
			}
		}
	}
	return weights
}

// growth returns the exponent with which edges grow with nodes, clipped to [0, 2], by least squares
// on logarithms.
func growth(sizes []int, noisy []int64) float64 {
	var n, x, y, xx, xy float64
	for i, size := range sizes {
		if size < 2 {
			continue
		}
		u, v := math.Log(float64(size)), math.Log(float64(max(noisy[i], 1)))
		n, x, y, xx, xy = n+1, x+u, y+v, xx+u*u, xy+u*v
	}
	if d := n*xx - x*x; d > 1e-9 {
		return min(max((n*xy-x*y)/d, 0), 2)
	}
	return 1.5
}

// pooled returns the distribution for n nodes: counts of graphs of all sizes, rescaled to n, plus
// one uniform pseudo-count.
func pooled(n int, distinct []int, seen [][]counted, weights []float64, growth float64) []float64 {
	law := make([]float64, most(n)+1)
	for m := range law {
		law[m] = 1 / float64(len(law))
	}
	for b, o := range distinct {
		if weights[b] < 1e-3 {
			continue
		}
		factor := scalar.Pow(float64(n)/float64(o), growth)
		for _, x := range seen[b] {
			m := x.m
			switch p := x.p * weights[b]; {
			case p < 1e-12:
			case o == n:
				law[m] += p
			case m == most(o):
				law[most(n)] += p
			default:
				low := min(max(int(math.Round((float64(m)-0.5)*factor)), 0), most(n))
				high := max(low, min(int(math.Round((float64(m)+0.5)*factor)), most(n)))
				share := p / float64(high-low+1)
				for t := low; t <= high; t++ {
					law[t] += share
				}
			}
		}
	}
	sum := lists.Sum(law)
	for m := range law {
		law[m] /= sum
	}
	return law
}

// visited is a graph of the chain with its statistics.
type visited struct {
	graph *graph.Graph
	is    [5]float64
}

func visit(ctx context.Context, x *pairs) (v visited, err error) {
	if v.graph, err = x.graph(); err != nil {
		return v, err
	}
	row, err := metric.DPGGAN(ctx, v.graph)
	v.is = [5]float64{row.LCC, row.TC, row.CPL, row.GINI, row.REDE}
	for k, y := range v.is {
		if math.IsNaN(y) { // without edges
			v.is[k] = 0
		}
	}
	return v, err
}

// medoid returns the graph nearest to the medians of all statistics, each scaled by its mean
// absolute deviation.
func medoid(list []visited) visited {
	far := make([]float64, len(list))
	for k := range list[0].is {
		all := lists.Map(list, func(v visited) float64 { return v.is[k] })
		slices.Sort(all)
		median, apart := all[len(all)/2], 0.0
		for _, x := range all {
			apart += math.Abs(x-median) / float64(len(all))
		}
		for i, v := range list {
			if apart > 0 {
				far[i] += math.Abs(v.is[k]-median) / apart
			}
		}
	}
	at := 0
	for i, x := range far {
		if x < far[at] {
			at = i
		}
	}
	return list[at]
}
