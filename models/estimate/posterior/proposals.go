package posterior

import (
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// proposals are the pairs that a chain proposes: pairs of a list, two nodes of one class, any two
// nodes, or the ends of a path of two edges. A list has the pairs of one kind with the same answer.
// Pairs that are neither of a listed kind nor answered positively have no list.
type proposals struct {
	lists  [][][2]int32 // by kind: negative answers, positive answers
	upTo   []float64    // cumulative probabilities of the lists, then of the other three ways
	weight []float64    // weight of a node
	all    urn
	own    map[int32]*urn // by class
}

// urn samples nodes in proportion to their weights.
type urn struct {
	nodes []int32
	upTo  []float64
}

func (a *urn) add(u int32, w float64) {
	a.nodes, a.upTo = append(a.nodes, u), append(a.upTo, a.sum()+w)
}

func (a *urn) sum() float64 {
	if len(a.upTo) == 0 {
		return 0
	}
	return a.upTo[len(a.upTo)-1]
}

func (a *urn) draw(r *rand.Rand) int32 { return a.nodes[pick(a.upTo, r)] }

// pick returns an index with probability proportional to its increment.
func pick(upTo []float64, r *rand.Rand) int {
	last := len(upTo) - 1
	i, _ := slices.BinarySearch(upTo[:last], (1-r.Float64())*upTo[last]) // above 0, where something is added
	return i
}

// newProposals proposes pairs of each list about in proportion to its expected edges.
func (c *chain) newProposals(start *graph.Graph) proposals {
	known, far := c.known, len(c.known.Listed)
	p := proposals{lists: make([][][2]int32, 2*far+4), own: map[int32]*urn{}}
	for k, list := range known.Listed {
		for _, x := range list {
			if !known.Answers.HasEdge(x[0], x[1]) {
				p.lists[2*k] = append(p.lists[2*k], x)
			}
		}
	}
	for u, v := range known.Answers.Edges() {
		i := 2*int(c.kindOf(u, v)) + 1
		p.lists[i] = append(p.lists[i], [2]int32{u, v})
	}
	for u, class := range known.Class {
		if p.own[class] == nil {
			p.own[class] = &urn{}
		}
		w := 1 + float64(start.Degree(int32(u)))
		p.weight = append(p.weight, w)
		p.all.add(int32(u), w)
		p.own[class].add(int32(u), w)
	}
	of := make([]float64, len(p.lists)+3)
	for k, x := range known.Edges {
		of[2*k], of[2*k+1] = max(x, 1)*known.Answers.Flip, max(x, 1)*(1-known.Answers.Flip)
	}
	of[len(p.lists)], of[len(p.lists)+1] = of[2*far], of[2*far+2]+of[2*far]/4
	sum := 0.0
	for i := range of[:len(p.lists)+2] {
		if i < len(p.lists) && len(p.lists[i]) == 0 {
			of[i] = 0
		}
		sum += of[i]
	}
	of[len(p.lists)+2] = sum / 3
	upTo := 0.0
	for _, x := range of {
		upTo += x / (sum + sum/3)
		p.upTo = append(p.upTo, upTo)
	}
	return p
}

// share returns the probability of the i-th way.
func (p *proposals) share(i int) float64 {
	x := p.upTo[i]
	if i > 0 {
		x -= p.upTo[i-1]
	}
	return x / p.upTo[len(p.upTo)-1]
}

// propose samples a pair of nodes, which may be connected or equal.
func (c *chain) propose() (u, v int32) {
	p, r := &c.pool, c.r
	switch i := pick(p.upTo, r) - len(p.lists); i {
	case 0:
		u = p.all.draw(r)
		return u, p.own[c.known.Class[u]].draw(r)
	case 1:
		return p.all.draw(r), p.all.draw(r)
	case 2:
		if len(c.edges) == 0 {
			return 0, 0
		}
		e := c.edges[r.IntN(len(c.edges))]
		u, w := e.u, e.v
		if r.IntN(2) == 0 {
			u, w = w, u
		}
		near := c.near[w]
		if len(near) == 1 {
			return 0, 0
		}
		v := near[r.IntN(len(near)-1)]
		if v == u {
			v = near[len(near)-1]
		}
		return u, v
	default:
		list := p.lists[len(p.lists)+i]
		x := list[r.IntN(len(list))]
		return x[0], x[1]
	}
}

// proposed returns the probability of proposing a pair in a graph with that many edges that does
// not contain it.
func (c *chain) proposed(e placed, edges int, common []int32) float64 {
	p, q := &c.pool, 0.0
	i := 2 * int(e.kind)
	if e.yes {
		i++
	}
	if size := len(p.lists[i]); size > 0 {
		q += p.share(i) / float64(size)
	}
	w := 2 * p.weight[e.u] * p.weight[e.v] / p.all.sum()
	if class := c.known.Class[e.u]; class == c.known.Class[e.v] {
		q += p.share(len(p.lists)) * w / p.own[class].sum()
	}
	q += p.share(len(p.lists)+1) * w / p.all.sum()
	for _, w := range common {
		q += p.share(len(p.lists)+2) / float64(edges) / float64(len(c.near[w])-1)
	}
	return q
}
