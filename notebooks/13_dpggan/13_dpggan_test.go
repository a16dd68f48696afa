package dpggan

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, originals, oneEdgeMovesAllRows, strictRelease, gallery, table1, linkTest, figure3)
}
