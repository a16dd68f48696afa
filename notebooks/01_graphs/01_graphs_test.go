package graphs

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, atAGlance, degreesOfEach, statisticsOfTheClub, compareWithControls, drawWithControls, dpgganOriginalRows)
}
