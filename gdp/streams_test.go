package gdp

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// No two streams of one session share a word: neither those of releases and trainings with chosen
// labels, nor the public ones.
func TestNoTwoStreamsMeet(t *testing.T) {
	s := protectRing(t, pay(1, 1e-5))
	labels := []string{"x"}
	for range 2 { // suffixes that the code appends to labels, used as labels
		for _, label := range labels[:len(labels):len(labels)] {
			for _, more := range []string{"#0", "#1", " sample", " noise", " sample#0", " noise#0", "/", "/x", " ", "\x00"} {
				labels = append(labels, label+more)
			}
		}
	}
	seen := map[uint64]string{}
	take := func(name string, word func() uint64) {
		for i := range 3 {
			w := word()
			if other, ok := seen[w]; ok && other != name {
				t.Fatalf("%s shares its word %d with %s", name, i, other)
			}
			seen[w] = name
		}
	}
	for _, scope := range []*Session{s, s.Scope("x"), s.Scope("x").Scope("x")} {
		for _, label := range labels {
			full := scope.scope + label
			take(fmt.Sprintf("public %q", full), scope.PublicStream(label).Uint64)
			for n := range 3 {
				for kind, name := range map[noise.Kind]string{noise.Release: "release", noise.Sample: "sample", noise.Step: "step"} {
					stream := scope.stream(kind, full, n)
					take(fmt.Sprintf("%s %d of %q", name, n, full), stream.Uint64)
				}
				tr := s.training(plan(FullBatch{}, 1), full, n)
				take(fmt.Sprintf("sample %d of %q", n, full), tr.sampler.Uint64)
				take(fmt.Sprintf("step %d of %q", n, full), tr.noise.Uint64)
			}
		}
	}
	if len(seen) < 9_000 {
		t.Fatalf("only %d words compared", len(seen))
	}
}

// Two sessions without a seed have different keys, so different private streams, on any data. None
// has the key of a seed, or a zero key. Sessions on one journal have the same public streams;
// others differ.
func TestSessionsWithoutASeedShareNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	known := map[noise.Key]string{{}: "no key"}
	for seed := range uint64(1000) {
		known[noise.SeededKey(seed)] = fmt.Sprintf("seed %d", seed)
	}
	words := map[uint64]string{}
	for i := range 6 {
		var options []Option
		if i%2 == 1 { // twice the same journal
			options = append(options, Journal(path))
		}
		s := must.Get(Protect(ring(t, 10), EdgeLevel, pay(1, 1e-5), options...))(t)
		name := fmt.Sprintf("session %d", i)
		if other, there := known[s.key]; there {
			t.Errorf("%s has the key of %s", name, other)
		}
		known[s.key] = name
		for kind, word := range map[string]uint64{
			"public": s.PublicStream("x").Uint64(), "release": s.stream(noise.Release, "x", 0).Uint64(),
			"sample": s.stream(noise.Sample, "x", 0).Uint64(), "step": s.stream(noise.Step, "x", 0).Uint64(),
		} {
			if kind == "public" && i > 1 && i%2 == 1 {
				if words[word] != "session 1" {
					t.Errorf("the public stream of %s is not that of its journal", name)
				}
				continue
			}
			if other, there := words[word]; there {
				t.Errorf("the %s stream of %s begins as that of %s", kind, name, other)
			}
			words[word] = name
		}
	}
}
