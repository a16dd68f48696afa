package ledger

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	shown := nbtest.Run(t, thePicture, exercise1, exercise2, exercise3, exercise4)
	if list := shown["thePicture"]; len(list) != 2 || !strings.Contains(list[0].String(), "refuses after 100 answers") || !strings.Contains(list[1].String(), "because of the budget: true") {
		t.Errorf("the picture: %v", list)
	}
}

// What the notebook keeps is what today's code shows.
func TestKeptOutputs(t *testing.T) {
	nbtest.Kept(t, thePicture, exercise1, exercise2, exercise3, exercise4)
}
