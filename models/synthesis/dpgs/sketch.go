package dpgs

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
)

// drawSimilar draws a graph of given degrees, numbers of edges of each kind and triangles: the
// nearest pairs first, far pairs of one class, far pairs of two, then what is left of the edges,
// as far as stubs allow. Far pairs of one class are a neighbour's neighbours while
// triangles are wanting; exchanges of edges make the rest. It reads nothing private.
func drawSimilar(l *likeness, degrees []int32, edges []float64, triangles float64, r *rand.Rand) (*graph.Graph, error) {
	s := newSketch(degrees, whole(triangles), r)
	far := l.kinds() - 2
	total := 0.0
	for _, x := range edges {
		total += x
	}
	for k, list := range l.list()[:far] {
		s.joinPairs(list, whole(edges[k]))
	}
	s.joinWithin(l.class, whole(edges[far]))
	s.joinStubs(whole(edges[far+1]), func(u, v int32) bool { return l.class[u] != l.class[v] })
	s.joinStubs(whole(total)-len(s.edges), func(u, v int32) bool { return true })
	g, _, err := graph.FromEdges(len(degrees), s.edges, graph.Options{})
	if err != nil {
		return nil, err
	}
	return gen.Close(g, whole(triangles), r)
}

// whole rounds a noisy count.
func whole(x float64) int { return int(math.Round(max(0, min(x, 1<<40)))) }

// sketch is a graph in the making. A node has as many stubs as it is to get edges still.
type sketch struct {
	stubs     []int32
	first     []int        // place of the neighbours of each node
	places    []int32      // as many for a node as it has stubs at the start, in the order of nodes
	hubs      *gen.PairSet // edges between nodes with more places than a short list has
	edges     []graph.Edge
	wanted    int      // triangles
	triangles int      // so far, until there are as many as wanted
	marks     []uint64 // bits of nodes, all 0 but while common neighbours are counted
	r         *rand.Rand
}

// short is the length of a list that is searched faster than a map.
const short = 32

func newSketch(degrees []int32, wanted int, r *rand.Rand) *sketch {
	s := &sketch{stubs: slices.Clone(degrees), first: make([]int, len(degrees)+1), hubs: gen.NewPairSet(0), wanted: wanted, marks: make([]uint64, len(degrees)/64+1), r: r}
	for u, k := range degrees {
		s.first[u+1] = s.first[u] + int(k)
	}
	s.places = make([]int32, s.first[len(degrees)])
	s.edges = make([]graph.Edge, 0, len(s.places)/2)
	return s
}

// neighbours lists those that a node has so far.
func (s *sketch) neighbours(u int32) []int32 {
	return s.places[s.first[u] : s.first[u+1]-int(s.stubs[u])]
}

// joined reports whether there is an edge between two nodes.
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

// join makes an edge of a stub of u and one of v, if they have one and no edge yet.
func (s *sketch) join(u, v int32) bool {
	if u == v || s.stubs[u] == 0 || s.stubs[v] == 0 || s.joined(u, v) {
		return false
	}
	if s.triangles < s.wanted {
		s.triangles += s.common(u, v)
	}
	e := graph.Edge{U: min(u, v), V: max(u, v)}
	s.edges = append(s.edges, e)
	if s.long(u) && s.long(v) {
		s.hubs.Add(e)
	}
	for _, ends := range [2][2]int32{{u, v}, {v, u}} {
		s.places[s.first[ends[0]+1]-int(s.stubs[ends[0]])] = ends[1]
		s.stubs[ends[0]]--
	}
	return true
}

// common counts the common neighbours of two nodes. A look at each of many neighbours costs less
// than searches for a few, if marks say which these are.
func (s *sketch) common(u, v int32) (count int) {
	const cheaper = 256 // times, than a search, which waits for memory
	if len(s.neighbours(u)) > len(s.neighbours(v)) {
		u, v = v, u
	}
	few, many := s.neighbours(u), s.neighbours(v)
	if len(many) > cheaper*len(few) {
		for _, w := range few {
			if s.joined(w, v) {
				count++
			}
		}
		return count
	}
	for _, w := range few {
		s.marks[w>>6] |= 1 << (w & 63)
	}
	for _, w := range many {
		count += int(s.marks[w>>6] >> (w & 63) & 1)
	}
	for _, w := range few {
		s.marks[w>>6] = 0
	}
	return count
}

// long reports whether a node has room for more neighbours than a short list has.
func (s *sketch) long(u int32) bool { return s.first[u+1]-s.first[u] > short }

// joinPairs joins a number of the pairs, with probabilities that grow with the stubs of their
// nodes.
func (s *sketch) joinPairs(pairs []pair, edges int) {
	type keyed struct {
		key float64
		at  int
	}
	keys := make([]keyed, 0, len(pairs))
	for i, p := range pairs {
		if w := float64(s.stubs[p.u]) * float64(s.stubs[p.v]); w > 0 {
			keys = append(keys, keyed{s.r.ExpFloat64() / w, i}) // in this order: draws without replacement
		}
	}
	slices.SortFunc(keys, func(a, b keyed) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.at, b.at)) })
	for _, k := range keys {
		if edges <= 0 {
			return
		}
		if s.join(pairs[k.at].u, pairs[k.at].v) {
			edges--
		}
	}
}

// joinStubs joins a number of pairs of stubs that are allowed.
func (s *sketch) joinStubs(edges int, allowed func(u, v int32) bool) {
	const rounds = 20
	for i := 0; i < rounds && edges > 0; i++ {
		var stubs []int32
		for u, k := range s.stubs {
			for range k {
				stubs = append(stubs, int32(u))
			}
		}
		s.r.Shuffle(len(stubs), func(i, j int) { stubs[i], stubs[j] = stubs[j], stubs[i] })
		for ; len(stubs) > 1 && edges > 0; stubs = stubs[2:] {
			if allowed(stubs[0], stubs[1]) && s.join(stubs[0], stubs[1]) {
				edges--
			}
		}
	}
}

// joinWithin joins a number of pairs of one class. While there are fewer triangles than wanted, a
// node gets a neighbour's neighbour, if one is free.
func (s *sketch) joinWithin(class []int32, edges int) {
	n := len(s.stubs)
	all, own, gone := &urn{stubs: make([]int32, 0, len(s.places)), gone: make([]int32, n)}, map[int32]*urn{}, make([]int32, n)
	for u, k := range s.stubs {
		if own[class[u]] == nil {
			own[class[u]] = &urn{gone: gone} // a node is in one class
		}
		for range k {
			all.stubs, own[class[u]].stubs = append(all.stubs, int32(u)), append(own[class[u]].stubs, int32(u))
		}
	}
	const patience = 20 // draws an edge
	idle := 0           // draws since the last edge, or since one was known to be possible
	for tries := patience * edges; edges > 0 && tries > 0; tries-- {
		if idle++; n > large && idle > max(n, len(all.stubs)) {
			if !s.joinable(class) {
				return
			}
			idle = 0
		}
		u, ok := all.draw(s.r)
		if !ok {
			return
		}
		mates := own[class[u]]
		wanting, v := s.triangles < s.wanted, int32(0)
		if wanting || n <= large {
			v, ok = s.beyond(u, class)
		}
		if wanting && ok && s.join(u, v) {
			all.gone[v]++
			mates.gone[u]++
			mates.gone[v]++
			edges--
			idle = 0
			continue
		}
		v, ok = mates.draw(s.r)
		switch {
		case ok && s.join(u, v):
			all.gone[v]++
			mates.gone[u]++
			edges--
			idle = 0
		case ok:
			all.stubs, mates.stubs = append(all.stubs, u), append(mates.stubs, v)
		}
	}
}

// large is how many nodes a graph has from which on draws end where no edge is possible, and no
// triangles are looked for once there are enough. Smaller ones draw on in vain, so that a seed's
// release stays as it was.
const large = 1 << 16

// joinable reports whether two nodes of one class that have stubs have no edge yet.
func (s *sketch) joinable(class []int32) bool {
	var left []int32
	for v, k := range s.stubs {
		if k == 0 {
			continue
		}
		for _, u := range left {
			if class[u] == class[v] && !s.joined(u, int32(v)) {
				return true
			}
		}
		left = append(left, int32(v))
	}
	return false
}

// beyond draws a neighbour's neighbour of the same class that has a stub.
func (s *sketch) beyond(u int32, class []int32) (node int32, ok bool) {
	const tries = 8
	any := func(u int32) int32 { return s.neighbours(u)[s.r.IntN(len(s.neighbours(u)))] }
	for i := 0; i < tries && len(s.neighbours(u)) > 0; i++ {
		if v := any(any(u)); s.stubs[v] > 0 && v != u && class[v] == class[u] && !s.joined(u, v) {
			return v, true
		}
	}
	return 0, false
}

// urn holds stubs, by their nodes.
type urn struct {
	stubs []int32
	gone  []int32 // of a node: stubs in the urn that were used elsewhere
}

// draw takes a stub out.
func (u *urn) draw(r *rand.Rand) (node int32, ok bool) {
	for len(u.stubs) > 0 {
		i, last := r.IntN(len(u.stubs)), len(u.stubs)-1
		node = u.stubs[i]
		u.stubs[i], u.stubs = u.stubs[last], u.stubs[:last]
		if u.gone[node] == 0 {
			return node, true
		}
		u.gone[node]--
	}
	return 0, false
}
