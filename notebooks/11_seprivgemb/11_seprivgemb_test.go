package seprivgemb

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, optimumOnThePaw, lengthOfRows, noiseIsTheSignal, budgetThatNeverBinds, strictRelease, figure3, degreeProximity, figure4, tables2to5, table6,
		inThePlane, attack, ablation)
}
