package ablations

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, whatMakesEpsilon, clip, batch, steps, width, rate, placement, slider)
}
