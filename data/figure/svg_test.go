package figure

import (
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawn is the body of a document of 100 by 100 points.
func drawn(t *testing.T, draws func(c draw.Canvas)) string {
	t.Helper()
	f := &Figure{width: 110, height: 110, draw: draws}
	svg := must.Get(f.SVG())(t)
	_, body, _ := strings.Cut(string(svg), "sans-serif\">\n")
	return strings.TrimSuffix(body, "</svg>\n")
}

// Consecutive paths of one style form one path, in page coordinates: y grows downwards, and points
// after the first are relative.
func TestPathsOfOneStyleAreOne(t *testing.T) {
	got := drawn(t, func(c draw.Canvas) {
		line := draw.LineStyle{Color: ink, Width: 2}
		c.StrokeLines(line, []vg.Point{{X: 10, Y: 100}, {X: 20, Y: 90.25}, {X: 20.5, Y: 100}})
		c.StrokeLine2(line, 10, 10, 9, 11)
		c.StrokeLine2(line, 10, 10, 9, 11) // a second time, which nobody would see
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: 1, Dashes: []vg.Length{5, 3}}, 10, 10, 9, 11)
	})
	want := `<path fill="none" stroke="#282828" stroke-width="2" d="M10 10l10 9.75l.5-9.75M10 100l-1-1"/>
<path fill="none" stroke="#282828" stroke-dasharray="5 3" d="M10 100l-1-1"/>
`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Areas of the same orientation form one path; those of opposite orientation, or transparent ones,
// are separate: no overlap becomes a hole.
func TestAreasOfOneDirectionAreOne(t *testing.T) {
	square := func(x, d vg.Length) []vg.Point {
		return []vg.Point{{X: x, Y: 20}, {X: x + 10, Y: 20}, {X: x + 10, Y: 20 + d}, {X: x, Y: 20 + d}}
	}
	got := drawn(t, func(c draw.Canvas) {
		c.FillPolygon(ink, square(10, 10))
		c.FillPolygon(ink, square(15, 10))
		c.FillPolygon(ink, square(15, -10))
		circle.DrawGlyph(&c, draw.GlyphStyle{Color: ink, Radius: 4}, vg.Point{X: 50, Y: 50})
		circle.DrawGlyph(&c, draw.GlyphStyle{Color: ink, Radius: 4}, vg.Point{X: 52, Y: 50})
	})
	if n := strings.Count(got, "<path"); n != 3 {
		t.Errorf("%d paths, want 3: two squares, one that runs the other way, two circles\n%s", n, got)
	}
	if want := `M50 56a4 4 0 0 0 0 8a4 4 0 0 0 0-8z`; !strings.Contains(got, want) {
		t.Errorf("no circle %s in\n%s", want, got)
	}
}

// Translated, rotated and scaled drawings are in the right place, including text, and pushed states
// are restored.
func TestPensMove(t *testing.T) {
	got := drawn(t, func(c draw.Canvas) {
		c.Push()
		c.Translate(vg.Point{X: 50, Y: 60})
		c.Rotate(math.Pi / 2)
		c.Scale(2, 2)
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: 1}, 0, 0, 10, 1)
		c.FillText(draw.TextStyle{Font: blank("").Title.TextStyle.Font, Handler: blank("").Title.TextStyle.Handler, Color: ink}, vg.Point{X: 5}, "a < b")
		c.Pop()
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: 1}, 0, 0, 10, 1)
	})
	for _, want := range []string{`stroke-width="2" d="M50 50l-2-20"`, `x="47.73" y="40"`, `transform="rotate(-90 47.73 40)"`, `font-size="24"`, "a &lt; b</text>", `d="M0 110l10-1"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// Numbers have no digit too many, and none too few.
func TestShortNumbers(t *testing.T) {
	for x, want := range map[float64]string{0: "0", -0.001: "0", 10: "10", 100: "100", 0.25: ".25", -0.5: "-.5", 1.005: "1", -12.346: "-12.35", 0.1: ".1"} {
		if got := short(x, 2); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}
