package dpggan

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, eqs1to3, networks, theorem1, oneEdgeMovesAllRows, eq6, eq7, priorAndPosterior, originals, gallery, table1, figure3)
}

// Outputs made from stored trials and formulas equal the stored outputs.
func TestKept(t *testing.T) {
	nbtest.Kept(t, eqs1to3, theorem1, oneEdgeMovesAllRows, eq6, eq7, table1)
}
