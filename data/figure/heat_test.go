package figure

import (
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// The largest number has the full colour, 0 is white and has no number, and a table with a number
// missing is an error.
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
