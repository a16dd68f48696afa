package seprivgemb

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, optimumOnThePaw, lengthOfRows, noiseIsTheSignal, whatThePaperCounts, budgetThatNeverBinds, strictRelease, figure3, figure4, communities, tables2to5, table6,
		inThePlane, attack, ablation)
}

// The tables and figures of trials are made of kept ones alone, and are what the notebook keeps.
func TestKeptTrials(t *testing.T) {
	nbtest.Kept(t, figure3, figure4, communities, tables2to5, table6)
}
