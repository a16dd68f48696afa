// Package parallel runs loops on all cores.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers is the number of goroutines worth starting for work units of which
// each worker should get at least grain.
func Workers(work, grain int) int {
	return max(1, min(runtime.GOMAXPROCS(0), work/max(1, grain)))
}

// Each calls f(0) … f(workers-1), each in a goroutine, and waits for all.
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

// Blocks cuts 0..n-1 into blocks of the given size and calls f on each,
// handing the next block to whoever is free: blocks may differ in cost.
func Blocks(n, size int, f func(lo, hi int)) {
	if n <= size {
		if n > 0 {
			f(0, n)
		}
		return
	}
	var next atomic.Int64
	Each(Workers(n, size), func(int) {
		for {
			hi := int(next.Add(int64(size)))
			if lo := hi - size; lo < n {
				f(lo, min(hi, n))
				continue
			}
			return
		}
	})
}
