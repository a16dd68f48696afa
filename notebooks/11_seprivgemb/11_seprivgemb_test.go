package seprivgemb

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, eqs1to5, network, eqs7to9, figure2, theorem3, optimumOnThePaw, theorems1to5, lengthOfRows, noiseIsTheSignal, section6, inThePlane, attack)
}

// What is made of kept trials and of formulas is what the notebook keeps.
func TestKept(t *testing.T) {
	nbtest.Kept(t, eqs1to5, eqs7to9, figure2, theorem3, noiseIsTheSignal, section6)
}
