package tour

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, drawTheClub, whatOnePersonContributes, trainOnThisMachine, drawThePrediction, compareBackends)
}
