package nodes

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, oneVote, atEdgeLevel, asClaimed, fewLabels, largeGraphs, atNodeLevel, claimedAtNodeLevel, oneTable, attacks, membership)
}
