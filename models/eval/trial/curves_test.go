package trial

import (
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/must"
)

// A mode stands at its proved ε, or with an open mark at its claimed ε. A mode without a proof has
// only open marks, and a non-private one is a level line.
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
	if err != nil || !strings.Contains(base, ">m strict<") || !strings.Contains(base, ">m nonprivate<") {
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
	must.Get(draw(level))(t)
	if _, err := draw(at("p", "published", 1, math.Inf(1), math.Inf(1), 0.7)); err == nil {
		t.Error("a figure of a mode without any ε, at no point")
	}
}

// Axes are made for the curves: x is logarithmic over a power of ten, and y for a value that is
// compared by factors, where all of it is positive. What needs no ε crosses the figure.
func TestPanel(t *testing.T) {
	draw := func(v Value, points ...Point) string {
		svg := must.Get(Panel{"", "ε", v, []Curve{{Name: "a", Points: points}}}.Figure().SVG())(t)
		return string(svg)
	}
	beside := must.Get(ProtocolOf(GraphBeside))(t)
	kl, share := beside.Value(DegreeKL), beside.Value(CentralOverlap)
	far := []Point{{X: 1, Y: 0.1}, {X: 2, Y: 20}}
	decade := func(svg string) bool { return strings.Contains(svg, ">0.1<") && strings.Contains(svg, ">10<") }
	for name, c := range map[string]struct {
		svg  string
		want bool
	}{
		"KL": {draw(kl, far...), true}, "a share": {draw(share, far...), false}, "KL of 0": {draw(kl, Point{X: 1, Y: 0}, far[1]), false},
		"KL that may be 0": {draw(kl, Point{X: 1, Y: .1, Spread: .2}, far[1]), true}, "many ε": {draw(share, Point{X: .1, Y: 1}, Point{X: 10, Y: 1}), true},
		"few ε": {draw(share, Point{X: 4, Y: 1}, Point{X: 10, Y: 1}), false}, "no spread": {draw(kl, Point{X: 1, Y: .1, Spread: math.NaN()}, far[1]), true},
	} {
		if decade(c.svg) != c.want {
			t.Errorf("%s is on a logarithmic axis: %v", name, !c.want)
		}
	}
	close := draw(Value{Name: "accuracy"}, Point{X: 1, Y: .81}, Point{X: 2, Y: .9})
	if strings.Contains(close, ">0.0<") || !strings.Contains(close, ">0.82<") {
		t.Error("accuracies of .81 and .9 are drawn from 0")
	}
	level := draw(share, Point{X: math.NaN(), Y: 3}, Point{X: 1, Y: 1}, Point{X: 3, Y: 2, Open: true}, Point{X: 2, Y: 2})
	if n := strings.Count(level, ">a<"); n != 1 {
		t.Errorf("a curve of three parts has %d names", n)
	}
	if n := strings.Count(level, `fill="#FFFFFF"`); n != 2 { // the ground, and the open mark
		t.Errorf("%d white areas", n)
	}
	if _, err := (Panel{"", "ε", share, nil}).Figure().SVG(); err == nil {
		t.Error("a figure of nothing")
	}
}

// An ε is only claimed if the proved one is larger; an ε proved below its claim is proved.
func TestOnlyClaimed(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		claimed, proved float64
		want            bool
		at              []float64
	}{
		{1, 1, false, []float64{1}}, {1, 0.5, false, []float64{0.5}}, {1, 8, true, []float64{8, 1}}, {1, inf, true, []float64{1}},
		{1, nan, true, []float64{1}}, {inf, inf, false, nil}, {0, 0, false, nil}, {nan, nan, false, nil},
	} {
		if got := OnlyClaimed(c.claimed, c.proved); got != c.want {
			t.Errorf("of %v, with %v proved, only a claim: %v", c.claimed, c.proved, got)
		}
		points := Places(c.claimed, c.proved, 1, 0)
		if len(points) != len(c.at) {
			t.Fatalf("%+v: %v", c, points)
		}
		for i, p := range points {
			if p.X != c.at[i] || p.Open != (c.want && i == len(points)-1) {
				t.Errorf("%+v: %+v", c, points)
			}
		}
	}
}

// Every role of a mode has one of a figure.
func TestRoleOf(t *testing.T) {
	seen := map[figure.Role]bool{}
	for _, m := range outside("m")[0].Modes {
		seen[RoleOf(m.Role)] = true
	}
	if len(seen) != 8 {
		t.Errorf("%d roles of figures for 8 of modes", len(seen))
	}
}
