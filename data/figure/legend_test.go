package figure

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// A legend is at the requested position, its names start there and grow to the right, and next to
// the plot it leaves the last point visible.
func TestLegend(t *testing.T) {
	const wide = 432.0 // points, 6 inches
	text := regexp.MustCompile(`<text x="([-0-9.]+)" y="([-0-9.]+)"[^>]*>(first line|at the end)<`)
	for _, c := range []struct {
		corner      Corner
		left, right float64 // where the names may begin, as a share of the width
		top         bool
	}{{TopRight, .5, .95, true}, {BottomRight, .5, .95, false}, {TopLeft, .1, .4, true}, {BottomLeft, .1, .4, false}, {Beside, .7, .95, true}} {
		svg := must.Get(Lines(LinesStyle{Legend: c.corner}, Series{Name: "first line", Y: []float64{1, 2, 3}}, Series{Name: "at the end", Y: []float64{3, 2, 1}}).SVG())(t)
		found := text.FindAllStringSubmatch(string(svg), -1)
		if len(found) != 2 {
			t.Fatalf("corner %d: %d names", c.corner, len(found))
		}
		for _, m := range found {
			if strings.Contains(m[0], "text-anchor:end") {
				t.Errorf("corner %d: %q grows to the left", c.corner, m[3])
			}
			x, _ := strconv.ParseFloat(m[1], 64)
			y, _ := strconv.ParseFloat(m[2], 64)
			if x < c.left*wide || x > c.right*wide || (y < 115) != c.top {
				t.Errorf("corner %d: %q begins at (%v, %v)", c.corner, m[3], x, y)
			}
		}
		if c.corner == Beside {
			x, _ := strconv.ParseFloat(found[0][1], 64)
			curves := 0
			for _, m := range regexp.MustCompile(`M([0-9.]+) [0-9.]+((?:l[-0-9. ]+)+)"`).FindAllStringSubmatch(string(svg), -1) {
				at, _ := strconv.ParseFloat(m[1], 64)
				for _, m := range regexp.MustCompile(`l(-?[0-9.]+)`).FindAllStringSubmatch(m[2], -1) {
					d, _ := strconv.ParseFloat(m[1], 64)
					at += d
				}
				if at > x {
					t.Errorf("a line runs to %v, beyond the names at %v", at, x)
				}
				curves++
			}
			if curves < 2 {
				t.Errorf("%d curves", curves)
			}
		}
	}
}

// Axes have default labels, and the names of many curves are next to the plot.
func TestDefaultsOfLines(t *testing.T) {
	series := make([]Series, maxInCorner+1)
	for i := range series {
		series[i] = Series{Name: fmt.Sprint("curve ", i), Y: []float64{1, 2}}
	}
	few, many, beside := Lines(LinesStyle{}, series[:maxInCorner]...), Lines(LinesStyle{}, series...), Lines(LinesStyle{Legend: Beside}, series...)
	for _, f := range []*Figure{few, many} {
		svg, err := f.SVG()
		if err != nil || !strings.Contains(string(svg), ">x</text>") || !strings.Contains(string(svg), ">y</text>") {
			t.Errorf("axes without labels: %v\n%s", err, svg)
		}
	}
	a, err := many.SVG()
	b, err2 := beside.SVG()
	if err != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Errorf("names of %d curves do not stand beside them: %v, %v", len(series), err, err2)
	}
}
