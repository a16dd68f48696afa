package seprivgemb

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, optimumOnThePaw, lengthOfRows, noiseIsTheSignal, whatThePaperCounts, budgetThatNeverBinds, strictRelease, figure3, figure4, communities, tables2to5, table6,
		inThePlane, attack, ablation)
}
