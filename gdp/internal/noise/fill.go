package noise

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// chunk is the number of entries that are drawn from one place.
const chunk = 1 << 13

// Fill sets every entry to an independent N(0, sd²). It runs on all cores, and
// the result does not depend on their number.
func (s *Stream) Fill(dst []float32, sd float64) error {
	clear(dst)
	return s.Add(dst, sd)
}

// Add adds an independent N(0, sd²) to every entry, otherwise like [Stream.Fill].
func (s *Stream) Add(dst []float32, sd float64) error {
	if err := checkTraining(sd); err != nil {
		return err
	}
	source := newBulk(s.fork())
	each((len(dst)+chunk-1)/chunk, func(i int) {
		w := source.at([3]uint32{0, uint32(i >> 32), uint32(i)})
		w.addNormal(dst[i*chunk:min((i+1)*chunk, len(dst))], sd)
		w.close()
	})
	return nil
}

// checkTraining keeps far from the limits of float32, beyond which noise would
// vanish or become infinite.
func checkTraining(sd float64) error {
	if !(sd >= 0x1p-100 && sd <= 0x1p100) {
		return fmt.Errorf("noise: training noise of standard deviation %v, want a number between 2^-100 and 2^100", sd)
	}
	return nil
}

// each calls f(0) … f(n-1) on all cores.
func each(n int, f func(int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}
