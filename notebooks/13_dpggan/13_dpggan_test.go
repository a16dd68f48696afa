package dpggan

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, originals, oneEdgeMovesAllRows, priorAndPosterior, strictRelease, gallery, table1, figureOfTable1, bars, classification, linkTest, figure3)
}
