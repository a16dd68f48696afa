package noise

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// The derivation is the documented one: SHA-256 over domain, key, purpose and label,
// written out here a second time, so that a seeded result stays reproducible.
func TestStreamsAreChaCha8OfSHA256(t *testing.T) {
	seeded := sha256.Sum256([]byte("graphdp noise 1\x00" + strings.Repeat("\x00", 32) + "\x01" + "\x07\x00\x00\x00\x00\x00\x00\x00"))
	for kind, purpose := range map[Kind]string{Public: "\x02", Release: "\x03", Sample: "\x05", Step: "\x06"} {
		want := rand.NewChaCha8(sha256.Sum256([]byte("graphdp noise 1\x00" + string(seeded[:]) + purpose + "degrees")))
		got := SeededKey(7).Stream(kind, "degrees")
		for i := range 1000 {
			if g, w := got.Uint64(), want.Uint64(); g != w {
				t.Fatalf("kind %d: word %d is %x, want %x", kind, i, g, w)
			}
		}
	}
}

// Streams of different keys, kinds or labels, and the forks of streams, share no word.
func TestStreamsShareNothing(t *testing.T) {
	a, b := SeededKey(1), SeededKey(2)
	random := must.Get(NewKey())(t)
	again := must.Get(NewKey())(t)
	s := a.Stream(Release, "x")
	streams := map[string]*Stream{
		"release x":          s,
		"public x":           a.Stream(Public, "x"),
		"journal, x":         PublicStream("j", "x"),
		"journal, y":         PublicStream("j", "y"),
		"another journal":    PublicStream("k", "x"),
		"journal jx":         PublicStream("jx", ""),
		"sample x":           a.Stream(Sample, "x"),
		"step x":             a.Stream(Step, "x"),
		"release y":          a.Stream(Release, "y"),
		"release, no label":  a.Stream(Release, ""),
		"release xx":         a.Stream(Release, "xx"),
		"other seed":         b.Stream(Release, "x"),
		"random key":         random.Stream(Release, "x"),
		"another random key": again.Stream(Release, "x"),
		"fork":               newStream(s.fork()),
		"second fork":        newStream(s.fork()),
	}
	seen := map[uint64]string{}
	for name, s := range streams {
		for range 1000 {
			w := s.Uint64()
			if other, ok := seen[w]; ok {
				t.Fatalf("streams %q and %q share the word %x", name, other, w)
			}
			seen[w] = name
		}
	}
}

// A zero key would be noise that everyone knows.
func TestZeroKeyAndUnknownKindPanic(t *testing.T) {
	for name, open := range map[string]func(){
		"zero key":     func() { Key{}.Stream(Release, "x") },
		"unknown kind": func() { SeededKey(1).Stream(0, "x") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			open()
		}()
	}
}

func TestSecretsDoNotPrint(t *testing.T) {
	k := SeededKey(1)
	s := k.Stream(Release, "x")
	l := must.Get(NewLazy(s, 2, 3, 1, mostSteps))(t)
	for _, verb := range []string{"%v", "%+v", "%#v", "%d", "%x", "%s"} {
		for _, secret := range []any{k, s, *s, l} {
			if text := fmt.Sprintf(verb, secret); !strings.HasPrefix(text, "noise.") || len(text) > 40 {
				t.Errorf("%s prints %q", verb, text)
			}
		}
	}
}

// Every bit of a key from the operating system is 1 in half of the keys. Of 2000 fair coins
// more than 1157, or fewer than 843, are heads with probability 2·10⁻¹²; of 256 bits one
// errs with probability 5·10⁻¹⁰.
func TestNewKeysAreRandom(t *testing.T) {
	const keys = 2000
	var ones [256]int
	for range keys {
		k := must.Get(NewKey())(t)
		for i := range ones {
			ones[i] += int(k[i/8] >> (i % 8) & 1)
		}
	}
	for i, n := range ones {
		if n < 843 || n > 1157 {
			t.Errorf("bit %d is 1 in %d of %d keys", i, n, keys)
		}
	}
}
