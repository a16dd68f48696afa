package trial

import (
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/models/method"
)

// Figures can be drawn, and name what was measured.
func TestFigures(t *testing.T) {
	var results []Result
	for _, eps := range []float64{0.1, 1} {
		for _, mode := range []string{"strict", "null"} {
			results = append(results, Result{Trial: Trial{Protocol: "statistics", Method: "m", Mode: mode, Data: "cora", Epsilon: eps}, Measured: Measured{Values: map[string]float64{KS: eps / 2}}})
		}
	}
	results = append(results, Result{Trial: Trial{Protocol: "statistics", Method: "m", Mode: "nonprivate", Data: "cora"}, Measured: Measured{Values: map[string]float64{KS: 0.05}}},
		Result{Trial: Trial{Protocol: "links", Method: "m", Mode: "elsewhere", Data: "cora", Epsilon: 1}, Measured: Measured{Values: map[string]float64{KS: 1}}})
	quoted := []method.Quoted{
		{Protocol: "statistics", Method: "M", Data: "cora", Value: KS, Epsilon: 0.1, Mean: 0.2, SD: 0.01},
		{Protocol: "statistics", Method: "M", Data: "cora", Value: KS, Mean: 0.1}, // without privacy: another line of the paper's
	}
	toy := outside("m")
	for i, x := range toy[0].Modes {
		toy[0].Modes[i].Name = x.Role.String()
	}
	svg, err := NewPalette(results, toy...).Curves("KS on cora", "statistics", "cora", KS, "M", quoted, results).SVG()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"strict": true, "null": true, "nonprivate": true, "paper": true, "elsewhere": false} {
		if strings.Contains(string(svg), name) != want {
			t.Errorf("the figure names %s: %v", name, !want)
		}
	}
	for role, colour := range map[string]string{"strict": "#0072B2", "null": "#6E6E6E", "nonprivate": "#009E73", "paper": "#282828"} {
		if !strings.Contains(string(svg), `stroke="`+colour) {
			t.Errorf("no line has the colour of %s", role)
		}
	}
	draw := func(quoted []method.Quoted, results []Result) string {
		svg, err := NewPalette(results, toy...).Curves("", "statistics", "cora", KS, "M", quoted, results).SVG()
		if err != nil {
			t.Fatal(err)
		}
		return string(svg)
	}
	if draw(quoted, results) != draw(append(quoted, method.Quoted{Protocol: "statistics", Method: "M", Data: "cora", Value: KS, Epsilon: 1, Variant: "s=2", Mean: 0.9}), results) {
		t.Error("what was printed for a variant is in the curve")
	}
	at := func(method string, eps, ks float64) Result {
		return Result{Trial: Trial{Protocol: "statistics", Method: method, Mode: "nonprivate", Data: "cora", Epsilon: eps}, Measured: Measured{Values: map[string]float64{KS: ks}}}
	}
	if draw(nil, append(results, at("m", 1, 0.2))) == draw(nil, append(results, at("m", 1, 0.4))) {
		t.Error("a mode that was run at ε = 0 as well loses its other points")
	}
	if svg := draw(nil, append(results, at("other", 0, 0.4))); !strings.Contains(svg, "other nonprivate") || !strings.Contains(svg, "m nonprivate") {
		t.Error("two methods stand under one name")
	}
	if _, err := (Palette{}).Curves("", "statistics", "p2p", KS, "M", quoted, results).SVG(); err == nil {
		t.Error("a figure of nothing")
	}
}

// A mode stands where its ε is proved, with an open mark where it is claimed; one of which
// nothing is proved has open marks alone, and one without privacy is a level line.
func TestFrontier(t *testing.T) {
	at := func(method, mode string, eps, claimed, proved, accuracy float64) Result {
		return Result{
			Trial:    Trial{Protocol: Classification, Method: method, Mode: mode, Data: "cora", Epsilon: eps},
			Measured: Measured{Values: map[string]float64{"accuracy": accuracy}, Claimed: claimed, Proved: proved},
		}
	}
	draw := func(results ...Result) (string, error) {
		svg, err := NewPalette(results).Frontier("", Classification, "cora", "accuracy", results).SVG()
		return string(svg), err
	}
	level := at("m", "nonprivate", 0, math.Inf(1), math.Inf(1), 0.9)
	strict := []Result{at("m", "strict", 1, 1, 1, 0.5), at("m", "strict", 8, 8, 8, 0.8)}
	base, err := draw(append(strict, level)...)
	if err != nil || strings.Contains(base, "strict (") || !strings.Contains(base, ">m strict<") || !strings.Contains(base, ">m nonprivate<") {
		t.Fatalf("%v\n%s", err, base)
	}
	hollow := strings.Count(base, "#FFFFFF")
	for name, other := range map[string]Result{
		"claimed below what is proved": at("p", "published", 1, 1, 8, 0.7), "nothing proved": at("p", "published", 1, 1, math.Inf(1), 0.7),
	} {
		svg, err := draw(append(strict, level, other)...)
		if err != nil || strings.Count(svg, ">p published<") != 1 {
			t.Errorf("%s: %v, or it is not named once", name, err)
		}
		if strings.Count(svg, "#FFFFFF") <= hollow {
			t.Errorf("%s: no open mark", name)
		}
	}
	if _, err := draw(level); err != nil {
		t.Error(err)
	}
	if _, err := draw(at("p", "published", 1, math.Inf(1), math.Inf(1), 0.7)); err == nil {
		t.Error("a figure of a mode without any ε, at no point")
	}
}
