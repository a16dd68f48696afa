package table

import (
	"math"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	tab := Table{Caption: "A & B", Header: []string{"name", "value"}, Rows: [][]any{{"<x>", 0.123456}, {"y", 2.0}}}
	html := tab.HTML()
	for _, want := range []string{"<caption>A &amp; B</caption>", "&lt;x&gt;", `<td style="text-align:right">0.1235</td>`, `<td style="text-align:left">y</td>`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in %s", want, html)
		}
	}
	for want, v := range map[string]any{"52301": 52301.0, "-3": float32(-3), "0.3333": 1.0 / 3, "1.235e-07": 1.2345e-7, "1e+20": 1e20, "7": 7, "x": "x", "NaN": math.NaN(), "+Inf": math.Inf(1)} {
		if got := format(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
	if want := "A & B\nname  value\n<x>   0.1235\ny     2\n"; tab.String() != want {
		t.Errorf("%q, want %q", tab.String(), want)
	}
}
