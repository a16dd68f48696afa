package query

import (
	"math"
	"slices"
)

// A program packs bundles of triangles into nodes: the most that they can weigh together
// when bundle j weighs at most size[j] and those of node u at most room[u] together.
type program struct {
	room []int
	size []int      // triangles that have the same binding nodes
	ends [][3]int32 // their binding nodes, -1 for none
}

// programOf bundles the triangles that are not gone by those of their nodes that bind.
func programOf(list []triangle, gone, free []bool, left []int32) (p program) {
	number := make([]int32, len(free)) // of a binding node, from 1
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

// unit is that of weights that are compared: sums of them are exact, and those of 2³¹
// triangles, or of rooms for three times as many, are within 64 bits.
const unit = 1 << 28

// weight returns the weight of a packing near x, in units: parts of bundles are rounded down,
// taken back where a node has too many, and then raised in turn as far as there is room.
func (p program) weight(x []float64) (total int64) {
	load := make([]float64, len(p.room))
	for j, ends := range p.ends {
		for _, u := range ends {
			if u >= 0 {
				load[u] += x[j]
			}
		}
	}
	room := make([]int64, len(p.room))
	for u, r := range p.room {
		room[u] = int64(r) * unit
	}
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

// cover returns a number of units that no packing weighs more than: with a price y[u] for
// the room of each node, all rooms together and what each triangle is worth above the prices of its
// nodes. Prices are rounded up to units, so that many triangles at thirds are paid for as a whole.
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

// solve returns a multiple of 2⁻¹⁰ that is at most the optimum, and less than slack below it. It
// walks by the primal-dual hybrid gradient method, with steps for each bundle and each node
// by how many triangles they have [PC11], and starts again from the mean of its path where
// that is nearer [ADHLLLS21]. What it returns is proved by a packing and a cover, computed in
// whole numbers, whatever its path.
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
	start := math.Inf(1)                          // the gap where the walk started last
	for steps, since := 1, 1; ; steps, since = steps+1, since+1 {
		w.step()
		if steps%stride != 0 {
			continue
		}
		gap := math.Inf(1)
		mean := false
		for i, at := range []point{w.at, w.mean()} {
			low, high := p.weight(at.x), p.cover(at.y)
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

// point is a packing and prices, neither of which need keep within rooms.
type point struct{ x, y []float64 }

// walk is the state of the method.
type walk struct {
	p                  program
	at, first, sum     point
	stepX, stepY, load []float64
	balance            float64 // of the steps of x against those of y
	steps              float64 // in the sum
}

func newWalk(p program) *walk {
	blank := func() point { return point{make([]float64, len(p.size)), make([]float64, len(p.room))} }
	w := &walk{p: p, at: blank(), first: blank(), sum: blank(), load: make([]float64, len(p.room)), balance: 1}
	w.stepX, w.stepY = make([]float64, len(p.size)), make([]float64, len(p.room))
	for j, ends := range p.ends {
		nodes := 0
		for _, u := range ends {
			if u >= 0 {
				nodes++
				w.stepY[u] += float64(p.size[j])
			}
		}
		w.stepX[j] = float64(p.size[j]) / float64(nodes)
	}
	for u, n := range w.stepY {
		w.stepY[u] = 1 / n
	}
	return w
}

// step walks a step: packings towards what is worth more than its price, and prices, at
// twice that step, towards what is full.
func (w *walk) step() {
	clear(w.load)
	for j, ends := range w.p.ends {
		worth := 1.0
		for _, u := range ends {
			if u >= 0 {
				worth -= w.at.y[u]
			}
		}
		x := min(max(w.at.x[j]+w.balance*w.stepX[j]*worth, 0), float64(w.p.size[j]))
		ahead := 2*x - w.at.x[j]
		w.at.x[j] = x
		w.sum.x[j] += x
		for _, u := range ends {
			if u >= 0 {
				w.load[u] += ahead
			}
		}
	}
	for u, load := range w.load {
		w.at.y[u] = max(w.at.y[u]+w.stepY[u]/w.balance*(load-float64(w.p.room[u])), 0)
		w.sum.y[u] += w.at.y[u]
	}
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

// restart starts again from where the walk is, or from the mean of its path. How far x and y
// came since the last start says how long steps of each should be.
func (w *walk) restart(fromMean bool) {
	if fromMean {
		w.at = w.mean()
	}
	far := func(a, b, scale []float64) (sum float64) {
		for i, x := range a {
			sum += (x - b[i]) * (x - b[i]) / scale[i]
		}
		return math.Sqrt(sum)
	}
	if dx, dy := far(w.at.x, w.first.x, w.stepX), far(w.at.y, w.first.y, w.stepY); dx > 1e-9 && dy > 1e-9 {
		w.balance = math.Exp((math.Log(dx/dy) + math.Log(w.balance)) / 2)
	}
	copy(w.first.x, w.at.x)
	copy(w.first.y, w.at.y)
	clear(w.sum.x)
	clear(w.sum.y)
	w.steps = 0
}
