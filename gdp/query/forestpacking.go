package query

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
)

// ForestPacking returns the largest total weight of edges such that the edges at a node weigh at
// most most, and those within any k nodes at most k-1 [KRST23]. If some spanning forest has maximum
// degree at most most, this is the size of a spanning forest: nodes minus connected components. It
// is never larger. A node then moves the answer by most, and an edge by 1; a node can move the
// number of components by n-2. The computed answer may be too small by up to most/32, which the
// bound includes.
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

// forestSlack returns the largest error of an answer below the optimum.
func forestSlack(most int) float64 { return float64(most) / 32 }

// fractionalForest returns the weight of the packing, at most the slack below the optimum.
func fractionalForest(g *graph.Graph, most int) float64 {
	if most == 1 { // edges at a node weigh at most 1, so those within k nodes at most k/2
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
	may := int64(forestSlack(most) * price) // the slack that is left
	for i, part := range open {
		weight, gap := part.descend(part.low, part.y, may/int64(len(open)-i))
		low, may = low+weight, may-gap
	}
	return float64(fixed) + float64(low)/price
}

// openPart is a component whose best packing so far, of weight low, is below the bound by its
// prices.
type openPart struct {
	residual
	low int64
	y   []int64
}

// price is the unit of prices and weights.
const price = 1 << 20

// parts returns the connected components.
func (w *residual) parts() (list []residual) {
	s := newSets(len(w.room))
	for _, e := range w.edges {
		s.join(e.U, e.V)
	}
	part, number := make([]int32, len(w.room)), make([]int32, len(w.room))
	for u, r := range w.room {
		root := s.find(int32(u)) // the smallest node of its set
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

// largest returns the size of a forest in a connected residual that no exchange can enlarge, and
// node prices that bound the optimum from above. If these differ, it retries with a forest that
// avoids edges between nodes that blocked it.
func (w *residual) largest() (size int, y []int64) {
	const tries = 16
	f := newGrowth(*w)
	order := lists.Upto[int32](len(w.edges))
	inTheWay := make([]int32, len(w.room)) // how often a node blocked
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

// price returns an upper bound on the weight of any packing, in units: the price of all capacities
// plus the heaviest forest when each edge weighs 1 minus the prices of its ends.
func (w *residual) price(y []int64) int64 {
	f := newPricing(w)
	return f.heaviest(y)
}

// A pricing computes heaviest forests for given prices.
type pricing struct {
	*residual
	order  []int32
	often  []int64 // the number of forests with the edge
	degree []int64 // in the last forest
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

// heaviest computes a heaviest forest and returns its weight plus the price of the capacities. Ties
// go to edges that were in fewer forests.
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

// descend returns a lower bound on the optimum of a connected residual, in units, and its distance
// to an upper bound, at most slack. It starts from a packing of weight low and from prices, and
// descends along subgradients of the prices. The step size is halved repeatedly, with twice as many
// steps each time. The lower bound is proved by a packing, the mean of forests, and the upper bound
// by prices.
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

// mean returns the weight of the mean of the forests, in units, with edges scaled down at
// overloaded nodes. The result is a packing: it is dominated by a mean of forests, and no node is
// overloaded.
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
