package figure

import (
	"bytes"
	"math"
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

// Letters that the page's encoding lacks are drawn: a page of them has more in it than one of none,
// and no letter of another script in their place.
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
