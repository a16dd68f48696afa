package noise

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// Key is the secret from which all randomness of a session is derived. Whoever knows it can remove
// the noise.
type Key [32]byte

// NewKey draws a key from the operating system's cryptographic generator.
func NewKey() (Key, error) {
	var k Key
	if _, err := rand.Read(k[:]); err != nil {
		return Key{}, fmt.Errorf("noise: no key from the operating system: %w", err)
	}
	return k, nil
}

// SeededKey returns the key of a reproducible session. It is as easy to guess as the seed, so its
// noise protects nobody.
func SeededKey(seed uint64) Key {
	return derive(Key{}, purposeSeed, binary.LittleEndian.AppendUint64(nil, seed))
}

// PublicStream returns a public stream of a journal, derived from the random text in the journal's
// header. Every process with the journal gets the same stream. The text is not a session key and no
// key is derived from it, so the stream reveals nothing about any noise.
func PublicStream(journal, label string) *Stream {
	return newStream(derive(derive(Key{}, purposeJournal, []byte(journal)), purposePublic, []byte(label)))
}

// Kind is the purpose of a stream. Streams of different kinds are independent, whatever their
// labels.
type Kind byte

const (
	Public  Kind = iota + 1 // public: initial weights, shuffles, partitions
	Release                 // the noise of one release
	Sample                  // the samples of records in training steps
	Step                    // the noise of training steps
)

// Stream returns the stream of a kind and a label. The same key, kind and label give the same
// stream from the start, so use each label once: two releases with the same noise reveal their
// difference.
//
// Stream panics on a zero key or an unknown kind. Both are bugs in the calling program, which would
// release data under noise that everyone knows.
func (k Key) Stream(kind Kind, label string) *Stream {
	k.check()
	p, ok := map[Kind]purpose{Public: purposePublic, Release: purposeRelease, Sample: purposeSample, Step: purposeStep}[kind]
	if !ok {
		panic(fmt.Sprintf("noise: a stream of kind %d", kind))
	}
	return newStream(derive(k, p, []byte(label)))
}

func (k Key) check() {
	if k == (Key{}) {
		panic("noise: the zero key")
	}
}

// Within derives another key for one part of what k is for. Its streams differ from those of k,
// whatever their labels.
func (k Key) Within(part string) Key {
	k.check()
	return derive(k, purposeWithin, []byte(part))
}

// Format keeps keys out of logs and error messages, whichever verb is used.
func (Key) Format(f fmt.State, _ rune) { _, _ = fmt.Fprint(f, "noise.Key(secret)") }

// A purpose distinguishes the uses of one key.
type purpose byte

const (
	purposeSeed purpose = iota + 1
	purposePublic
	purposeRelease
	_ // of a removed kind of stream; keeps the other numbers
	purposeSample
	purposeStep
	purposeWithin
	purposeJournal
)

const domain = "graphdp noise 1\x00" // 16 bytes; change the number with the version of this package

// derive derives a key: SHA-256 of the domain, the key, the purpose and the detail. The first three
// have a fixed length, so different inputs never coincide.
func derive(k Key, p purpose, detail []byte) Key {
	b := make([]byte, 0, 96)
	b = append(b, domain...)
	b = append(b, k[:]...)
	b = append(b, byte(p))
	return sha256.Sum256(append(b, detail...))
}
