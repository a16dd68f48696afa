package checkpoint

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
)

// streams are public random streams with known positions: the number of words drawn from each. A
// reopened stream skips these words.
type streams struct {
	open func(label string) *rand.Rand // the same in every process that continues the run
	all  map[string]*stream
}

// stream counts the drawn words.
type stream struct {
	source rand.Source
	drawn  uint64
}

// Uint64 implements [rand.Source].
func (s *stream) Uint64() uint64 {
	s.drawn++
	return s.source.Uint64()
}

// seeded opens the streams of a run without a session.
func seeded(method string, seed uint64) func(label string) *rand.Rand {
	return func(label string) *rand.Rand {
		return rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "%s %d %s", method, seed, label))))
	}
}

func (s *streams) new(label string) *rand.Rand {
	if s.all == nil {
		s.all = make(map[string]*stream)
	}
	s.all[label] = &stream{source: s.open(label)}
	return rand.New(s.all[label])
}

// drawn returns the number of words drawn from each stream.
func (s *streams) drawn() map[string]uint64 {
	n := make(map[string]uint64)
	for label, x := range s.all {
		n[label] = x.drawn
	}
	return n
}

// skip restores the positions of the streams, and reports whether they are the stored streams.
func (s *streams) skip(saved map[string]uint64) bool {
	for label, x := range s.all {
		n, ok := saved[label]
		if !ok || n < x.drawn {
			return false
		}
		for x.drawn < n {
			x.Uint64()
		}
	}
	return len(saved) == len(s.all)
}
