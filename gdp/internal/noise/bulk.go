package noise

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"sync"
)

// bulk is a source of very many words: AES-256 in counter mode, for which
// processors have instructions. It has 2⁹⁶ places of 2³² blocks each, and no
// block twice.
type bulk struct{ block cipher.Block }

func newBulk(k Key) bulk {
	block, err := aes.NewCipher(k[:])
	if err != nil {
		panic(err) // AES takes keys of the length of a Key
	}
	return bulk{block}
}

// at opens the words of a place. Two places, or one under two keys, have no word
// in common that a computer could find.
func (b bulk) at(place [3]uint32) *words {
	var counter [aes.BlockSize]byte // the place, and the blocks that it has given
	for i, p := range place {
		binary.BigEndian.PutUint32(counter[4*i:], p)
	}
	w := pool.Get().(*words)
	w.stream, w.left = cipher.NewCTR(b.block, counter[:]), 0
	return w
}

// words are the words of a place, one after another.
type words struct {
	stream cipher.Stream
	many   [1 << 10]byte // room for those that addNormal takes at a time
	spare  [8 * 8]byte   // made ahead, used from the end
	left   int           // bytes of spare that are not used
}

// pool spares a row of a few numbers an allocation of a thousand bytes.
var pool = sync.Pool{New: func() any { return new(words) }}

// close ends the use of a place's words.
func (w *words) close() {
	w.stream = nil
	pool.Put(w)
}

var zeros [len(words{}.many)]byte // what is encrypted; only read

// fill makes as many bytes, up to the length of zeros.
func (w *words) fill(b []byte) { w.stream.XORKeyStream(b, zeros[:len(b)]) }

// next returns one word.
func (w *words) next() uint64 {
	if w.left == 0 {
		w.fill(w.spare[:])
		w.left = len(w.spare)
	}
	w.left -= 8
	return binary.LittleEndian.Uint64(w.spare[w.left:])
}
