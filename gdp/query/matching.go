package query

import (
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// fractionalEdges returns F, the most that edges can weigh together when each weighs
// at most 1 and the edges at a node at most cap together. It is a multiple of ½.
//
// A node with no more edges than capacity binds nothing: all its edges can weigh
// 1, for weight moved to them from other edges of their other ends is not lost. So
// such nodes are peeled off, one after the other, and what they use up of their
// neighbours. Of real graphs little is left. There F is half of a maximum flow
// through two copies of the nodes, left and right: each edge {u,v} is an arc from
// left u to right v and one from left v to right u.
func fractionalEdges(g *graph.Graph, cap int) float64 {
	kernel, left, weight := peel(g, cap)
	return float64(weight) + float64(newFlow(kernel, left).run())/2
}

// peel fixes edges at nodes that bind nothing, as long as there are any. It
// returns the graph that is left, what its nodes can still take, and the weight
// that was fixed.
func peel(g *graph.Graph, cap int) (kernel *graph.Graph, left []int, weight int) {
	n := g.N()
	left = make([]int, n)
	degree := make([]int, n) // edges to nodes that are not gone
	gone := make([]bool, n)
	var queue []int32
	for u := range n {
		left[u], degree[u] = cap, g.Degree(int32(u))
		if degree[u] <= cap {
			queue = append(queue, int32(u))
		}
	}
	for len(queue) > 0 {
		u := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if gone[u] {
			continue
		}
		gone[u] = true
		for _, v := range g.Neighbors(u) {
			if gone[v] {
				continue
			}
			weight++
			left[v]--
			degree[v]--
			if left[v] > 0 {
				continue
			}
			gone[v] = true // full: its other edges weigh nothing
			for _, w := range g.Neighbors(v) {
				degree[w]--
				if !gone[w] && degree[w] <= left[w] {
					queue = append(queue, w)
				}
			}
		}
	}
	var rest []int32
	for u := range int32(n) {
		if !gone[u] {
			rest = append(rest, u)
		}
	}
	kernel, err := g.Induced(rest)
	if err != nil {
		panic(err) // rest names nodes of g once each
	}
	for i, u := range rest {
		left[i] = left[u]
	}
	return kernel, left[:len(rest)], weight
}

// flow is a flow from the left copies of a graph's nodes to the right ones.
type flow struct {
	offsets []int64
	targets []int32
	back    []int32 // back[i] is the place of the arc v→u, i being that of u→v
	used    []bool  // arcs from left to right that carry a unit
	supply  []int   // what a left node can still send
	room    []int   // what a right node can still take

	levelL, levelR []int32 // steps from a left node with supply; -1 if out of reach
	nextL, nextR   []int64 // arcs not yet tried in this phase
	queue          []int32
}

func newFlow(g *graph.Graph, capacity []int) *flow {
	n := g.N()
	f := &flow{supply: slices.Clone(capacity), room: slices.Clone(capacity)}
	f.offsets, f.targets = g.CSR()
	f.back, f.used = make([]int32, len(f.targets)), make([]bool, len(f.targets))
	f.levelL, f.levelR = make([]int32, n), make([]int32, n)
	f.nextL, f.nextR = make([]int64, n), make([]int64, n)
	seen := slices.Clone(f.offsets)
	for u := range n { // the arcs into v come in the order of their tails, as v's list does
		for i := f.offsets[u]; i < f.offsets[u+1]; i++ {
			v := f.targets[i]
			f.back[i] = int32(seen[v])
			seen[v]++
		}
	}
	return f
}

// run finds a maximum flow: greedily, and then by shortest augmenting paths, all
// of one length at a time (Hopcroft and Karp; Dinic).
func (f *flow) run() int {
	total := 0
	for u := range f.supply {
		for i := f.offsets[u]; i < f.offsets[u+1] && f.supply[u] > 0; i++ {
			if v := f.targets[i]; f.room[v] > 0 {
				f.used[i] = true
				f.supply[u]--
				f.room[v]--
				total++
			}
		}
	}
	for f.layer() {
		copy(f.nextL, f.offsets)
		copy(f.nextR, f.offsets)
		for u := range f.supply {
			for f.supply[u] > 0 && f.send(int32(u)) {
				f.supply[u]--
				total++
			}
		}
	}
	return total
}

// layer finds the distance of each node from the supplies, as far as the nearest
// room, and reports whether there is any.
func (f *flow) layer() bool {
	f.queue = f.queue[:0]
	for u := range f.levelL {
		f.levelL[u], f.levelR[u] = -1, -1
		if f.supply[u] > 0 {
			f.levelL[u] = 0
			f.queue = append(f.queue, int32(u))
		}
	}
	last := int32(-1) // the level of the nearest room
	for head := 0; head < len(f.queue); head++ {
		u := f.queue[head]
		if last >= 0 && f.levelL[u] >= last {
			break
		}
		for i := f.offsets[u]; i < f.offsets[u+1]; i++ {
			v := f.targets[i]
			if f.used[i] || f.levelR[v] >= 0 {
				continue
			}
			f.levelR[v] = f.levelL[u] + 1
			if f.room[v] > 0 {
				last = f.levelR[v]
			}
			for k := f.offsets[v]; k < f.offsets[v+1]; k++ {
				if w := f.targets[k]; f.used[f.back[k]] && f.levelL[w] < 0 {
					f.levelL[w] = f.levelR[v] + 1
					f.queue = append(f.queue, w)
				}
			}
		}
	}
	return last >= 0
}

// send sends one unit from left u to room along a shortest path, if it can: to a
// right node, and where that is full, on to a left node whose unit it gives back.
func (f *flow) send(u int32) bool {
	for ; f.nextL[u] < f.offsets[u+1]; f.nextL[u]++ {
		i := f.nextL[u]
		v := f.targets[i]
		if f.used[i] || f.levelR[v] != f.levelL[u]+1 {
			continue
		}
		if f.room[v] > 0 {
			f.room[v]--
			f.used[i] = true
			return true
		}
		for ; f.nextR[v] < f.offsets[v+1]; f.nextR[v]++ {
			in, w := f.back[f.nextR[v]], f.targets[f.nextR[v]]
			if f.used[in] && f.levelL[w] == f.levelR[v]+1 && f.send(w) {
				f.used[in], f.used[i] = false, true
				return true
			}
		}
	}
	return false
}
