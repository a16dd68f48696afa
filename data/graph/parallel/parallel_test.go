package parallel

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
)

func TestBlocksTakesEachIndexOnce(t *testing.T) {
	for _, c := range []struct{ n, size int }{{0, 3}, {1, 3}, {3, 3}, {4, 3}, {1000, 1}, {1000, 7}, {1000, 2000}} {
		seen := make([]atomic.Int32, c.n)
		Blocks(c.n, c.size, func(_, lo, hi int) {
			if lo >= hi || hi-lo > c.size {
				t.Errorf("%d in blocks of %d: block %d … %d", c.n, c.size, lo, hi)
			}
			for i := lo; i < hi; i++ {
				seen[i].Add(1)
			}
		})
		for i := range seen {
			if got := seen[i].Load(); got != 1 {
				t.Errorf("%d in blocks of %d: index %d was taken %d times", c.n, c.size, i, got)
			}
		}
	}
}

func TestEachCallsEveryWorker(t *testing.T) {
	for _, workers := range []int{1, 2, 9} {
		var sum atomic.Int64
		Each(workers, func(w int) { sum.Add(1 << w) })
		if sum.Load() != 1<<workers-1 {
			t.Errorf("%d workers: calls %b", workers, sum.Load())
		}
	}
}

func TestWorkers(t *testing.T) {
	most := runtime.GOMAXPROCS(0)
	for _, c := range []struct{ work, grain, want int }{{0, 10, 1}, {9, 10, 1}, {1 << 30, 10, most}, {5, 0, min(5, most)}} {
		if got := Workers(c.work, c.grain); got != c.want {
			t.Errorf("Workers(%d, %d) = %d, want %d", c.work, c.grain, got, c.want)
		}
	}
}

func TestDoJoinsErrors(t *testing.T) {
	var called atomic.Int64
	bad := errors.New("bad")
	err := Do(100, func(i int) error {
		if called.Add(1); i == 40 {
			return bad
		}
		return nil
	})
	if called.Load() != 100 || !errors.Is(err, bad) || Do(100, func(int) error { return nil }) != nil {
		t.Errorf("%d calls, %v", called.Load(), err)
	}
}
