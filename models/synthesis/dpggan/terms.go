package dpggan

import (
	"math"

	"github.com/graphdp/graphdp/gdp"
)

// terms is a sum of terms, each clipped to norm C, in whole numbers: a term more or less moves
// it by C at most, as it is computed.
type terms struct {
	sum  []int64 // in units of the grain
	clip float64
}

// grain is the unit, as a share of C, that terms are cut to.
const grain = 0x1p-30

func newTerms(size int, clip float64) *terms { return &terms{make([]int64, size), clip} }

// add adds a term. One that is not finite adds nothing.
func (s *terms) add(term []float32) {
	square := 0.0
	for _, v := range term {
		square += float64(v) * float64(v)
	}
	norm := math.Sqrt(square)
	if math.IsNaN(norm) || math.IsInf(norm, 0) {
		return
	}
	scale := (1 - 0x1p-20) / max(s.clip, norm)
	for i, v := range term {
		s.sum[i] += int64(float64(v) * scale / grain) // towards 0, so that the norm only falls
	}
}

// value returns the sum.
func (s *terms) value() []float64 {
	out := make([]float64, len(s.sum))
	for i, v := range s.sum {
		out[i] = float64(v) * grain * s.clip
	}
	return out
}

// noised adds a step's noise to a sum.
func noised(t *gdp.Training, sum []float64) ([]float64, error) {
	noise := make([]float32, len(sum))
	if err := t.Noise(noise); err != nil {
		return nil, err
	}
	for i, v := range noise {
		sum[i] += float64(v)
	}
	return sum, nil
}
