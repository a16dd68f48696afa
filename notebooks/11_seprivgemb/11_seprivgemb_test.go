package seprivgemb

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, optimumOnThePaw, loss, lengthOfRows, noiseIsTheSignal, whatIsInTheRows, whatThePaperCounts, budgetThatNeverBinds, strictRelease,
		figure3, figure4, communities, tables2and3, table6, inThePlane, attack)
}

// The tables and figures of trials are made of kept ones alone, and are what the notebook keeps.
func TestKept(t *testing.T) {
	nbtest.Kept(t, noiseIsTheSignal, figure3, figure4, communities, tables2and3, table6)
}
