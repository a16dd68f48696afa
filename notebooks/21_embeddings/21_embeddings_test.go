package embeddings

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, inThePlane, allOfThem, againstEpsilon, whoIsAbove)
}

// The tables and figures of trials are made of kept ones alone, and are what the notebook keeps.
func TestKeptTrials(t *testing.T) {
	nbtest.Kept(t, allOfThem, againstEpsilon, whoIsAbove)
}
