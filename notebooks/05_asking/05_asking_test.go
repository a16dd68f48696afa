package asking

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, askTheClub, worstCases, trianglesByMechanism, biasAndNoise, theRace, doIntervalsHold, before, onRealGraphs)
}

// What the notebook keeps is what today's code shows. The real graphs, which may not be here, are
// left out.
func TestKeptOutputs(t *testing.T) {
	nbtest.Kept(t, askTheClub, worstCases, trianglesByMechanism, biasAndNoise, theRace, doIntervalsHold, before)
}
