// Package parallel runs loops on all cores.
package parallel

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// Most returns the largest number of workers that a loop has: scratch space is made for as many.
func Most() int { return runtime.GOMAXPROCS(0) }

// Workers returns the number of goroutines worth starting for work units of which
// each worker should get at least grain.
func Workers(work, grain int) int {
	return max(1, min(Most(), work/max(1, grain)))
}

// Each calls f(0) … f(workers-1), all at once, and waits for them.
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

// Blocks cuts 0 … n-1 into blocks of the given size and calls f on each,
// handing the next block to the worker that is free: blocks may differ in cost. The number of the
// worker, below [Most], says which scratch space f may use.
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

// Do calls f on 0 … n-1, handing the next one to the worker that is free, and joins the errors.
func Do(n int, f func(i int) error) error {
	errs := make([]error, n)
	Blocks(n, 1, func(_, i, _ int) { errs[i] = f(i) })
	return errors.Join(errs...)
}
