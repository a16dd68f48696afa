package methodtest

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// looking is a context that calls look whenever its Err method is called, as runs do before each
// step.
type looking struct {
	context.Context
	look func()
}

// Err implements [context.Context].
func (l looking) Err() error { l.look(); return l.Context.Err() }

// trace holds the files of a run: the journal, which only grows, and the checkpoint saved before
// the first step.
type trace struct {
	begun      []byte   // the journal without records
	records    [][]byte // its lines
	checkpoint []byte   // nil if the run has no steps
	saved      int      // how many records there were when the checkpoint was saved
}

// killedAnywhere completes a run, and then resumes it from the files that a kill leaves: after a
// record of its journal, before and after its checkpoint is saved. It tries at most the given
// number of such moments, chosen at random.
func (s *subject) killedAnywhere(r run, most int) error {
	dir, err := s.folder()
	if err != nil {
		return err
	}
	if _, err := s.session(r.on(dir)); err != nil {
		return err
	}
	var t trace
	if t.begun, err = os.ReadFile(filepath.Join(dir, journalName)); err != nil {
		return err
	}
	var lock sync.Mutex
	look := func() {
		lock.Lock()
		defer lock.Unlock()
		text, err := os.ReadFile(filepath.Join(dir, checkpointName))
		if err != nil || t.checkpoint != nil {
			return // none yet, or already read
		}
		t.checkpoint = text
		if journal, err := os.ReadFile(filepath.Join(dir, journalName)); err == nil {
			t.saved = bytes.Count(journal, []byte("\n")) - bytes.Count(t.begun, []byte("\n"))
		}
	}
	whole := r.on(dir)
	whole.progress = func(int, int) { look() }
	var want ended
	if want.Outcome, want.entries, err = s.do(looking{s.ctx, look}, whole); err != nil {
		return err
	}
	if want.draws, err = s.draws(dir); err != nil {
		return err
	}
	all, err := os.ReadFile(filepath.Join(dir, journalName))
	if err != nil {
		return err
	}
	t.records = slices.Collect(bytes.Lines(all[len(t.begun):]))
	for _, m := range t.moments(s.mode.Name, most) {
		if err := s.continues(r, t, m, want); err != nil {
			return fmt.Errorf("killed after record %d of %d of its journal (%v): %w", m.records, len(t.records), m, err)
		}
	}
	return nil
}

// moment is the state after a kill: the number of records, and whether there is a checkpoint.
type moment struct {
	records    int
	checkpoint bool
}

// String reports whether there is a checkpoint.
func (m moment) String() string {
	if m.checkpoint {
		return "with a checkpoint"
	}
	return "without a checkpoint"
}

// moments returns at most the given number of moments, in random order.
func (t trace) moments(name string, most int) (list []moment) {
	for i := range len(t.records) + 1 {
		if t.checkpoint == nil || i <= t.saved {
			list = append(list, moment{i, false})
		}
		if t.checkpoint != nil && i >= t.saved {
			list = append(list, moment{i, true})
		}
	}
	h := fnv.New64()
	_, _ = h.Write([]byte(name)) // a hash never fails
	rand.New(rand.NewPCG(h.Sum64(), 0)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(most, len(list))]
}

// continues resumes a run that was killed at a moment, and compares the result.
func (s *subject) continues(r run, t trace, m moment, want ended) error {
	dir, err := s.folder()
	if err != nil {
		return err
	}
	// The head counts no record, as if every one were the last before the kill.
	journal := append(slices.Clone(t.begun), bytes.Join(t.records[:m.records], nil)...)
	if err := os.WriteFile(filepath.Join(dir, journalName), journal, 0o600); err != nil {
		return err
	}
	if m.checkpoint {
		if err := os.WriteFile(filepath.Join(dir, checkpointName), t.checkpoint, 0o600); err != nil {
			return err
		}
	}
	kept, err := records(dir)
	if err != nil {
		return err
	}
	draws := 0 // after a lost draw, the next one has other noise
	if releases := bytes.Count(bytes.Join(t.records, nil), []byte(`"release":`)); kept.releases >= releases-1 && (t.checkpoint == nil || m.checkpoint) {
		draws = want.draws
	}
	return s.goesOn(r.on(dir), want, draws)
}
