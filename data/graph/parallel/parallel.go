// Package parallel runs loops on all cores.
package parallel

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// Most returns the largest number of workers of a loop, for allocating scratch space.
func Most() int { return runtime.GOMAXPROCS(0) }

// Workers returns the number of goroutines worth starting such that each gets at least grain of the
// work units.
func Workers(work, grain int) int {
	return max(1, min(Most(), work/max(1, grain)))
}

// Each calls f(0) … f(workers-1) concurrently, and waits for them.
func Each(workers int, f func(worker int)) {
	if workers == 1 {
		f(0)
		return
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() { f(w) })
	}
	wg.Wait()
}

// Blocks cuts 0 … n-1 into blocks of the given size and calls f on each, with dynamic scheduling:
// blocks may differ in cost. The worker number, below [Most], selects the scratch space.
func Blocks(n, size int, f func(worker, lo, hi int)) {
	if n <= size {
		if n > 0 {
			f(0, 0, n)
		}
		return
	}
	var next atomic.Int64
	Each(min(Most(), (n+size-1)/size), func(worker int) {
		for {
			hi := int(next.Add(int64(size)))
			if hi-size >= n {
				return
			}
			f(worker, hi-size, min(hi, n))
		}
	})
}

// Do calls f on 0 … n-1, with dynamic scheduling, and joins the errors.
func Do(n int, f func(i int) error) error {
	errs := make([]error, n)
	Blocks(n, 1, func(_, i, _ int) { errs[i] = f(i) })
	return errors.Join(errs...)
}
