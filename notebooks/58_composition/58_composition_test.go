package composition

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, thePicture, exercise1, exercise2, exercise3, exercise4)
}

// What the notebook keeps is what today's code shows.
func TestKeptOutputs(t *testing.T) {
	nbtest.Kept(t, thePicture, exercise1, exercise2, exercise3, exercise4)
}
