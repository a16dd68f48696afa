package nodes

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, oneVote, atEdgeLevel, asClaimed, fewLabels, largeGraphs, atNodeLevel, claimedAtNodeLevel, oneTable, attacks, membership)
}

// The tables and figures of trials are made of kept ones alone, and are what the notebook keeps.
func TestKeptTrials(t *testing.T) {
	nbtest.Kept(t, atEdgeLevel, asClaimed, fewLabels, largeGraphs, atNodeLevel, claimedAtNodeLevel, oneTable, membership)
}
