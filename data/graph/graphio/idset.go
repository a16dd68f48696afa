package graphio

import "math/bits"

// idSet is a set of integers 0 … MaxInt32 that knows the rank of each: a bitmap
// in pages, so that a few large ids take little memory.
type idSet struct {
	pages []*idPage
	count int // members, once ranked
}

const (
	pageWords = 64
	pageShift = 12 // 64 words of 64 bits
)

type idPage struct {
	bits   [pageWords]uint64
	before [pageWords]int32 // members in the words before, in this page and those before
}

func (s *idSet) add(id int32) {
	p := int(uint32(id) >> pageShift)
	if p >= len(s.pages) || s.pages[p] == nil {
		s.grow(p)
	}
	s.pages[p].bits[id>>6&(pageWords-1)] |= 1 << (id & 63)
}

func (s *idSet) grow(p int) {
	for p >= len(s.pages) {
		s.pages = append(s.pages, make([]*idPage, p+1-len(s.pages))...)
	}
	s.pages[p] = new(idPage)
}

// union adds the members of t.
func (s *idSet) union(t *idSet) {
	for p, page := range t.pages {
		if page == nil {
			continue
		}
		if p >= len(s.pages) || s.pages[p] == nil {
			s.grow(p)
		}
		for i, word := range page.bits {
			s.pages[p].bits[i] |= word
		}
	}
}

// index counts the members, which [idSet.rank] needs.
func (s *idSet) index() {
	s.count = 0
	for _, page := range s.pages {
		if page == nil {
			continue
		}
		for i, word := range page.bits {
			page.before[i] = int32(s.count)
			s.count += bits.OnesCount64(word)
		}
	}
}

// rank returns the number of members below id, which is a member.
func (s *idSet) rank(id int32) int32 {
	page := s.pages[uint32(id)>>pageShift]
	w := id >> 6 & (pageWords - 1)
	return page.before[w] + int32(bits.OnesCount64(page.bits[w]&(1<<(id&63)-1)))
}

// dense reports whether the members are 0 … count-1.
func (s *idSet) dense() bool {
	for p := len(s.pages) - 1; p >= 0; p-- {
		if page := s.pages[p]; page != nil {
			for i := pageWords - 1; i >= 0; i-- {
				if word := page.bits[i]; word != 0 {
					largest := p<<pageShift + i<<6 + bits.Len64(word) - 1
					return s.count == largest+1
				}
			}
		}
	}
	return true
}

// members lists the set in ascending order.
func (s *idSet) members() []int64 {
	list := make([]int64, 0, s.count)
	for p, page := range s.pages {
		if page == nil {
			continue
		}
		for i, word := range page.bits {
			for ; word != 0; word &= word - 1 {
				list = append(list, int64(p<<pageShift+i<<6+bits.TrailingZeros64(word)))
			}
		}
	}
	return list
}
