package graphio

import "math/bits"

// smallIDs is the number of integers 0, 1, … that an [idSet] may hold: 8 MiB of bits.
const smallIDs = 1 << 26

// idSet is a set of small integers that knows the rank of each.
type idSet struct {
	words  []uint64
	before []int32 // members in the words before, once ranked
	count  int     // members, once ranked
}

func (s *idSet) add(id int32) {
	at := int(id >> 6)
	if at >= len(s.words) {
		s.grow(at + 1)
	}
	s.words[at] |= 1 << (id & 63)
}

func (s *idSet) grow(size int) { s.words = append(s.words, make([]uint64, size-len(s.words))...) }

// union adds the members of t.
func (s *idSet) union(t *idSet) {
	s.grow(max(len(s.words), len(t.words)))
	for i, word := range t.words {
		s.words[i] |= word
	}
}

// index counts the members, which [idSet.rank] needs.
func (s *idSet) index() {
	s.before, s.count = make([]int32, len(s.words)), 0
	for i, word := range s.words {
		s.before[i] = int32(s.count)
		s.count += bits.OnesCount64(word)
	}
}

// rank returns the number of members below id, which is a member.
func (s *idSet) rank(id int32) int32 {
	return s.before[id>>6] + int32(bits.OnesCount64(s.words[id>>6]&(1<<(id&63)-1)))
}

// dense reports whether the members are 0 … count-1.
func (s *idSet) dense() bool {
	list := s.members()
	return len(list) == 0 || list[len(list)-1] == int64(len(list)-1)
}

// members lists the set in ascending order.
func (s *idSet) members() []int64 {
	list := make([]int64, 0, s.count)
	for i, word := range s.words {
		for ; word != 0; word &= word - 1 {
			list = append(list, int64(i<<6+bits.TrailingZeros64(word)))
		}
	}
	return list
}
