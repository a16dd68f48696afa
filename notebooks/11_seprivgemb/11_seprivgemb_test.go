package seprivgemb

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, eqs1to5, network, eqs7to9, figure2, theorem3, optimumOnThePaw, theorems1to5, lengthOfRows, noiseIsTheSignal, section6, inThePlane, attack)
}

// Outputs made from stored trials and formulas equal the stored outputs.
func TestKept(t *testing.T) {
	nbtest.Kept(t, eqs1to5, eqs7to9, figure2, theorem3, noiseIsTheSignal, section6)
}
