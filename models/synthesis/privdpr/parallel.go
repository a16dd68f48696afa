package privdpr

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// blocks cuts 0 … n-1 into blocks of the given size and calls f on each, on all
// cores.
func blocks(n, size int, f func(lo, hi int)) {
	workers := min(runtime.GOMAXPROCS(0), (n+size-1)/size)
	if workers <= 1 {
		for lo := 0; lo < n; lo += size {
			f(lo, min(lo+size, n))
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for {
				hi := int(next.Add(int64(size)))
				if hi-size >= n {
					return
				}
				f(hi-size, min(hi, n))
			}
		})
	}
	wg.Wait()
}
