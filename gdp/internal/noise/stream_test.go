package noise

import (
	"encoding/binary"
	"math/bits"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// open returns the stream that the tests draw from.
func open(label string) *Stream { return SeededKey(20).Stream(Release, label) }

// A saved stream continues where it stood.
func TestStreamResumes(t *testing.T) {
	s := open("resume")
	for draws := range 100 {
		state := must.Get(s.MarshalBinary())(t)
		var r Stream
		must.Do(t, r.UnmarshalBinary(state))
		for range draws {
			if a, b := s.Uint64(), r.Uint64(); a != b {
				t.Fatalf("after %d draws comes %x, restored %x", draws, a, b)
			}
		}
	}
	good := must.Get(s.MarshalBinary())(t)
	for _, bad := range [][]byte{nil, good[:10], good[:len(good)-1], append([]byte{99}, good[1:]...)} {
		if err := new(Stream).UnmarshalBinary(bad); err == nil {
			t.Errorf("a state of %d bytes is accepted", len(bad))
		}
	}
}

// Rand reads the stream itself.
func TestRandReadsTheStream(t *testing.T) {
	a, b := open("rand"), open("rand")
	r := a.Rand()
	for i := range 100 {
		if x, y := r.Uint64(), b.Uint64(); x != y {
			t.Fatalf("word %d is %x, of the stream %x", i, x, y)
		}
	}
	if a.Uint64() != b.Uint64() {
		t.Error("what Rand drew is drawn again")
	}
}

// Numbers below n are uniform for an n that makes the multiplication without
// rejection prefer every third value by two to one.
func TestBelow(t *testing.T) {
	const n, draws, alpha = 3 << 62, 30_000, 1e-9
	s := open("below")
	right, biased := make([]int, 3), make([]int, 3)
	for range draws {
		right[s.below(n)%3]++
		hi, _ := bits.Mul64(s.Uint64(), n)
		biased[hi%3]++
	}
	third := []float64{1. / 3, 1. / 3, 1. / 3}
	if !stattest.ChiSquare(right, third, alpha) || stattest.ChiSquare(biased, third, alpha) {
		t.Errorf("remainders %v, or the bias %v not noticed", right, biased)
	}
	die := make([]int, 6)
	for range draws {
		die[s.below(6)]++
	}
	if !stattest.ChiSquare(die, []float64{1. / 6, 1. / 6, 1. / 6, 1. / 6, 1. / 6, 1. / 6}, alpha) {
		t.Errorf("a die falls %v", die)
	}
}

// Fill sets every entry to the noise of Add.
func (s *Stream) Fill(dst []float32, sd float64) error {
	clear(dst)
	return s.Add(dst, sd)
}

// At opens the stream of a place below this one, which draws do not change.
func (s *Stream) At(place ...uint64) *Stream {
	b := make([]byte, 0, 64)
	for _, i := range place {
		b = binary.LittleEndian.AppendUint64(b, i)
	}
	return newStream(derive(s.key, 99, b))
}

// Flush collects every row of a table.
func (l *Lazy) Flush(table []float32) error {
	for row := range l.seen {
		if err := l.Collect(row, table[row*l.width:(row+1)*l.width]); err != nil {
			return err
		}
	}
	return nil
}
