package training

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, drawOneStep, privateClassifier, model, accuracyAgainstEpsilon, clipAndBatch, allDataSets, costInTime)
}

// The tables and figures of trials are made of kept ones alone, and are what the notebook keeps.
func TestKeptTrials(t *testing.T) {
	nbtest.Kept(t, accuracyAgainstEpsilon, clipAndBatch, allDataSets)
}
