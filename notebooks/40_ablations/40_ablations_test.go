package ablations

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, whatMakesEpsilon, clip, batch, steps, width, rate, placement, slider)
}

// The tables and figures of trials are made of kept ones alone, and are what the notebook keeps.
func TestKeptTrials(t *testing.T) {
	nbtest.Kept(t, clip, batch, steps, width, rate, placement)
}
