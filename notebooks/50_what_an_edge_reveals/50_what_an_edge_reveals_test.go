package reveals

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	shown := nbtest.Run(t, thePicture, namesComeBack, exercise1, exercise2, exercise3, exercise4)
	if list := shown["namesComeBack"]; len(list) == 0 || !strings.Contains(list[len(list)-1].String(), "49 of 49 states are identified correctly") {
		t.Errorf("who is found: %v", list)
	}
}

// What the notebook keeps is what today's code shows.
func TestKeptOutputs(t *testing.T) {
	nbtest.Kept(t, thePicture, namesComeBack, exercise1, exercise2, exercise3, exercise4)
}

// In the defended graph all have three neighbours, so that the attack of the cells above finds
// nobody, as the text says.
func TestDefended(t *testing.T) {
	g := Defended().Graph
	for u, d := range g.Degrees() {
		if d != 3 || around(g, int32(u), 5) != around(g, 0, 5) {
			t.Errorf("person %d has %d neighbours", u, d)
		}
	}
}
