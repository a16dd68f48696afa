package noise

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// chunk is the number of entries drawn from one place.
const chunk = 1 << 13

// Add adds independent N(0, sd²) noise to every entry. It uses all cores; the result does not
// depend on their number.
func (s *Stream) Add(dst []float32, sd float64) error {
	if err := checkTraining(sd); err != nil {
		return err
	}
	source := newBulk(s.fork())
	parallel.Blocks(len(dst), chunk, func(_, lo, hi int) {
		i := lo / chunk
		w := source.at([3]uint32{0, uint32(i >> 32), uint32(i)})
		w.addNormal(dst[lo:hi], sd)
		w.close()
	})
	return nil
}

// checkTraining refuses scales near the limits of float32, where noise would vanish or become
// infinite.
func checkTraining(sd float64) error {
	if !(sd >= 0x1p-100 && sd <= 0x1p100) {
		return fmt.Errorf("noise: training noise of standard deviation %v, want a number between 2^-100 and 2^100", sd)
	}
	return nil
}
