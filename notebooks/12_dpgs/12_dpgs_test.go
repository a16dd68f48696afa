package dpgs

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, aSummary, network, clipsBoundNothing, oneRun, sevenMeasures, randomEdges, figure4, figure5, figure6, figure9, table3, table2, figure8, table4, audited)
}

// The tables and figures of trials are made of kept ones alone, and are what the notebook keeps.
func TestKeptTrials(t *testing.T) {
	nbtest.Kept(t, sevenMeasures, figure4, figure5, figure6, figure9, table3, table2, figure8, table4)
}
