package perceptron

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// exact compares an undisturbed run with one that is killed at the first step, resumed, and
// interrupted within both stages and between them. The bits are the same, and no checkpoint is
// left.
func exact(t *testing.T, run func(ctx context.Context, dir string, progress func(step, steps int)) ([][]float32, error)) {
	t.Helper()
	alone, dir := t.TempDir(), t.TempDir()
	want := must.Get(run(t.Context(), alone, func(step, _ int) {
		if step == 1 {
			if err := os.CopyFS(dir, os.DirFS(alone)); err != nil {
				t.Error(err)
			}
		}
	}))(t)
	for _, at := range []int{3, 5, 6, 9} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := run(ctx, dir, func(step, _ int) {
			if step == at {
				cancel()
			}
		})
		if cancel(); !errors.Is(err, context.Canceled) {
			t.Fatalf("interrupted after step %d: %v", at, err)
		}
	}
	first := 0
	got, err := run(t.Context(), dir, func(step, _ int) {
		if first == 0 {
			first = step
		}
	})
	if err != nil || first != 10 || !reflect.DeepEqual(got, want) {
		t.Errorf("a run that goes on with step %d of 11 ends otherwise than one that was left alone: %v", first, err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "checkpoint*")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
