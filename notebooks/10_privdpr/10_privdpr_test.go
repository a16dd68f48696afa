package privdpr

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, lossAndPageRank, lemmas, layersLive, outputIgnoresTheEdges, appendixA, strictRelease, tables2and3, modes, figures2to5, tables4and5, table6,
		ceiling, attack, ablation, claims)
}

// The tables and figures of trials are made of kept ones alone, and are what the notebook keeps.
func TestKeptTrials(t *testing.T) {
	nbtest.Kept(t, tables2and3, modes, figures2to5, tables4and5, table6)
}
