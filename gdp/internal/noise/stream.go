package noise

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// Stream is a sequence of random words: ChaCha8, keyed by a [Key]. It is not
// safe for concurrent use.
type Stream struct {
	key  Key
	src  rand.ChaCha8
	drop uint // unused bits of each word in exact samplers; 0 except in tests
}

func newStream(k Key) *Stream {
	s := &Stream{key: k}
	s.src.Seed(k)
	return s
}

// Uint64 returns the next 64 bits.
func (s *Stream) Uint64() uint64 { return s.src.Uint64() }

// Rand returns a generator that reads from the stream. Both share the position.
func (s *Stream) Rand() *rand.Rand { return rand.New(s) }

// fork draws a key from the stream.
func (s *Stream) fork() (k Key) {
	for i := 0; i < len(k); i += 8 {
		binary.LittleEndian.PutUint64(k[i:], s.src.Uint64())
	}
	return k
}

// below draws uniformly from 0 … n-1.
func (s *Stream) below(n uint64) uint64 {
	hi, lo := bits.Mul64(s.src.Uint64(), n)
	if lo < n {
		for t := -n % n; lo < t; {
			hi, lo = bits.Mul64(s.src.Uint64(), n)
		}
	}
	return hi
}

// Format keeps streams out of logs and error messages, whichever verb is used.
func (Stream) Format(f fmt.State, _ rune) { _, _ = fmt.Fprint(f, "noise.Stream(secret)") }

// MarshalBinary saves the stream with its position. Keep the bytes as secret as the key.
func (s *Stream) MarshalBinary() ([]byte, error) {
	b := append([]byte{streamVersion}, s.key[:]...)
	return s.src.AppendBinary(b)
}

// UnmarshalBinary restores a saved stream.
func (s *Stream) UnmarshalBinary(data []byte) error {
	var saved Stream
	if len(data) < 1+len(saved.key) || data[0] != streamVersion {
		return errors.New("noise: not the saved state of a stream")
	}
	copy(saved.key[:], data[1:])
	if err := saved.src.UnmarshalBinary(data[1+len(saved.key):]); err != nil {
		return fmt.Errorf("noise: the saved state of a stream: %w", err)
	}
	*s = saved
	return nil
}

const streamVersion = 1
