package training

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, drawOneStep, privateClassifier, accuracyAgainstEpsilon, clipAndBatch, allDataSets, costInTime)
}
