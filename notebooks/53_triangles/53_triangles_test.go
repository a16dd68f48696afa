package triangles

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/notebooks/exercise"
	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, thePicture, exercise1, exercise2, exercise3, exercise4, exercise5)
}

// What the notebook keeps is what today's code shows.
func TestKeptOutputs(t *testing.T) {
	nbtest.Kept(t, thePicture, exercise1, exercise2, exercise3, exercise4, exercise5)
}

// Five nodes do not refute what six do, as the notebook says.
func TestSixNodesAreNeeded(t *testing.T) {
	five := LeftTriangles
	five.Nodes = 5
	if v := exercise.Bound(five, 1); v.State != exercise.Right {
		t.Errorf("of five nodes: %v", v)
	}
	if v := exercise.Bound(LeftTriangles, 1); v.State != exercise.Wrong || !strings.Contains(v.Says, "by 2") {
		t.Errorf("of six nodes: %v", v)
	}
}
