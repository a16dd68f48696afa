package privdpr

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, lossAndPageRank, network, lemmas, layersLive, outputIgnoresTheEdges, appendixA, strictRelease, tables2and3, figures2to5, tables4to6,
		ceiling, attack, knob)
}

// What is made of kept trials and of formulas is what the notebook keeps.
func TestKept(t *testing.T) {
	nbtest.Kept(t, lossAndPageRank, tables2and3, figures2to5, tables4to6, ceiling, knob)
}
