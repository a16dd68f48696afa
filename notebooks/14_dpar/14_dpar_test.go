package dpar

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, rowsOnAGraph, classifier, noisyRows, oneNodeTurnsTenRoots, amplification, whatAClipCosts, communities, table1, constant, figure1, figure2, figures4and6, figure12, audited)
}

// The tables and figures of trials are made of kept ones alone, and are what the notebook keeps.
func TestKeptTrials(t *testing.T) {
	nbtest.Kept(t, table1, constant, figure1, figure2, figures4and6, figure12)
}
