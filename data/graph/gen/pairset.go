package gen

import "github.com/graphdp/graphdp/data/graph"

// PairSet is a set of edges with U < V: an open-addressing hash table, ten times as fast as a map.
type PairSet struct {
	slots []uint64 // a free slot is 0, that of a removed edge all ones
	shift uint
	size  int
	used  int // slots in use
}

const removed = ^uint64(0)

// NewPairSet returns a set with room for a number of edges, at most 2²⁷. The set grows if
// necessary.
func NewPairSet(room int) *PairSet { return pairSetOf(min(room, 1<<27)) }

func pairSetOf(room int) *PairSet {
	bits := uint(4)
	for 1<<bits < 2*room {
		bits++
	}
	return &PairSet{slots: make([]uint64, 1<<bits), shift: 64 - bits}
}

// slot returns the slot of an edge, or the free slot where it belongs.
func (s *PairSet) slot(e graph.Edge) (i int, key uint64) {
	key = uint64(e.U)<<32 | uint64(e.V) // V > U ≥ 0, so the key is not 0
	mask := len(s.slots) - 1
	for i = int(key * 0x9E3779B97F4A7C15 >> s.shift); s.slots[i] != 0 && s.slots[i] != key; {
		i = (i + 1) & mask
	}
	return i, key
}

// Add adds an edge, and reports whether it is new.
func (s *PairSet) Add(e graph.Edge) bool {
	i, key := s.slot(e)
	if s.slots[i] == key {
		return false
	}
	s.slots[i] = key
	s.size++
	if s.used++; 4*s.used > 3*len(s.slots) {
		s.renew()
	}
	return true
}

// renew rebuilds the table without slots of removed edges.
func (s *PairSet) renew() {
	old := s.slots
	*s = *pairSetOf(s.size)
	for _, key := range old {
		if key != 0 && key != removed {
			s.Add(graph.Edge{U: int32(key >> 32), V: int32(key)})
		}
	}
}

// Has reports whether an edge is in the set.
func (s *PairSet) Has(e graph.Edge) bool {
	i, key := s.slot(e)
	return s.slots[i] == key
}

// Remove removes an edge that is in the set.
func (s *PairSet) Remove(e graph.Edge) {
	i, _ := s.slot(e)
	s.slots[i] = removed
	s.size--
}
