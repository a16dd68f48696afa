package asking

import (
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/must"
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
	must.OrSkip(data.Load(large[0]))(t, data.ErrNotFound)
	nbtest.Kept(t, onRealGraphs, errorAgainstEpsilon)
}
