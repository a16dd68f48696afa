package privdpr

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, lossAndPageRank, layersLive, outputIgnoresTheEdges, strictRelease, tables2and3, figures2to5, tables4to6,
		ceiling, attack, ablation, claims)
}
