package tour

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, release, originalAndRelease, besideControls, whatOnePersonContributes, network)
}

// What the notebook keeps is what today's code shows. The training is left out: it has a row for
// each backend that is there.
func TestKeptOutputs(t *testing.T) {
	nbtest.Kept(t, release, originalAndRelease, besideControls, whatOnePersonContributes)
}
