package noise

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"sync"
)

// bulk is a fast source of random words: AES-256 in counter mode, which processors support in
// hardware. It has 2⁹⁶ places of 2³² blocks each, and no block repeats.
type bulk struct{ block cipher.Block }

func newBulk(k Key) bulk {
	block, err := aes.NewCipher(k[:])
	if err != nil {
		panic(err) // the length of a Key is a valid AES key length
	}
	return bulk{block}
}

// at returns the words of a place. The words of different places or keys are computationally
// independent.
func (b bulk) at(place [3]uint32) *words {
	var counter [aes.BlockSize]byte // the place, then the block counter
	for i, p := range place {
		binary.BigEndian.PutUint32(counter[4*i:], p)
	}
	w := pool.Get().(*words)
	w.stream, w.left = cipher.NewCTR(b.block, counter[:]), 0
	return w
}

// words is the sequence of words of a place.
type words struct {
	stream cipher.Stream
	many   [1 << 10]byte // buffer of addNormal
	spare  [8 * 8]byte   // generated ahead, used from the end
	left   int           // unused bytes of spare
}

// pool avoids allocating a kilobyte for each short row.
var pool = sync.Pool{New: func() any { return new(words) }}

// close returns w to the pool.
func (w *words) close() {
	w.stream = nil
	pool.Put(w)
}

var zeros [len(words{}.many)]byte // plaintext; never written

// fill generates len(b) bytes, at most len(zeros).
func (w *words) fill(b []byte) { w.stream.XORKeyStream(b, zeros[:len(b)]) }

// next returns the next word.
func (w *words) next() uint64 {
	if w.left == 0 {
		w.fill(w.spare[:])
		w.left = len(w.spare)
	}
	w.left -= 8
	return binary.LittleEndian.Uint64(w.spare[w.left:])
}
