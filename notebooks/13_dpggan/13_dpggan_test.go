package dpggan

import (
	"errors"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, originals, oneEdgeMovesAllRows, networks, priorAndPosterior, strictRelease, gallery, table1, againstEpsilon, classification, linkTest, figure3)
}

// The tables and figures of trials are made of kept ones alone, and are what the notebook keeps.
func TestKeptTrials(t *testing.T) {
	if _, err := data.Load("imdb-multi"); errors.Is(err, data.ErrNotFound) {
		t.Skip(err)
	}
	nbtest.Kept(t, table1, againstEpsilon, classification)
}
