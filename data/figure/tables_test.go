package figure

import (
	"bytes"
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"gonum.org/v1/plot/vg"
)

// Tables are drawn with all their cells, as wide as they are, and again the same; a document is of
// one page of that size.
func TestTables(t *testing.T) {
	list := []Table{
		{Caption: "first", Header: []string{"mode", "ε"}, Rows: [][]any{{"strict", 1.5}, {"short"}}},
		{Header: []string{"x"}, Rows: [][]any{{strings.Repeat("wide ", 40)}}},
	}
	f := Tables("a title", list...).Noted("(a) a reason")
	svg := must.Get(f.SVG())(t)
	for _, text := range []string{"a title", "first", "mode", "ε", "strict", "1.5", "short", "wide wide", "(a) a reason"} {
		if !bytes.Contains(svg, []byte(text)) {
			t.Errorf("%q is not drawn", text)
		}
	}
	if narrow := Tables("a title", list[0]); narrow.width >= f.width || narrow.height >= f.height {
		t.Errorf("%v x %v, and of one table %v x %v", f.width, f.height, narrow.width, narrow.height)
	}
	pdf, err := f.PDF()
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) || bytes.Count(pdf, []byte("/Type /Page\n")) != 1 {
		t.Fatalf("%v, %.30q", err, pdf)
	}
	if again, err := f.PDF(); err != nil || !bytes.Equal(pdf, again) {
		t.Errorf("another document: %v", err)
	}
	if _, err := new(Figure).PDF(); err == nil {
		t.Error("an empty figure is a document")
	}
}

// Letters missing from the page's encoding are drawn: a page with them has more content than one
// without, and no letters of another script replace them.
func TestLettersOfDocuments(t *testing.T) {
	page := func(text string) int {
		pdf := must.Get(Tables("", Table{Header: []string{text}}).PDF())(t)
		return len(pdf)
	}
	none, few, many := page(""), page("ε"), page("εδαβγ ± – ₁")
	if !(none < few && few < many) {
		t.Errorf("%d, %d and %d bytes", none, few, many)
	}
}

// A title is broken into lines that fit, but for a word.
func TestWrapped(t *testing.T) {
	style := blank("").Title.TextStyle
	text := "Figure 8 of DPAR24: accuracy on cora-ml by the number K of entries"
	lines := strings.Split(wrapped(text, vg.Points(150), style), "\n")
	if len(lines) < 3 || strings.Join(lines, " ") != text {
		t.Errorf("%q", lines)
	}
	for _, l := range lines {
		if style.Width(l) > vg.Points(150) {
			t.Errorf("%q is %v wide", l, style.Width(l))
		}
	}
	if got := wrapped(text, vg.Length(math.Inf(1)), style); got != text {
		t.Errorf("%q", got)
	}
	if got := wrapped("onlyoneword", 1, style); got != "onlyoneword" {
		t.Errorf("%q", got)
	}
}

// Titles stay inside any kind of figure, even if letters are wider than measured; no word is lost.
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

// The largest number has the full colour, 0 is white without a number, and a table with a missing
// number is an error.
func TestHeatMap(t *testing.T) {
	h := Heat{Title: "wins", Rows: []string{"a", "b"}, Groups: []string{"karate", "cora"}, Columns: []string{"1"}, Values: [][]float64{{0, 12}, {3, 0.2}}}
	svg := must.Get(HeatMap(h).SVG())(t)
	for _, want := range []string{"#0072B2", ">12<", ">3<", ">karate<", ">wins<"} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("the heat map lacks %s", want)
		}
	}
	if strings.Contains(string(svg), ">0<") {
		t.Error("a cell of 0 has a number")
	}
	for name, values := range map[string][][]float64{"short": {{0, 1}}, "narrow": {{0}, {1}}, "NaN": {{0, math.NaN()}, {1, 1}}, "negative": {{0, -1}, {1, 1}}} {
		if h.Values = values; HeatMap(h).err == nil || HeatMap(Heat{}).err == nil {
			t.Errorf("%s, or no cell: no error", name)
		}
	}
}
