package query

import (
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
)

// A program is a linear program that packs bundles of triangles into nodes: maximise the total
// weight if bundle j weighs at most size[j] and the bundles of node u at most room[u].
type program struct {
	room []int
	size []int      // the number of triangles with the same constrained nodes
	ends [][3]int32 // these nodes, -1 for none
}

// programOf bundles the remaining triangles by their constrained nodes.
func programOf(list []triangle, gone, free []bool, left []int32) (p program) {
	number := make([]int32, len(free)) // of a constrained node, from 1
	var keys [][3]int32
	for i, t := range list {
		if gone[i] {
			continue
		}
		key := [3]int32{-1, -1, -1}
		for k, u := range t {
			if free[u] {
				continue
			}
			if number[u] == 0 {
				p.room = append(p.room, int(left[u]))
				number[u] = int32(len(p.room))
			}
			key[k] = number[u] - 1
		}
		slices.Sort(key[:])
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b [3]int32) int { return slices.Compare(a[:], b[:]) })
	for i, key := range keys {
		if i == 0 || key != keys[i-1] {
			p.ends, p.size = append(p.ends, key), append(p.size, 0)
		}
		p.size[len(p.size)-1]++
	}
	return p
}

// unit is the unit of weights that are compared. Their sums are exact: sums over 2³¹ triangles, or
// over three times as many capacities, fit in 64 bits.
const unit = 1 << 28

// weight returns the weight of a packing near x, in units. It rounds the parts of bundles down,
// scales them down at overloaded nodes, and then raises them one after the other as far as
// capacities allow.
func (p program) weight(x []float64) (total int64) {
	load := make([]float64, len(p.room))
	for j, ends := range p.ends {
		for _, u := range ends {
			if u >= 0 {
				load[u] += x[j]
			}
		}
	}
	room := lists.Map(p.room, func(r int) int64 { return int64(r) * unit })
	part := make([]int64, len(x))
	for raised := range 2 {
		for j, ends := range p.ends {
			most := int64(p.size[j]) * unit
			add := most - part[j]
			if raised == 0 {
				share := 1.0
				for _, u := range ends {
					if u >= 0 && load[u] > float64(p.room[u]) {
						share = min(share, float64(p.room[u])/load[u])
					}
				}
				add = min(add, max(0, int64(x[j]*share*unit)))
			}
			for _, u := range ends {
				if u >= 0 {
					add = min(add, room[u])
				}
			}
			for _, u := range ends {
				if u >= 0 {
					room[u] -= add
				}
			}
			part[j] += add
			total += add
		}
	}
	return total
}

// cover returns an upper bound on the weight of any packing, in units. With a price y[u] for each
// node's capacity, it is the price of all capacities plus the excess of each triangle's value over
// the prices of its nodes. Prices are rounded up to units, so triangles at prices of one third are
// fully paid for.
func (p program) cover(y []float64) (total int64) {
	price := make([]int64, len(y))
	for u, v := range y {
		price[u] = int64(math.Ceil(min(max(v, 0), 1) * unit))
		total += price[u] * int64(p.room[u])
	}
	for j, ends := range p.ends {
		worth := int64(unit)
		for _, u := range ends {
			if u >= 0 {
				worth -= price[u]
			}
		}
		total += max(worth, 0) * int64(p.size[j])
	}
	return total
}

// solve returns a multiple of 2⁻¹⁰ that is at most the optimum and less than slack below it. It
// uses the primal-dual hybrid gradient method with step sizes by the numbers of triangles [PC11],
// and restarts from the mean iterate if that is better [ADHLLLS21]. A packing and a cover in
// integer arithmetic prove the result, whatever the iterates.
func (p program) solve(slack float64) float64 {
	const (
		grid   = unit >> 10
		stride = 40
	)
	if len(p.size) == 0 {
		return 0
	}
	want := int64(slack*unit) - grid
	w := newWalk(p)
	best, least := int64(0), int64(math.MaxInt64) // weight and cover
	start := math.Inf(1)                          // the gap at the last restart
	for steps, since := 1, 1; ; steps, since = steps+1, since+1 {
		w.step()
		if steps%stride != 0 {
			continue
		}
		gap := math.Inf(1)
		mean := false
		points := []point{w.at, w.mean()}
		var lows, highs [2]int64
		parallel.Blocks(len(points), 1, func(_, i, _ int) { lows[i], highs[i] = p.weight(points[i].x), p.cover(points[i].y) })
		for i, low := range lows {
			high := highs[i]
			best, least = max(best, low), min(least, high)
			if g := float64(high - low); g < gap {
				gap, mean = g, i == 1
			}
		}
		if least-best < want {
			return float64(best/grid) / (unit / grid)
		}
		if gap <= 0.3*start || 3*since >= steps {
			w.restart(mean)
			start, since = gap, 0
		}
	}
}

// point is an iterate: a packing and prices, both possibly infeasible.
type point struct{ x, y []float64 }

// walk is the state of the method.
type walk struct {
	p                  program
	ends               [3][]int32 // constrained nodes of bundles; the number of nodes means none
	first, of          []int32    // bundles of node u: of[first[u]:first[u+1]], in ascending order
	at, start, sum     point
	stepX, stepY, size []float64
	ahead              []float64 // extrapolated x: twice the new value minus the old one
	price              []float64 // of nodes, and 0 for none
	balance            float64   // of the primal against the dual step size
	steps              float64   // number of iterates in sum
}

func newWalk(p program) *walk {
	n := len(p.room)
	price := make([]float64, n+1)
	w := &walk{p: p, first: make([]int32, n+1), price: price, balance: 1}
	w.at = point{make([]float64, len(p.size)), price[:n]}
	w.start = point{make([]float64, len(p.size)), make([]float64, n)}
	w.sum = point{make([]float64, len(p.size)), make([]float64, n)}
	w.stepX, w.stepY = make([]float64, len(p.size)), make([]float64, n)
	w.size, w.ahead = make([]float64, len(p.size)), make([]float64, len(p.size))
	for k := range w.ends {
		w.ends[k] = slices.Repeat([]int32{int32(n)}, len(p.size))
	}
	for j, ends := range p.ends {
		nodes := 0
		w.size[j] = float64(p.size[j])
		for k, u := range ends {
			if u >= 0 {
				nodes++
				w.ends[k][j] = u
				w.first[u+1]++
				w.stepY[u] += w.size[j]
			}
		}
		w.stepX[j] = w.size[j] / float64(nodes)
	}
	for u, n := range w.stepY {
		w.stepY[u] = 1 / n
		w.first[u+1] += w.first[u]
	}
	w.of = make([]int32, w.first[n])
	next := slices.Clone(w.first)
	for j, ends := range p.ends {
		for _, u := range ends {
			if u >= 0 {
				w.of[next[u]] = int32(j)
				next[u]++
			}
		}
	}
	return w
}

// step does one iteration: a gradient step in x, then one in the prices at the extrapolated x. Sums
// are in the same order on any number of cores.
func (w *walk) step() {
	const bundles, nodes = 1 << 13, 1 << 9 // block sizes per core
	parallel.Blocks(len(w.size), bundles, func(_, lo, hi int) {
		x, sum, ahead := w.at.x[lo:hi], w.sum.x[lo:hi], w.ahead[lo:hi]
		stepX, size := w.stepX[lo:hi], w.size[lo:hi]
		a, b, c := w.ends[0][lo:hi], w.ends[1][lo:hi], w.ends[2][lo:hi]
		for j, before := range x {
			worth := 1 - w.price[a[j]] - w.price[b[j]] - w.price[c[j]]
			now := min(max(before+w.balance*stepX[j]*worth, 0), size[j])
			x[j], ahead[j] = now, 2*now-before
			sum[j] += now
		}
	})
	parallel.Blocks(len(w.stepY), nodes, func(_, lo, hi int) {
		for u := lo; u < hi; u++ {
			load := 0.0
			for _, j := range w.of[w.first[u]:w.first[u+1]] {
				load += w.ahead[j]
			}
			w.price[u] = max(w.price[u]+w.stepY[u]/w.balance*(load-float64(w.p.room[u])), 0)
			w.sum.y[u] += w.price[u]
		}
	})
	w.steps++
}

func (w *walk) mean() point {
	m := point{slices.Clone(w.sum.x), slices.Clone(w.sum.y)}
	for _, list := range [][]float64{m.x, m.y} {
		for i := range list {
			list[i] /= w.steps
		}
	}
	return m
}

// restart restarts from the current iterate or from the mean iterate. The distances that x and y
// moved since the last restart set the balance of the step sizes.
func (w *walk) restart(fromMean bool) {
	if fromMean {
		m := w.mean()
		copy(w.at.x, m.x)
		copy(w.at.y, m.y)
	}
	far := func(a, b, scale []float64) (sum float64) {
		for i, x := range a {
			sum += (x - b[i]) * (x - b[i]) / scale[i]
		}
		return math.Sqrt(sum)
	}
	if dx, dy := far(w.at.x, w.start.x, w.stepX), far(w.at.y, w.start.y, w.stepY); dx > 1e-9 && dy > 1e-9 {
		w.balance = math.Exp((math.Log(dx/dy) + math.Log(w.balance)) / 2)
	}
	copy(w.start.x, w.at.x)
	copy(w.start.y, w.at.y)
	clear(w.sum.x)
	clear(w.sum.y)
	w.steps = 0
}
