package query

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// ForestPacking returns the most that edges can weigh together when those at a node weigh at most
// most together, and those within any k nodes at most k-1 [KRST23]: the size of a spanning forest,
// the number of nodes less that of components, wherever some spanning forest has no larger degree
// than most, and never more. A node then moves it by most, and an edge by 1, where a node moves the
// number of components by up to n-2. The answer is too small by a 32nd of most at the worst, which
// the bound counts.
func ForestPacking[N gdp.Norm](rel gdp.Relation, n, most int) gdp.Bounded[N] {
	if most < 1 || most > MostPacked {
		name := fmt.Sprintf("forest, at most %d at a node; want 1 … %d", most, MostPacked)
		return gdp.Query(name, rel, N(math.NaN()), forestProof, func(*gdp.Data) ([]float64, error) {
			return nil, fmt.Errorf("query: %s", name)
		}).OnNodes(n)
	}
	most = min(most, max(n-1, 1))
	slack := forestSlack(most)
	node, edge := float64(most)+slack, 1+slack
	return bounded[N](rel, definition{
		name: fmt.Sprintf("forest, at most %d at a node", most), n: n, cap: n - 1,
		basis:  forestProof,
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: {edge, edge, edge}, gdp.NodeLevel: {node, node, node}, gdp.NodeUnbounded: {node, node, node}},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			return scalar(fractionalForest(g, most))
		},
	})
}

var forestProof = gdp.Proof{Doc: "proofs/queries.md#forest-packing", Test: "TestForestPacking"}

// forestSlack is how far below the optimum an answer is at most.
func forestSlack(most int) float64 { return float64(most) / 32 }

// fractionalForest returns the weight of the packing, less the slack at most.
func fractionalForest(g *graph.Graph, most int) float64 {
	if most == 1 { // edges at a node weigh 1 at most, and so those within k nodes k/2
		return fractionalEdges(g, 1)
	}
	w := residualOf(g, most)
	fixed := w.clear()
	var open []openPart
	low := int64(0)
	for _, part := range w.parts() {
		size, y := part.largest()
		if part.price(y) > int64(size)*price {
			open = append(open, openPart{part, int64(size) * price, y})
			continue
		}
		low += int64(size) * price
	}
	may := int64(forestSlack(most) * price) // what is left of the slack
	for i, part := range open {
		weight, gap := part.descend(part.low, part.y, may/int64(len(open)-i))
		low, may = low+weight, may-gap
	}
	return float64(fixed) + float64(low)/price
}

// openPart is a part whose packing, of weight low, weighs less than its prices allow.
type openPart struct {
	residual
	low int64
	y   []int64
}

// price is the unit of prices and of weights.
const price = 1 << 20

// parts are the connected components.
func (w *residual) parts() (list []residual) {
	s := newSets(len(w.room))
	for _, e := range w.edges {
		s.join(e.U, e.V)
	}
	part, number := make([]int32, len(w.room)), make([]int32, len(w.room))
	for u, r := range w.room {
		root := s.find(int32(u)) // the smallest of its set
		if int(root) == u {
			part[u] = int32(len(list))
			list = append(list, residual{})
		}
		p := &list[part[root]]
		part[u], number[u] = part[root], int32(len(p.room))
		p.room = append(p.room, r)
	}
	for _, e := range w.edges {
		p := &list[part[e.U]]
		p.edges = append(p.edges, graph.Edge{U: number[e.U], V: number[e.V]})
	}
	return list
}

// largest returns the size of a forest that cannot grow by exchanges, of a connected residual, and
// prices of nodes that show how large any can be. Where these differ it tries again with a forest
// that has as few edges as can be between nodes that were in the way.
func (w *residual) largest() (size int, y []int64) {
	const tries = 16
	f := newGrowth(*w)
	order := make([]int32, len(w.edges))
	for i := range order {
		order[i] = int32(i)
	}
	inTheWay := make([]int32, len(w.room)) // how often
	key := func(i int32) (int32, int32) {
		e := w.edges[i]
		return inTheWay[e.U] + inTheWay[e.V], f.first[e.U+1] - f.first[e.U] + f.first[e.V+1] - f.first[e.V]
	}
	least := int64(math.MaxInt64)
	for range tries {
		slices.SortFunc(order, func(a, b int32) int {
			wayA, atA := key(a)
			wayB, atB := key(b)
			return cmp.Or(cmp.Compare(wayA, wayB), cmp.Compare(atA, atB), cmp.Compare(a, b))
		})
		for now := f.begin(order); now < len(w.room)-1 && f.grow(); {
			now++
		}
		size = max(size, f.size())
		if size == len(w.room)-1 {
			return size, make([]int64, len(w.room))
		}
		prices := make([]int64, len(w.room))
		for u, good := range f.good {
			if !good {
				prices[u] = price
				inTheWay[u]++
			}
		}
		if high := w.price(prices); high < least {
			least, y = high, prices
		}
		if least <= int64(size)*price {
			break
		}
	}
	return size, y
}

// price returns a number of units that no packing weighs more than: what all rooms cost, and the
// heaviest forest of edges that weigh 1 less the prices of their ends.
func (w *residual) price(y []int64) int64 {
	f := newPricing(w)
	return f.heaviest(y)
}

// A pricing finds heaviest forests.
type pricing struct {
	*residual
	order  []int32
	often  []int64 // how many forests an edge was in
	degree []int64 // of the last forest
	forest []int32
	trees  sets
}

func newPricing(w *residual) *pricing {
	p := &pricing{residual: w, order: make([]int32, len(w.edges)), often: make([]int64, len(w.edges)), degree: make([]int64, len(w.room)), trees: newSets(len(w.room))}
	for i := range p.order {
		p.order[i] = int32(i)
	}
	return p
}

// heaviest finds the forest and returns what it and the rooms cost. Of edges that weigh the same
// those come first that were in fewer forests.
func (p *pricing) heaviest(y []int64) (total int64) {
	worth := func(i int32) int64 { return price - y[p.edges[i].U] - y[p.edges[i].V] }
	slices.SortFunc(p.order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(worth(b), worth(a)), cmp.Compare(p.often[a], p.often[b]), cmp.Compare(a, b))
	})
	for u := range p.trees {
		p.trees[u] = int32(u)
		if y[u] > 0 {
			total += y[u] * int64(p.room[u])
		}
	}
	clear(p.degree)
	p.forest = p.forest[:0]
	for _, i := range p.order {
		weight := worth(i)
		if weight <= 0 {
			break
		}
		if e := p.edges[i]; p.trees.join(e.U, e.V) {
			total += weight
			p.forest = append(p.forest, i)
			p.degree[e.U]++
			p.degree[e.V]++
		}
	}
	return total
}

// descend returns a number of units that is at most the optimum of a connected residual, and how
// far below it at the worst, which is slack at most, from a packing that weighs low and from
// prices. It walks down by subgradients of the prices, with steps that are halved as often as it
// has taken twice as many, and proves what it returns by a packing, the mean of forests, and by
// prices.
func (w *residual) descend(low int64, y []int64, slack int64) (weight, gap int64) {
	high := w.price(y)
	if high-low <= slack {
		return low, high - low
	}
	for step := int64(price / 4); ; step = max(step/2, 1) {
		p := newPricing(w)
		for k := int64(1); k <= 64*(price/step); k++ {
			high = min(high, p.heaviest(y))
			for _, i := range p.forest {
				p.often[i]++
			}
			for u, r := range w.room {
				if r != unbound {
					y[u] = min(max(y[u]+step*(p.degree[u]-int64(r)), 0), price)
				}
			}
			if k%32 == 0 {
				low = max(low, p.mean(k))
			}
			if high-low <= slack {
				return low, high - low
			}
		}
	}
}

// mean is the weight of the mean of so many forests, in units, where edges are scaled down at nodes
// that have no room for them. It is a packing: what weighs less than a mean of forests is one, as
// long as nodes have room.
func (p *pricing) mean(forests int64) (total int64) {
	load := make([]uint64, len(p.room))
	for i, e := range p.edges {
		load[e.U] += uint64(p.often[i])
		load[e.V] += uint64(p.often[i])
	}
	for i, e := range p.edges {
		least := part(uint64(p.often[i]), price, uint64(forests))
		for _, u := range [2]int32{e.U, e.V} {
			if r := uint64(p.room[u]); p.room[u] != unbound && load[u] > r*uint64(forests) {
				least = min(least, part(uint64(p.often[i]), r*price, load[u]))
			}
		}
		total += int64(least)
	}
	return total
}

// part returns a·b/c, rounded down.
func part(a, b, c uint64) uint64 {
	high, low := bits.Mul64(a, b)
	quotient, _ := bits.Div64(high, low, c)
	return quotient
}
