package noise

import (
	"crypto/aes"
	"encoding/binary"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// The words of a place are the cipher's images of the place and the numbers of its blocks, in any
// order of requests.
func TestWordsOfAPlace(t *testing.T) {
	key := open("bulk").fork()
	block := must.Get(aes.NewCipher(key[:]))(t)
	const blocks = 300
	for _, place := range [][3]uint32{{}, {0, 0, 1}, {1, 2, 3}, {1<<32 - 1, 1<<32 - 1, 1<<32 - 1}} {
		want := make([]byte, 0, 16*blocks)
		for i := range uint32(blocks) {
			var in, out [16]byte
			for j, p := range append(place[:], i) {
				binary.BigEndian.PutUint32(in[4*j:], p)
			}
			block.Encrypt(out[:], in[:])
			want = append(want, out[:]...)
		}
		w, got := newBulk(key).at(place), make([]byte, 0, len(want))
		for _, n := range []int{8, 1000, 64, 16, 1, 7, len(zeros), 1000} {
			part := make([]byte, n)
			w.fill(part)
			got = append(got, part...)
		}
		w.close()
		if string(got) != string(want[:len(got)]) {
			t.Errorf("place %v has other words", place)
		}
		one := newBulk(key).at(place)
		for i := range 3 * len(one.spare) / 8 { // each piece of spare words is used from its end
			piece, at := i/8*64, 56-i%8*8
			if word := one.next(); word != binary.LittleEndian.Uint64(want[piece+at:]) {
				t.Errorf("place %v: word %d is %x", place, i, word)
			}
		}
	}
}

// Places that differ in one part, and one place under two keys, share no word.
func TestPlacesShareNothing(t *testing.T) {
	s := open("places")
	one, two := newBulk(s.fork()), newBulk(s.fork())
	seen := map[uint64]string{}
	for name, w := range map[string]*words{
		"0 0 0": one.at([3]uint32{0, 0, 0}), "0 0 1": one.at([3]uint32{0, 0, 1}), "0 1 0": one.at([3]uint32{0, 1, 0}), "1 0 0": one.at([3]uint32{1, 0, 0}),
		"0 0 1<<31": one.at([3]uint32{0, 0, 1 << 31}), "another key": two.at([3]uint32{0, 0, 0}),
	} {
		for range 1000 {
			word := w.next()
			if other, ok := seen[word]; ok {
				t.Fatalf("%q and %q share the word %x", name, other, word)
			}
			seen[word] = name
		}
	}
}

// No two chunks of a long vector and no two rows of a table begin with the same noise.
func TestChunksAndRowsDiffer(t *testing.T) {
	const chunks, rows, width = 1 << 9, 1 << 17, 2
	long := make([]float32, chunks*chunk)
	must.Do(t, open("chunks").Fill(long, 1))
	table, l := make([]float32, rows*width), lazy(t, "rows", rows, width, 1)
	advance(t, l, 1)
	must.Do(t, l.Flush(table))
	for what, x := range map[string]struct {
		values []float32
		stride int
	}{"chunk": {long, chunk}, "row": {table, width}} {
		seen := map[[2]float32]int{}
		for i := 0; i < len(x.values); i += x.stride {
			start := [2]float32(x.values[i:])
			if first, ok := seen[start]; ok {
				t.Fatalf("%ss %d and %d begin with %v", what, first/x.stride, i/x.stride, start)
			}
			seen[start] = i
		}
	}
}
