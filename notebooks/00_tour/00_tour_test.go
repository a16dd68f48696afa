package tour

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, drawTheClub, whatOnePersonContributes, drawTheTraining, drawThePrediction, compareBackends)
}

// What the notebook keeps is what today's code shows. The comparison of backends is left out:
// it has a row for each that is there.
func TestKeptOutputs(t *testing.T) {
	nbtest.Kept(t, drawTheClub, whatOnePersonContributes, drawTheTraining, drawThePrediction)
}
