package asking

import (
	"errors"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, askTheClub, worstCases, trianglesByMechanism, biasAndNoise, theRace, doIntervalsHold, before, onRealGraphs, errorAgainstEpsilon)
}

// What the notebook keeps is what today's code shows.
func TestKeptOutputs(t *testing.T) {
	nbtest.Kept(t, askTheClub, worstCases, trianglesByMechanism, biasAndNoise, theRace, doIntervalsHold, before)
}

// Tables and figures of trials are made of kept ones alone, and are what the notebook keeps.
func TestKeptTrials(t *testing.T) {
	if _, err := data.Load(large[0]); errors.Is(err, data.ErrNotFound) {
		t.Skip(err)
	}
	nbtest.Kept(t, onRealGraphs, errorAgainstEpsilon)
}
