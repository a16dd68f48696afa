package vector

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Blocks cuts 0 … n-1 into blocks of the given size and calls f on each, on all
// cores: the next block goes to whichever is free.
func Blocks(n, size int, f func(lo, hi int)) {
	workers := min(runtime.GOMAXPROCS(0), (n+size-1)/size)
	var next atomic.Int64
	each(workers, func(int) {
		for {
			hi := int(next.Add(int64(size)))
			if hi-size >= n {
				return
			}
			f(hi-size, min(hi, n))
		}
	})
}

// MaxShards is the largest number of workers of [Shards].
const MaxShards = 16

// Shards calls f(worker, workers) once for every worker, all at once, and with
// no more of them than there are grains of work. Their number is a power of two.
// Where each does the rows r with r mod workers = worker, in a fixed order, the
// sum that a row adds up to does not depend on how many workers there are.
func Shards(work, grain int, f func(worker, workers int)) {
	most := min(MaxShards, runtime.GOMAXPROCS(0), work/grain)
	workers := 1
	for 2*workers <= most {
		workers *= 2
	}
	each(workers, func(worker int) { f(worker, workers) })
}

// each calls f(0) … f(workers-1), at once, and waits for all.
func each(workers int, f func(worker int)) {
	var wg sync.WaitGroup
	for w := 1; w < workers; w++ {
		wg.Go(func() { f(w) })
	}
	if workers > 0 {
		f(0)
	}
	wg.Wait()
}
