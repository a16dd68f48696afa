package trial

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// outside are methods that this project does not know, with a mode of each role.
func outside(names ...string) (list []method.Method) {
	type none struct{}
	private := func(context.Context, *gdp.Session, none, *method.Watch) (r toyResult, err error) { return }
	open := func(context.Context, *graph.Network, none, uint64, *method.Watch) (r toyResult, err error) { return }
	for _, name := range names {
		mode := func(role method.Role, mode string) method.Mode {
			m := method.Mode{Role: role, Name: mode, About: "of another module", Relation: gdp.EdgeLevel}
			if role == method.Tuned || role == method.NonPrivate {
				return method.NewPlain(name, m, none{}, open).Mode
			}
			return method.NewPrivate(name, m, none{}, private).Mode
		}
		list = append(list, method.Method{Name: name, About: "of another module", Releases: release.KindClassifier, Modes: []method.Mode{
			mode(method.Tuned, "bare-longer"), mode(method.NonPrivate, "bare"), mode(method.Other, "sideways"), mode(method.AsCoded, "their-script"),
			mode(method.Null, "coin"), mode(method.Control, "blind"), mode(method.Published, "of-2031"), mode(method.Strict, "fenced"),
		}})
	}
	return list
}

var strokes = regexp.MustCompile(`stroke="(#[0-9A-F]{6})"`)

// In all figures of a palette a method has its own colour, also methods with unknown names. Other
// settings have a darker one. Null controls share one colour, and so do non-private results.
func TestPalette(t *testing.T) {
	methods := outside("weaver", "potter")
	var results []Result
	for _, m := range methods {
		must.Do(t, m.Check())
		for _, mode := range m.Modes {
			for _, at := range []Trial{{Data: "a"}, {Data: "b"}, {Data: "b", Variant: "Clip=1"}} {
				at.Protocol, at.Method, at.Mode, at.Epsilon = Classification, m.Name, mode.Name, 1
				results = append(results, Result{Trial: at, Measured: Measured{Values: map[string]float64{"accuracy": 0.5}, Claimed: 1, Proved: 1}})
			}
		}
	}
	c := NewPalette(results, methods...)
	of := map[string]string{} // by method and settings, the colour
	for _, r := range results {
		svg := must.Get(c.Frontier("", Classification, r.Data, "accuracy", []Result{r}).SVG())(t)
		m := must.Get(method.Find(methods, r.Method))(t)
		mode := must.Get(m.Mode(r.Mode))(t)
		drawn := ""
		for _, s := range strokes.FindAllStringSubmatch(string(svg), -1) {
			if !slices.Contains([]string{"#E4E4E4", "#6E6E6E"}, s[1]) { // the grid and the axes
				drawn = s[1]
			}
		}
		name := m.Name + r.Variant
		if mode.Role == method.Null || mode.Role == method.NonPrivate || mode.Role == method.Tuned {
			name = "what " + m.Name + " is compared with: " + drawn
		}
		if was, ok := of[name]; ok && was != drawn {
			t.Errorf("%s has the colours %s and %s", name, was, drawn)
		}
		of[name] = drawn
	}
	seen := map[string]string{}
	for name, colour := range of {
		if other, ok := seen[colour]; ok && !(strings.HasPrefix(name, "what ") && strings.HasPrefix(other, "what ")) {
			t.Errorf("%s and %s have the colour %q", name, other, colour)
		}
		seen[colour] = name
	}
	for name, colour := range map[string]string{"weaver": "#0072B2", "potter": "#B84C00"} {
		if got := of[name]; got != colour {
			t.Errorf("%s has the colour %q, want %q", name, got, colour)
		}
	}
	for _, colour := range []string{"#009E73", ""} { // without privacy, and null
		for _, m := range methods {
			if _, ok := of["what "+m.Name+" is compared with: "+colour]; !ok {
				t.Errorf("nothing that %s is compared with has the colour %q", m.Name, colour)
			}
		}
	}
	if len(of) != 8 || len(seen) != 6 {
		t.Errorf("%d colours of %d lines, want 6 of 8", len(seen), len(of))
	}
}

// An unknown mode, such as a level that a notebook adds, has a colour of no role; printed results
// have their own.
func TestPaletteOfUnknownModes(t *testing.T) {
	at := func(method, mode string) Result {
		return Result{Trial: Trial{Protocol: Classification, Method: method, Mode: mode, Data: "a", Epsilon: 1}, Measured: Measured{Values: map[string]float64{"accuracy": 0.5}, Claimed: 1, Proved: 1}}
	}
	results := []Result{at("weaver", "fenced"), at("weaver", "nothing"), at("nobody", "fenced"), at(Paper, "Weaver")}
	svg, err := NewPalette(results, outside("weaver")...).Frontier("", Classification, "a", "accuracy", results).SVG()
	if err != nil || strings.Count(string(svg), `stroke="#0072B2"`) == 0 || !strings.Contains(string(svg), "#CC79A7") || strings.Count(string(svg), `stroke="#282828"`) == 0 || !strings.Contains(string(svg), "#56B4E9") {
		t.Errorf("%v\n%s", err, svg)
	}
}
