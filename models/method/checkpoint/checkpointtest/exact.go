// Package checkpointtest is what every method that can be interrupted has to pass.
package checkpointtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// Run is a run of at least 6 steps that keeps its journal, if it has one, and its
// checkpoint in a folder. The checkpoint's name begins with "checkpoint".
type Run[T any] func(ctx context.Context, dir string, progress func(step, steps int)) (T, error)

// Exact lets a run of the given number of steps end. Another one begins like a run that
// was killed at that one's first step, is interrupted twice after random steps and
// killed once in between. It has to end with the same bits, and to leave no checkpoint.
func Exact[T any](t *testing.T, steps int, run Run[T]) {
	t.Helper()
	random := rand.New(rand.NewChaCha8(sha256.Sum256([]byte(t.Name()))))
	first := 1 + random.IntN(steps-4)
	second := first + 2 + random.IntN(steps-first-2)
	alone, dir, killed := t.TempDir(), t.TempDir(), t.TempDir()
	want := finish(t, 0, alone, run, kill(t, 1, alone, dir))
	interrupt(t, first, dir, run, nil)
	interrupt(t, second, dir, run, kill(t, first+1, dir, killed))
	for folder, done := range map[string]int{dir: second, killed: first} {
		if got := finish(t, done, folder, run, nil); !reflect.DeepEqual(got, want) {
			t.Errorf("a run that continues after step %d of %d ends otherwise than one that was not interrupted", done, steps)
		}
	}
}

// kill copies what the disk holds when a step is done, which is what a kill leaves.
func kill(t *testing.T, at int, from, to string) func(step int) {
	return func(step int) {
		if step != at {
			return
		}
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Error(err)
		}
	}
}

// interrupt runs until a step is done.
func interrupt[T any](t *testing.T, at int, dir string, run Run[T], after func(step int)) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := run(ctx, dir, func(step, _ int) {
		if step == at {
			cancel()
		}
		if after != nil {
			after(step)
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted after step %d: %v", at, err)
	}
}

// finish continues after a number of steps.
func finish[T any](t *testing.T, done int, dir string, run Run[T], after func(step int)) T {
	t.Helper()
	begun := false
	r, err := run(context.Background(), dir, func(step, _ int) {
		if !begun && step != done+1 {
			t.Errorf("it continues with step %d after %d steps", step, done)
		}
		begun = true
		if after != nil {
			after(step)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "checkpoint*")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	return r
}
