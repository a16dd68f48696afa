package partition

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/lists"
)

// divider assigns parts.
type divider struct {
	part  []int32
	rng   *rand.Rand
	slack float64 // tolerance by which a half may exceed its share
}

// slackOf returns the tolerance of one bisection such that all of them together stay within the
// imbalance.
func slackOf(imbalance float64, parts int) float64 {
	return math.Pow(1+imbalance, 1/float64(max(1, bits.Len(uint(parts-1))))) - 1
}

// divide assigns parts first … first+parts-1 to the nodes of w; names are their numbers in the
// graph.
func (d divider) divide(w *weighted, names []int32, first int32, parts int) {
	if parts == 1 {
		for _, u := range names {
			d.part[u] = first
		}
		return
	}
	left := parts / 2
	side := d.halve(w, float64(left)/float64(parts))
	for half, p := range []int{left, parts - left} {
		sub, kept := induced(w, side, int8(half))
		for i, u := range kept {
			kept[i] = names[u]
		}
		d.divide(sub, kept, first+int32(half*left), p)
	}
}

const (
	smallest = 100 // nodes of the coarsest graph
	starts   = 8   // bisections of the coarsest graph
	tries    = 3   // of each bisection
)

// halve returns the side of each node, 0 or 1, with about the given share of the weight on side 0.
func (d divider) halve(w *weighted, share float64) []int8 {
	total := lists.Sum(w.node)
	b := &balance{}
	b.target[0] = int64(math.Round(share * float64(total)))
	b.target[1] = total - b.target[0]
	for i, t := range b.target {
		b.most[i] = int64(math.Ceil((1 + d.slack) * float64(t)))
	}
	best, least := d.levels(w, b, total)
	for range tries - 1 {
		if side, s := d.levels(w, b, total); s.less(least) {
			best, least = side, s
		}
	}
	return best
}

// levels bisects a graph by bisecting a coarser one.
func (d divider) levels(w *weighted, b *balance, total int64) ([]int8, score) {
	if w.n() > smallest {
		coarse, into := coarsen(w, max(2, 3*total/(2*smallest)), d.rng)
		if coarse.n() < w.n()-w.n()/20 {
			small, _ := d.levels(coarse, b, total)
			side := make([]int8, w.n())
			for u, c := range into {
				side[u] = small[c]
			}
			return side, refine(w, side, b, d.rng)
		}
	}
	var best []int8
	least := score{math.MaxInt64, math.MaxInt64}
	for range starts {
		side := grow(w, b.target[0], d.rng)
		if s := refine(w, side, b, d.rng); best == nil || s.less(least) {
			best, least = side, s
		}
	}
	return best, least
}

// induced returns the subgraph of one side, and the numbers of its nodes in w.
func induced(w *weighted, side []int8, half int8) (*weighted, []int32) {
	local, kept := make([]int32, w.n()), []int32(nil)
	for u, s := range side {
		if s == half {
			local[u] = int32(len(kept))
			kept = append(kept, int32(u))
		}
	}
	sub := &weighted{offsets: []int64{0}}
	for _, u := range kept {
		for k := w.offsets[u]; k < w.offsets[u+1]; k++ {
			if v := w.to[k]; side[v] == half {
				sub.to, sub.edge = append(sub.to, local[v]), append(sub.edge, w.edge[k])
			}
		}
		sub.offsets, sub.node = append(sub.offsets, int64(len(sub.to))), append(sub.node, w.node[u])
	}
	return sub, kept
}
