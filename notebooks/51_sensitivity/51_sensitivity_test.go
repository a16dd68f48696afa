package sensitivity

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, thePicture, somebodySays, exercise1, exercise2, exercise3, exercise4, exercise5)
}

// What the notebook keeps is what today's code shows.
func TestKeptOutputs(t *testing.T) {
	nbtest.Kept(t, thePicture, somebodySays, exercise1, exercise2, exercise3, exercise4, exercise5)
}
