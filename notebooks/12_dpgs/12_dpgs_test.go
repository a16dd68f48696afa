package dpgs

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, aSummary, section42, network, algorithm1, algorithm2, sections43and44, algorithm3, section5, section6, audited)
}

// Outputs made from stored trials and formulas equal the stored outputs.
func TestKept(t *testing.T) {
	nbtest.Kept(t, section42, algorithm1, algorithm2, sections43and44, algorithm3, section5, section6)
}
