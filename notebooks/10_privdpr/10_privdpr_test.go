package privdpr

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, section2, algorithm1, section42, network, lemmas43and44, theorems42and51, algorithm2, appendixA, strictRelease, section6, attack)
}

// Outputs made from stored trials and formulas equal the stored outputs.
func TestKept(t *testing.T) {
	nbtest.Kept(t, section2, algorithm1, section42, section6)
}
