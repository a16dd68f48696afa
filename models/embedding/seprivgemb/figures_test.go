package seprivgemb

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/must"
)

// A row with an entry beyond ±1 moved, whatever its other entries; both kinds are drawn under their
// names.
func TestLengthFigure(t *testing.T) {
	g := data.Karate().Graph
	rows := must.Get(embed.New(g.N(), 2))(t)
	text := func() string {
		svg := must.Get(LengthFigure("Lengths", g, rows).SVG())(t)
		return string(svg)
	}
	if s := text(); strings.Contains(s, "rows that moved") || !strings.Contains(s, "rows as they began") {
		t.Error("rows of zeros are drawn as some that moved")
	}
	copy(rows.Row(3), []float32{0.5, -1.5})
	if s := text(); !strings.Contains(s, "rows that moved") || !strings.Contains(s, "rows as they began") {
		t.Error("a row beyond ±1 is not drawn as one that moved")
	}
}

// Rows along a line in the space of their numbers lie along one in the plane: the second component
// is 0.
func TestPlaneFigure(t *testing.T) {
	rows := must.Get(embed.FromRows([][]float32{{0, 0, 0}, {1, 2, 2}, {2, 4, 4}, {3, 6, 6}}))(t)
	f := must.Get(PlaneFigure("A line", rows, []int32{0, 1}, []int32{2, 3}))(t)
	if svg, err := f.SVG(); err != nil || !strings.Contains(string(svg), "A line") {
		t.Errorf("%v", err)
	}
	if _, err := PlaneFigure("A point", rows, []int32{0}); err == nil {
		t.Error("the plane of one row is drawn")
	}
	if _, err := PlaneFigure("Nobody", rows, []int32{0, 1, 4}); err == nil {
		t.Error("a node without a row is drawn")
	}
}
