package privdpr

import (
	"slices"
)

// transitions is the score matrix S in sparse form: one key for each time that i drew j. It takes
// 400 MB for 10⁶ nodes and 50 steps, where dense S takes 8 TB.
type transitions struct {
	keys []uint64 // smaller id, larger id (31 bits each), and which of them drew
}

// add counts a draw of j by i; it ignores the diagonal.
func (s *transitions) add(i, j int32) {
	switch {
	case i < j:
		s.keys = append(s.keys, uint64(i)<<32|uint64(j)<<1)
	case j < i:
		s.keys = append(s.keys, uint64(j)<<32|uint64(i)<<1|1)
	}
}

// scored is a pair of nodes, u < v, with its score.
type scored struct {
	u, v  int32
	score int32
}

// symmetric returns the pairs with s_ij > 0 in ascending order, where s_ij is the maximum of the
// counts in both directions, or their sum. It consumes s.
func (s *transitions) symmetric(sum bool) []scored {
	slices.Sort(s.keys)
	distinct := 0
	for k, key := range s.keys {
		if k == 0 || key>>1 != s.keys[k-1]>>1 {
			distinct++
		}
	}
	pairs := make([]scored, 0, distinct)
	for k := 0; k < len(s.keys); {
		p := s.keys[k] >> 1
		var count [2]int32 // drawn by the smaller node, by the larger
		for ; k < len(s.keys) && s.keys[k]>>1 == p; k++ {
			count[s.keys[k]&1]++
		}
		score := max(count[0], count[1]) // [PRIVDPR25] Appendix A, s_ij = s_ji = max(s_ij, s_ji)
		if sum {
			score = count[0] + count[1]
		}
		pairs = append(pairs, scored{int32(p >> 31), int32(p & (1<<31 - 1)), score})
	}
	s.keys = nil
	return pairs
}
