package reveals

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	shown := nbtest.Run(t, thePicture, namesComeBack, exercise1, exercise2, exercise3, exercise4)
	if list := shown["namesComeBack"]; len(list) == 0 || !strings.Contains(list[len(list)-1].String(), "49 of 49 are found rightly") {
		t.Errorf("who is found: %v", list)
	}
}

// What the notebook keeps is what today's code shows.
func TestKeptOutputs(t *testing.T) {
	nbtest.Kept(t, thePicture, namesComeBack, exercise1, exercise2, exercise3, exercise4)
}

// In the defended graph each number of neighbours occurs twice at least, as the text says.
func TestDefended(t *testing.T) {
	count := map[int32]int{}
	for _, d := range Defended().Graph.Degrees() {
		count[d]++
	}
	for d, times := range count {
		if times < 2 {
			t.Errorf("%d neighbours occur once", d)
		}
	}
}
