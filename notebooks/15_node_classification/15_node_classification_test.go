package nodes

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, oneVote, atEdgeLevel, fewLabels, atNodeLevel, oneTable, attacks, membership)
}
