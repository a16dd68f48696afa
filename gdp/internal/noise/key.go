package noise

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// Key is the secret that all the randomness of a session comes from. Who knows
// it can take the noise away again.
type Key [32]byte

// NewKey draws a key from the operating system's cryptographic generator.
func NewKey() (Key, error) {
	var k Key
	if _, err := rand.Read(k[:]); err != nil {
		return Key{}, fmt.Errorf("noise: no key from the operating system: %w", err)
	}
	return k, nil
}

// SeededKey returns the key of a reproducible session. It is as easy to guess as the
// seed: what is drawn from it does not protect anyone.
func SeededKey(seed uint64) Key {
	return derive(Key{}, purposeSeed, binary.LittleEndian.AppendUint64(nil, seed))
}

// PublicStream opens a public stream of a journal, from the random text that the journal was begun
// with. Every process that has the journal opens the same stream. The text is no session's key and
// no key is derived from it, so that the stream says nothing about any noise.
func PublicStream(journal, label string) *Stream {
	return newStream(derive(derive(Key{}, purposeJournal, []byte(journal)), purposePublic, []byte(label)))
}

// Kind says what a stream is used for. Streams of different kinds share nothing,
// whatever their labels are.
type Kind byte

const (
	Public  Kind = iota + 1 // may be known to everyone: initial weights, shuffles, partitions
	Release                 // the noise of one release
	Sample                  // which records take part in the steps of a training
	Step                    // the noise of the steps of a training
)

// Stream opens the stream of a kind and a label. The same three give the same
// stream from its beginning, so a label must be used once: two releases with
// the same noise reveal their difference.
//
// A zero key or an unknown kind is a bug in the calling program, which would
// release data under noise that everyone knows; Stream panics.
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

// Within returns another key, for one part of what this one is for: its streams are different ones,
// whatever their labels are.
func (k Key) Within(part string) Key {
	k.check()
	return derive(k, purposeWithin, []byte(part))
}

// Format keeps a key out of logs and error texts, whatever the verb.
func (Key) Format(f fmt.State, _ rune) { _, _ = fmt.Fprint(f, "noise.Key(secret)") }

// A purpose distinguishes the uses of one key.
type purpose byte

const (
	purposeSeed purpose = iota + 1
	purposePublic
	purposeRelease
	_ // of streams that are gone; the numbers of the others stay
	purposeSample
	purposeStep
	purposeWithin
	purposeJournal
)

const domain = "graphdp noise 1\x00" // 16 bytes; another version of this package has another number

// derive makes a key from a key: SHA-256 of the domain, the key, the purpose and
// the detail. The first three have a fixed length, so no two inputs coincide.
func derive(k Key, p purpose, detail []byte) Key {
	b := make([]byte, 0, 96)
	b = append(b, domain...)
	b = append(b, k[:]...)
	b = append(b, byte(p))
	return sha256.Sum256(append(b, detail...))
}
