package metric

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// workers is the number of goroutines that share a loop.
func workers() int { return runtime.GOMAXPROCS(0) }

// blocks cuts 0 … n-1 into blocks of the given size and calls f on each of
// them, handing the next block to whichever worker is free. The number of the
// worker, below [workers], tells f which scratch space is its own.
func blocks(n, size int, f func(worker, lo, hi int)) {
	var next atomic.Int64
	run := func(worker int) {
		for {
			hi := int(next.Add(int64(size)))
			if hi-size >= n {
				return
			}
			f(worker, hi-size, min(hi, n))
		}
	}
	count := min(workers(), (n+size-1)/size)
	if count <= 1 {
		run(0)
		return
	}
	var wg sync.WaitGroup
	for w := range count {
		wg.Go(func() { run(w) })
	}
	wg.Wait()
}

// sumBlock is the number of terms that one worker adds up at a time.
const sumBlock = 1 << 12

// sum adds f over blocks of 0 … n-1. Blocks are added in order, whatever order
// they were finished in, so that the rounding, and with it every digit of the
// result, is the same on each run and with any number of cores.
func sum(n int, f func(lo, hi int) float64) float64 {
	parts := make([]float64, (n+sumBlock-1)/sumBlock)
	blocks(n, sumBlock, func(_, lo, hi int) { parts[lo/sumBlock] = f(lo, hi) })
	total := 0.0
	for _, p := range parts {
		total += p
	}
	return total
}
