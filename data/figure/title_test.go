package figure

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"gonum.org/v1/plot/vg"
)

// Titles stay inside the figure, of whatever kind it is, where letters are wider than those that
// were measured; no word of them is lost.
func TestTitlesAreNotCut(t *testing.T) {
	const long = "Figure 1 of DPAR24: accuracy on cora-ml by ε, of which the training has 4 and the rows the rest"
	line := func(legend Corner, title string) *Figure {
		return Lines(LinesStyle{Title: title, Legend: legend}, Series{Name: "strict, EM0", Y: []float64{1, 2, 3}}, Series{Name: "published", Y: []float64{3, 2, 1}}).Sized(4, 3)
	}
	pair := "Proximity = DeepWalk, seprivgemb-blogcatalog"
	for name, x := range map[string]struct {
		f      *Figure
		titles []string
	}{
		"a plot":                {line(TopRight, long), []string{long}},
		"a legend beside":       {line(Beside, long), []string{long}},
		"a panel of one":        {Panel(long, 2, line(Beside, pair)), []string{long, pair}},
		"a panel of two":        {Panel(long+" and "+long, 2, line(Beside, pair), line(TopLeft, "short")), []string{long + " and " + long, pair, "short"}},
		"tables":                {Tables(long, Table{Header: []string{"a"}, Rows: [][]any{{1}}}), []string{long}},
		"a line below tables":   {Tables("short").Noted(long + long), []string{long + long}},
		"a column after others": {Tables("short", Table{Header: []string{"a", "b"}, Rows: [][]any{{long, long}}}), []string{long}},
	} {
		svg := must.Get(x.f.SVG())(t)
		var words []string
		for _, m := range regexp.MustCompile(`<text x="([-0-9.]+)" y="[-0-9.]+" font-size="([0-9.]+)"[^>]*>([^<]*)</text>`).FindAllStringSubmatch(string(svg), -1) {
			if strings.Contains(m[0], "transform=") {
				continue
			}
			left, _ := strconv.ParseFloat(m[1], 64)
			size, _ := strconv.ParseFloat(m[2], 64)
			style := blank("").Title.TextStyle
			write(&style, size)
			text := html.UnescapeString(m[3])
			words = append(words, text)
			if right := vg.Points(left) + wider*style.Width(text); left < 0 || right > x.f.width {
				t.Errorf("%s: %q runs from %v to %v of %v", name, text, left, right, x.f.width)
			}
		}
		for _, title := range x.titles {
			if !strings.Contains(strings.Join(words, " "), title) {
				t.Errorf("%s: no %q in %q", name, title, words)
			}
		}
	}
}
