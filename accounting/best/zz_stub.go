package best

import (
	"math"

	"github.com/graphdp/graphdp/accounting"
)

func (a *Accountant) Cover(e accounting.Event, d float64) (float64, error) {
	if g, ok := e.(accounting.Gaussian); ok {
		return 1 / g.NoiseMultiplier, nil
	}
	return math.Inf(1), nil
}
