package privdpr

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, section2, algorithm1, section42, network, lemmas43and44, theorems42and51, algorithm2, appendixA, strictRelease, section6, attack)
}

// What is made of kept trials and of formulas is what the notebook keeps.
func TestKept(t *testing.T) {
	nbtest.Kept(t, section2, algorithm1, section42, section6)
}
