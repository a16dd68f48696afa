package exhibit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/study"
)

// toy is a configuration, and a result.
type toy struct {
	Width int `range:"[1,100]"`
	Steps int `range:"[1,100]"`
}

func (toy) Outcome() method.Outcome { return method.Outcome{} }

func private(context.Context, *gdp.Session, toy, *method.Watch) (toy, error) { return toy{}, nil }

func plain(context.Context, *graph.Network, toy, uint64, *method.Watch) (toy, error) {
	return toy{}, nil
}

// declared is a method with a table by width, whose strict mode does not depend on it, and a figure
// by ε.
func declared() method.Method {
	of := func(epsilons []float64, vary []study.Axis, modes ...string) study.Study {
		return study.Study{Methods: []string{"toy"}, Modes: modes, Data: []string{"karate", "far"}, Epsilons: epsilons, Seeds: study.Seeds(2), Vary: vary}
	}
	widths := []study.Axis{{Setting: "Width", Values: []string{"8", "16"}}}
	one := method.Exhibit{
		Name: "Table 1", About: "KS by width", Protocol: "statistics", Values: []string{"KS"},
		Across: []string{method.ByData, "Width"}, Down: []string{method.ByMode},
		Studies: []study.Study{of([]float64{1}, widths, "published"), of([]float64{1}, nil, "strict"), of([]float64{0}, nil, "nonprivate", "null")},
		Printed: []method.Quoted{
			{Method: "TOY", Data: "karate", Value: "KS", Epsilon: 1, Mean: 0.5, SD: 0.25}, {Method: "TOY", Data: "karate", Value: "KS", Epsilon: 1, Variant: "Width=16", Mean: 12.5},
			{Method: "OTHER", Data: "far", Value: "KS", Epsilon: 1, Mean: 0.75}, {Method: "OTHER", Data: "far", Value: "KS", Mean: 0.125},
		},
		Absent: []method.Absence{{Where: map[string]string{method.ByMode: "null", method.ByData: "far"}, Why: "far is too far"}},
	}
	two := method.Exhibit{
		Name: "Figure 2", About: "KS and TC by ε", Protocol: "statistics", Values: []string{"KS", "TC"},
		Panels: []string{method.ByData, method.ByValue}, Across: []string{method.ByEpsilon}, Down: []string{method.ByMode},
		Studies: []study.Study{of([]float64{1, 10}, nil, "published", "strict"), of([]float64{0}, nil, "nonprivate")},
		Printed: append(slices.Clone(one.Printed), method.Quoted{Method: "OTHER", Data: "karate", Value: "KS", Epsilon: 1, Mean: 0.5}),
	}
	return method.Method{
		Name: "toy", About: "a toy", Paper: "TOY1", Releases: release.KindGraph, Small: []string{"Steps=2"}, Called: map[string]string{"TOY": "published"},
		Exhibits: []method.Exhibit{one, two, {Name: "Figure 3", About: "a picture", Unmade: "it is a picture"}},
		Modes: []method.Mode{
			method.NewPrivate("Figure 3", method.Mode{Role: method.Strict, Name: "strict", About: "a", Relation: gdp.EdgeLevel}, toy{8, 8}, private).Mode, method.NewPrivate("strict", method.Mode{Role: method.Published, Name: "published", About: "a", Relation: gdp.EdgeLevel}, toy{8, 8}, private).Mode,
			method.NewPrivate("published", method.Mode{Role: method.Null, Name: "null", About: "a", Relation: gdp.EdgeLevel}, toy{8, 8}, private).Mode, method.NewPlain("null", method.Mode{Role: method.NonPrivate, Name: "nonprivate", About: "a"}, toy{8, 8}, plain).Mode,
		},
	}
}

// result is a stored run.
func result(mode, data, variant string, epsilon float64, seed uint64, ks float64) trial.Result {
	t := trial.Trial{Protocol: "statistics", Method: "toy", Mode: mode, Data: data, Variant: variant, Epsilon: epsilon, Seed: seed}
	made := trial.Provenance{Config: trial.ConfigKey(declared(), t), Processor: "p"}
	return trial.Result{Trial: t, Measured: trial.Measured{Values: map[string]float64{"KS": ks, "TC": 1000 * ks}, Made: made}}
}

// kept are some of the toy's trials: one under the name without the preset's width, and one failed.
func kept() []trial.Result {
	failed := result("published", "far", "Width=8", 1, 1, 0)
	failed.Error, failed.Values = "toy: too wide\nby far", nil
	return []trial.Result{
		result("published", "karate", "", 1, 1, 0.25), result("published", "karate", "Width=8", 1, 2, 0.75), result("published", "karate", "Width=16", 1, 1, 0.5),
		result("strict", "karate", "", 1, 1, 0.125), result("strict", "karate", "", 1, 2, 0.25), result("nonprivate", "karate", "", 0, 1, 0.0625), failed,
		result("published", "karate", "", 10, 1, 0.125), result("published", "karate", "Width=99", 1, 1, 99), result("null", "karate", "", 0, 1, 0.5),
	}
}

func drawn(t *testing.T, name string, results []trial.Result, whys map[string]string) *Drawn {
	t.Helper()
	m := declared()
	must.Do(t, m.Check())
	e := must.Get(Find(m, name))(t)
	p := must.Get(Plan([]method.Method{m}, m, e))(t)
	return p.Draw(results, whys)
}

var update = flag.Bool("update", false, "write the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		must.Do(t, os.WriteFile(path, []byte(got), 0o600))
	}
	want, err := os.ReadFile(path)
	if err != nil || got != string(want) {
		t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
	}
}

// The text, the page and the values of a table: the paper's numbers first, then modes by role; a
// constant at every width; means with standard errors; a reason in each empty cell.
func TestTable(t *testing.T) {
	d := drawn(t, "Table 1", kept(), map[string]string{"far": "far is not here"})
	golden(t, "table.txt", d.String())
	golden(t, "table.md", d.Markdown())
	golden(t, "table.html", d.HTML())
	var b bytes.Buffer
	must.Do(t, d.CSV(&b))
	golden(t, "table.csv", b.String())
	text := must.Get(json.MarshalIndent(d, "", " "))(t)
	golden(t, "table.json", string(text))
	if n := len(d.Missing(kept())); n != len(d.Trials)-7 || len(d.Trials) != 2*(2*2+2)+2*2*2 {
		t.Errorf("%d of %d trials are missing", n, len(d.Trials))
	}
}

// A figure has a panel for each data set and value with a number, and a level line for results
// without an ε. It has no printed competitors. Its drawings are reproducible.
func TestFigure(t *testing.T) {
	d := drawn(t, "Figure 2", kept(), nil)
	f := must.Get(d.Figure())(t)
	svg := must.Get(f.SVG())(t)
	for text, want := range map[string]bool{"karate, KS": true, "karate, TC": true, "paper: TOY": true, "OTHER": false, "far, TC": false, "published": true, "nonprivate": true, "Figure 2 of TOY1": true} {
		if got := bytes.Contains(svg, []byte(text)); got != want {
			t.Errorf("%q is in the figure: %v", text, got)
		}
	}
	pdf, err := f.PDF()
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Fatalf("%v, %.20q", err, pdf)
	}
	again, err := f.PDF()
	if err != nil || !bytes.Equal(pdf, again) {
		t.Errorf("another document: %v", err)
	}
	if _, err := drawn(t, "Figure 3", nil, nil).Figure(); !errors.Is(err, ErrNothing) {
		t.Errorf("a picture is drawn: %v", err)
	}
	if text := drawn(t, "Figure 3", nil, nil).String(); !strings.Contains(text, "Not made here: it is a picture.") {
		t.Errorf("%s", text)
	}
	table := must.Get(drawn(t, "Table 1", kept(), nil).Figure())(t)
	if svg, err := table.SVG(); err != nil || !bytes.Contains(svg, []byte("0.5000 ± 0.2500 (2)")) {
		t.Errorf("%v, %.500s", err, svg)
	}
}

// A cell whose trials lack a value has the reason, whatever the declaration of that value.
func TestValuesThatTrialsLack(t *testing.T) {
	d := drawn(t, "Table 1", nil, nil)
	d.Absent = append(d.Absent, method.Absence{Where: map[string]string{method.ByValue: "KS"}, Why: "the paper has another KS"})
	r := result("strict", "karate", "", 1, 1, 0.5)
	delete(r.Values, "KS")
	for _, c := range d.Planned.Draw([]trial.Result{r}, nil).Cells {
		want := "the paper has another KS"
		if c.At(method.ByMode) == "strict" && c.At(method.ByData) == "karate" {
			want = "the stored runs have no such value"
		} else if c.Printed || c.At(method.ByMode) == "null" && c.At(method.ByData) == "far" {
			continue
		}
		if c.Why != want {
			t.Errorf("%v: %q, want %q", c.at, c.Why, want)
		}
	}
}

// A cell with missing trials has their expected cost, estimated from similar trials.
func TestCosts(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "not made: no stored run shows how long it takes", 100: "not made: less than 0.1 hours",
		1200: "not made: some 0.7 hours", 10000: "not made: some 6 hours", 66600: "not made: some 40 hours",
	} {
		var kept []trial.Result
		if seconds > 0 {
			like, other := result("strict", "karate", "", 3, 1, 0), result("strict", "far", "", 1, 1, 0)
			like.Seconds, other.Seconds = seconds, 1e9
			kept = []trial.Result{like, other}
		}
		for _, c := range drawn(t, "Table 1", kept, nil).Cells {
			if c.At(method.ByMode) == "strict" && c.At(method.ByData) == "karate" && c.Why != want {
				t.Errorf("%g seconds: %q, want %q", seconds, c.Why, want)
			}
		}
	}
}

// Claimed results have open marks, and a note. A panel with printed numbers only is left out, with
// the reason. Several panels share one legend.
func TestMarksAndPanels(t *testing.T) {
	svg := func(proved float64) string {
		results := kept()
		for i := range results {
			if results[i].Claimed = results[i].Epsilon; results[i].Mode == "published" {
				results[i].Proved = proved
			}
		}
		d := drawn(t, "Figure 2", results, map[string]string{"far": "far is not here"})
		d.Method.Called = nil // then the printed numbers of OTHER are drawn too
		f := must.Get(d.Figure())(t)
		b := must.Get(f.SVG())(t)
		return string(b)
	}
	open, full := svg(math.Inf(1)), svg(1)
	for text, want := range map[string][2]int{
		">Open marks: ε is claimed, and not proved.<": {1, 0}, ">far, KS is not drawn: failed: toy: too wide; far is not here.<": {1, 1}, ">published<": {1, 1}, ">far, KS<": {0, 0},
	} {
		for i, svg := range []string{open, full} {
			if got := strings.Count(svg, text); got != want[i] {
				t.Errorf("%q stands %d times in figure %d, want %d", text, got, i, want[i])
			}
		}
	}
	if a, b := strings.Count(open, `fill="#FFFFFF"`), strings.Count(full, `fill="#FFFFFF"`); a <= b {
		t.Errorf("%d white areas with open marks, %d without", a, b)
	}
}

// A title names the method of the exhibit.
func TestTitle(t *testing.T) {
	d := drawn(t, "Table 1", nil, nil)
	for name, want := range map[string]string{
		"Table 1": "Table 1 of TOY1: KS by width", "Figure 7a": "Figure 7a of TOY1: KS by width", "Table V": "Table V of TOY1: KS by width",
		"Table A": "Table A (this project's, on TOY1): KS by width", "Figure B": "Figure B (this project's, on TOY1): KS by width",
	} {
		if d.Name = name; d.Title() != want {
			t.Errorf("%q, want %q", d.Title(), want)
		}
	}
}

// A result counts once, under any stored name, and a success before a failure.
func TestKept(t *testing.T) {
	failed := result("strict", "karate", "", 1, 1, 0)
	failed.Error, failed.Values = "no", nil
	d := drawn(t, "Table 1", append([]trial.Result{failed, result("published", "karate", "Steps=8,Width=8", 1, 1, 7)}, kept()...), nil)
	for _, c := range d.Cells {
		switch {
		case c.At(method.ByMode) == "strict" && c.At(method.ByData) == "karate" && c.Mean.Runs != 2:
			t.Errorf("strict: %+v", c)
		case c.At(method.ByMode) == "published" && c.At(method.ByData) == "karate" && c.At("Width") == "8" && math.Abs(c.Mean.Mean-(7+0.75)/2) > 1e-12:
			t.Errorf("the first of two results does not count: %+v", c)
		}
	}
}

// Runs of an earlier edition of a mode do not count.
func TestEditions(t *testing.T) {
	old := func(mode string, seed uint64, ks float64) trial.Result {
		r := result(mode, "karate", "", 1, seed, ks)
		r.Made.Edition = -1
		return r
	}
	d := drawn(t, "Figure 2", []trial.Result{old("published", 1, 9), old("published", 2, 9), result("published", "karate", "", 1, 1, 0.5), old("strict", 1, 0.25)}, nil)
	for _, c := range d.Cells {
		if c.Printed || c.At(method.ByData) != "karate" || c.At(method.ByValue) != "KS" || c.At(method.ByEpsilon) != "1" {
			continue
		}
		if runs := map[string]int{"published": 1}[c.At(method.ByMode)]; c.Mean.Runs != runs || runs == 1 && c.Mean.Mean != 0.5 || (runs == 0) != (c.Why != "") {
			t.Errorf("%s: %v, %q", c.At(method.ByMode), c.Mean, c.Why)
		}
	}
}

// An exhibit that no trials can mean is refused.
func TestRefusals(t *testing.T) {
	m := declared()
	for want, change := range map[string]func(e *method.Exhibit){
		"no protocol":            func(e *method.Exhibit) { e.Protocol = "guess" },
		`does not measure "AUC"`: func(e *method.Exhibit) { e.Values = []string{"AUC"} },
		"no mode": func(e *method.Exhibit) {
			e.Studies = []study.Study{{Methods: []string{"toy"}, Modes: []string{"best"}, Data: []string{"karate"}}}
		},
		"have one place":            func(e *method.Exhibit) { e.Across = []string{method.ByData} },
		"none of the modes has a s": func(e *method.Exhibit) { e.Studies[0].Vary = []study.Axis{{Setting: "Depth", Values: []string{"1"}}} },
	} {
		e := m.Exhibits[0]
		e.Studies = slices.Clone(e.Studies)
		change(&e)
		if _, err := Plan([]method.Method{m}, m, e); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if _, err := Find(m, "Table 2"); err == nil || !strings.Contains(err.Error(), `did you mean "Table 1"?`) {
		t.Errorf("%v", err)
	}
	m.Exhibits = nil
	if _, err := Find(m, "Table 2"); err == nil || !strings.Contains(err.Error(), "declares no tables") {
		t.Errorf("%v", err)
	}
}

// A small exhibit is on a data set of the program, with one seed and the method's short settings,
// and has nothing that was printed.
func TestSmall(t *testing.T) {
	m := declared()
	e := must.Get(Small([]method.Method{m}, m.Exhibits[0]))(t)
	p := must.Get(Plan([]method.Method{m}, m, e))(t)
	for _, x := range p.Trials {
		if x.Data != "made-up" || x.Seed != 1 || !strings.Contains(x.Variant, "Steps=2") {
			t.Errorf("%v", x)
		}
	}
	if text := p.Draw(nil, nil).String(); len(p.Trials) != 5 || !strings.Contains(text, "SMALL") || strings.Contains(text, "paper:") || strings.Contains(text, "Steps") {
		t.Errorf("%d trials: %s", len(p.Trials), text)
	}
	if _, err := Small(nil, m.Exhibits[2]); err == nil {
		t.Error("a picture has a small size")
	}
	e = m.Exhibits[0]
	e.Protocol = trial.GraphClasses
	if _, err := Small(nil, e); err == nil || !strings.Contains(err.Error(), "no small size") {
		t.Errorf("%v", err)
	}
}
