package dpgs

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
)

// drawSimilar draws a graph with given degrees, edge counts by kind, and triangles. It joins the
// nearest pairs first, then far pairs within classes, far pairs across classes, and the remaining
// half-edges, as far as half-edges allow. Within classes it joins nodes at distance two while
// triangles are missing; edge swaps add the rest. It reads nothing private.
func drawSimilar(l *likeness, degrees []int32, edges []float64, triangles float64, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	if err := w.Err(); err != nil {
		return nil, err
	}
	s := newSketch(degrees, whole(triangles), w, r)
	far := l.kinds() - 2
	total := lists.Sum(edges)
	for k, list := range l.list()[:far] {
		s.joinPairs(list, whole(edges[k]))
	}
	s.joinWithin(l.class, whole(edges[far]))
	s.joinStubs(whole(edges[far+1]), func(u, v int32) bool { return l.class[u] != l.class[v] })
	s.joinStubs(whole(total)-len(s.edges), func(u, v int32) bool { return true })
	g, err := w.Graph(len(degrees), s.edges)
	if err != nil {
		return nil, err
	}
	if s.enough() { // no triangles are missing
		return g, nil
	}
	return w.Close(g, whole(triangles), r)
}

// whole rounds a noisy count.
func whole(x float64) int { return int(math.Round(max(0, min(x, 1<<40)))) }

// sketch is a graph under construction.
type sketch struct {
	nodes  []unfinished
	places []int32      // neighbours of all nodes: a slot for each initial half-edge
	hubs   *gen.PairSet // edges between nodes with more slots than short
	edges  []graph.Edge
	closed *closed // triangles
	watch  *gen.Watch
	r      *rand.Rand
}

// unfinished is the state of a node. It is stored contiguously, since cache misses dominate on
// large graphs.
type unfinished struct {
	first int      // first slot
	has   int32    // neighbours so far
	stubs int32    // remaining half-edges
	class int32    // while joining within classes
	gone  [2]int32 // half-edges in ofAll and ofClass that were used elsewhere
}

// short is the longest list that is searched faster than a map.
const short = 32

func newSketch(degrees []int32, wanted int, w *gen.Watch, r *rand.Rand) *sketch {
	s := &sketch{nodes: make([]unfinished, len(degrees)), hubs: gen.NewPairSet(0), watch: w, r: r}
	places := 0
	for u, k := range degrees {
		s.nodes[u] = unfinished{first: places, stubs: k}
		places += int(k)
	}
	s.places = make([]int32, places)
	s.edges = make([]graph.Edge, 0, places/2)
	s.closed = newClosed(places/2, wanted)
	return s
}

// neighbours returns a node's current neighbours.
func (s *sketch) neighbours(u int32) []int32 {
	n := &s.nodes[u]
	return s.places[n.first : n.first+int(n.has)]
}

// joined reports whether two nodes are adjacent.
func (s *sketch) joined(u, v int32) bool {
	few, other := s.neighbours(u), v
	if list := s.neighbours(v); len(list) < len(few) {
		few, other = list, u
	}
	if len(few) <= short {
		return slices.Contains(few, other)
	}
	return s.hubs.Has(graph.Edge{U: min(u, v), V: max(u, v)})
}

// join joins half-edges of u and v, if both have one and are not adjacent.
func (s *sketch) join(u, v int32) bool {
	if u == v || s.nodes[u].stubs == 0 || s.nodes[v].stubs == 0 || s.joined(u, v) {
		return false
	}
	if !s.enough() {
		s.wait(u, v)
	}
	e := graph.Edge{U: min(u, v), V: max(u, v)}
	s.edges = append(s.edges, e)
	if s.room(u) > short && s.room(v) > short {
		s.hubs.Add(e)
	}
	for _, ends := range [2][2]int32{{u, v}, {v, u}} {
		n := &s.nodes[ends[0]]
		s.places[n.first+int(n.has)] = ends[1]
		n.has++
		n.stubs--
	}
	return true
}

// room returns the number of slots of a node.
func (s *sketch) room(u int32) int32 { return s.nodes[u].has + s.nodes[u].stubs }

// joinPairs joins edges of the pairs, preferring nodes with many half-edges.
func (s *sketch) joinPairs(pairs []pair, edges int) {
	type keyed struct {
		key float64
		at  int
	}
	keys := make([]keyed, 0, len(pairs))
	s.watch.Begin("joining near pairs")
	for i, p := range pairs {
		if s.watch.Ended(0, 0) {
			return
		}
		if w := float64(s.nodes[p.u].stubs) * float64(s.nodes[p.v].stubs); w > 0 {
			keys = append(keys, keyed{s.r.ExpFloat64() / w, i}) // ascending keys sample without replacement
		}
	}
	slices.SortFunc(keys, func(a, b keyed) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.at, b.at)) })
	for i, k := range keys {
		if edges <= 0 || s.watch.Ended(i, len(keys)) {
			return
		}
		if s.join(pairs[k.at].u, pairs[k.at].v) {
			edges--
		}
	}
}

// joinStubs joins random pairs of half-edges that are allowed.
func (s *sketch) joinStubs(edges int, allowed func(u, v int32) bool) {
	const rounds = 20
	s.watch.Begin("joining what is left")
	for i := 0; i < rounds && edges > 0 && s.watch.Err() == nil; i++ {
		var stubs []int32
		for u, n := range s.nodes {
			for range n.stubs {
				stubs = append(stubs, int32(u))
			}
		}
		s.r.Shuffle(len(stubs), func(i, j int) { stubs[i], stubs[j] = stubs[j], stubs[i] })
		for ; len(stubs) > 1 && edges > 0 && !s.watch.Ended(0, 0); stubs = stubs[2:] {
			if allowed(stubs[0], stubs[1]) && s.join(stubs[0], stubs[1]) {
				edges--
			}
		}
	}
}

// joinWithin joins pairs within classes. While triangles are missing, it prefers a neighbour's
// neighbour.
func (s *sketch) joinWithin(class []int32, edges int) {
	n, room := len(s.nodes), map[int32]int{} // half-edges of each class
	for u := range s.nodes {
		s.nodes[u].class, s.nodes[u].gone = class[u], [2]int32{}
		room[class[u]] += int(s.nodes[u].stubs)
	}
	all, own := &urn{ofAll, make([]int32, 0, len(s.places))}, map[int32]*urn{}
	for c, stubs := range room {
		own[c] = &urn{ofClass, make([]int32, 0, stubs)}
	}
	for u, n := range s.nodes {
		sameClass := own[n.class]
		for range n.stubs {
			all.stubs, sameClass.stubs = append(all.stubs, int32(u)), append(sameClass.stubs, int32(u))
		}
	}
	const patience = 20 // draws per edge
	idle := 0           // draws since the last edge or the last check that one is possible
	s.watch.Begin("joining far pairs")
	for tries, wanted := patience*edges, edges; edges > 0 && tries > 0 && !s.watch.Ended(wanted-edges, wanted); tries-- {
		if idle++; n > large && idle > max(n, len(all.stubs)) {
			if !s.joinable() {
				return
			}
			idle = 0
		}
		u, ok := s.draw(all)
		if !ok {
			return
		}
		sameClass := own[s.nodes[u].class]
		needed, v := !s.enough(), int32(0)
		if needed || n <= large {
			v, ok = s.beyond(u)
		}
		if needed && ok && s.join(u, v) {
			s.nodes[u].gone[ofClass]++
			s.nodes[v].gone[ofClass]++
			s.nodes[v].gone[ofAll]++
			edges--
			idle = 0
			continue
		}
		v, ok = s.draw(sameClass)
		switch {
		case ok && s.join(u, v):
			s.nodes[u].gone[ofClass]++
			s.nodes[v].gone[ofAll]++
			edges--
			idle = 0
		case ok:
			all.stubs, sameClass.stubs = append(all.stubs, u), append(sameClass.stubs, v)
		}
	}
}

// large is the number of nodes above which draws stop when no edge is possible and no triangles are
// sought once there are enough. Smaller graphs keep drawing, so that seeded releases stay the same.
const large = 1 << 16

// joinable reports whether two non-adjacent nodes of one class have half-edges.
func (s *sketch) joinable() bool {
	var left []int32
	for v, n := range s.nodes {
		if n.stubs == 0 {
			continue
		}
		for _, u := range left {
			if s.nodes[u].class == n.class && !s.joined(u, int32(v)) {
				return true
			}
		}
		left = append(left, int32(v))
	}
	return false
}

// beyond draws a neighbour's neighbour of the same class that has a half-edge.
func (s *sketch) beyond(u int32) (node int32, ok bool) {
	const tries = 8
	any := func(list []int32) int32 { return list[s.r.IntN(len(list))] }
	own, class := s.neighbours(u), s.nodes[u].class
	for i := 0; i < tries && len(own) > 0; i++ {
		v := any(s.neighbours(any(own)))
		if n := &s.nodes[v]; n.stubs > 0 && v != u && n.class == class && !s.joined(u, v) {
			return v, true
		}
	}
	return 0, false
}

// urn holds half-edges by node.
type urn struct {
	of    int // ofAll or ofClass
	stubs []int32
}

// Urns with a node's half-edges: of all nodes, and of its class.
const ofAll, ofClass = 0, 1

// draw removes a random half-edge from an urn.
func (s *sketch) draw(u *urn) (node int32, ok bool) {
	for len(u.stubs) > 0 {
		i, last := s.r.IntN(len(u.stubs)), len(u.stubs)-1
		node = u.stubs[i]
		u.stubs[i], u.stubs = u.stubs[last], u.stubs[:last]
		gone := &s.nodes[node].gone[u.of]
		if *gone == 0 {
			return node, true
		}
		*gone--
	}
	return 0, false
}

// closed counts the triangles that new edges close, up to a wanted number. Edges are counted in
// batches on all cores: neighbour lists only grow, so the common neighbours at the time of an edge
// can be found later. An upper bound is always known; when it reaches the wanted number, waiting
// edges are counted at once.
type closed struct {
	wanted  int
	counted int // triangles of counted edges
	most    int // upper bound for the waiting edges
	room    int // most waiting edges
	waiting []waiting
	marks   [][]uint64 // per worker: node bits, all 0 between counts
}

// waiting is an edge that is not counted yet. The hub is the end with more places for neighbours.
type waiting struct {
	hub, other   int32
	hubs, others int32 // neighbours at that time
}

func newClosed(edges, wanted int) *closed {
	const least = 1 << 16 // edges that are worth a parallel loop
	return &closed{wanted: wanted, room: max(least, edges/16)}
}

// enough reports whether the wanted number of triangles is reached.
func (s *sketch) enough() bool {
	c := s.closed
	if len(c.waiting) > 0 && (c.counted+c.most >= c.wanted || len(c.waiting) >= c.room) {
		s.count()
	}
	return c.counted >= c.wanted
}

// wait queues the edge that is about to join two nodes.
func (s *sketch) wait(u, v int32) {
	if s.room(u) < s.room(v) {
		u, v = v, u
	}
	e := waiting{u, v, s.nodes[u].has, s.nodes[v].has}
	s.closed.waiting = append(s.closed.waiting, e)
	s.closed.most += int(min(e.hubs, e.others))
}

// count counts the triangles of the waiting edges. It processes each hub's edges in order, marking
// the hub's neighbours as they were.
func (s *sketch) count() {
	c := s.closed
	slices.SortFunc(c.waiting, func(a, b waiting) int { return cmp.Or(cmp.Compare(a.hub, b.hub), cmp.Compare(a.hubs, b.hubs)) })
	for len(c.marks) < parallel.Most() { // the number of workers may change
		c.marks = append(c.marks, make([]uint64, len(s.nodes)/64+1))
	}
	counts := make([]int, len(c.marks))
	parallel.Blocks(len(c.waiting), 1<<12, func(worker, lo, hi int) {
		marks, count := c.marks[worker], 0
		if s.watch.Err() != nil {
			return // cancelled: the count is not needed
		}
		for edges := c.waiting[lo:hi]; len(edges) > 0; {
			hub := edges[0].hub
			all, marked := s.neighbours(hub), int32(0)
			for ; len(edges) > 0 && edges[0].hub == hub; edges = edges[1:] {
				e := edges[0]
				for _, w := range all[marked:e.hubs] {
					marks[w>>6] |= 1 << (w & 63)
				}
				marked = e.hubs
				for _, w := range s.neighbours(e.other)[:e.others] {
					count += int(marks[w>>6] >> (w & 63) & 1)
				}
			}
			for _, w := range all[:marked] {
				marks[w>>6] = 0
			}
		}
		counts[worker] += count
	})
	for _, count := range counts {
		c.counted += count
	}
	c.waiting, c.most = c.waiting[:0], 0
}
