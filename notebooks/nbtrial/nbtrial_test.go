package nbtrial

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// released is a graph that a mode returns.
type released struct{ *graph.Graph }

func (r released) Outcome() method.Outcome {
	return method.Outcome{Release: release.Graph{Network: &graph.Network{Graph: r.Graph}}}
}

// stepping has a setting, still has none.
type (
	stepping struct{ Steps int }
	still    struct{}
)

// runs counts the runs of a method, and the steps of its mode "copy".
type runs struct{ copies, empties, steps atomic.Int32 }

// options are of a method whose mode "copy" returns the graph that it is given, and whose mode
// "empty" returns a graph without edges.
func options() (Options, *runs) {
	n := new(runs)
	return Options{
		Methods: []method.Method{{
			Name: "copier", About: "copies", Releases: release.KindGraph,
			Modes: []method.Mode{
				method.NewPlain("copier", method.Mode{Role: method.NonPrivate, Name: "copy", About: "the graph itself"}, stepping{Steps: 100},
					func(_ context.Context, net *graph.Network, c stepping, _ uint64, _ *method.Watch) (released, error) {
						n.copies.Add(1)
						n.steps.Add(int32(c.Steps))
						return released{net.Graph}, nil
					}).Mode,
				method.NewPrivate("copier", method.Mode{Role: method.Other, Name: "empty", About: "no edges", Relation: gdp.NodeLevel}, still{},
					func(_ context.Context, s *gdp.Session, _ still, _ *method.Watch) (released, error) {
						n.empties.Add(1)
						g, _, err := graph.FromEdges(s.Public().Nodes, nil, graph.Options{})
						return released{g}, err
					}).Mode,
			},
		}},
		MadeUp: data.MustLoad("karate").Graphs(),
		Small:  []string{"Steps=3"},
	}, n
}

// do runs trials like a cell, and returns its output beside the results.
func do(t *testing.T, o Options, studies ...study.Study) (results []trial.Result, shown string) {
	t.Helper()
	outputs := must.Get(capture.Run(func() { results = Do(o, studies...) }))(t)
	for _, o := range outputs {
		shown += o.String()
	}
	return results, shown
}

var copies = study.Study{Protocols: []string{trial.GraphStatistics}, Modes: []string{"copy"}, Data: []string{"karate", "privdpr-cora"}, Epsilons: []float64{0.5}, Seeds: []uint64{1, 2}}

// Each trial is evaluated once, by its protocol, and then read. A missing data set is left out, and
// a cell without any data shows a note.
func TestDo(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GDP_SIZE", "full")
	t.Setenv("GDP_DATA", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	o, n := options()
	first, _ := do(t, o, copies)
	more := copies
	more.Modes = []string{"empty"}
	second, _ := do(t, o, copies, more)
	if copies, empties := n.copies.Load(), n.empties.Load(); copies != 2 || empties != 2 || len(first) != 2 || len(second) != 4 {
		t.Errorf("%d copies and %d empty graphs were made for %d and then %d results, want 2 and 2 for 2 and 4", copies, empties, len(first), len(second))
	}
	for _, r := range second {
		want := map[string]float64{"copy": 0, "empty": 1}[r.Mode]
		if got, ok := r.Values[trial.TC]; r.Method != "copier" || r.Data != "karate" || r.Variant != "" || !ok || got != want {
			t.Errorf("%+v, want method copier on karate with %s = %v", r, trial.TC, want)
		}
	}
	if n.steps.Load() != 200 {
		t.Errorf("two full runs made %d steps, want 200", n.steps.Load())
	}
	// Stored results are shown even if their data set is missing.
	line := must.Get(os.ReadFile(filepath.Join("results", "results.jsonl")))(t)
	line = bytes.ReplaceAll(line[:bytes.IndexByte(line, '\n')+1], []byte(`"karate"`), []byte(`"pgb-facebook"`))
	must.Do(t, os.MkdirAll(filepath.Join("kept", "results"), 0o755))
	must.Do(t, os.WriteFile(filepath.Join("kept", "results", "results.jsonl"), line, 0o644))
	t.Chdir("kept")
	facebook := copies
	facebook.Data = []string{"pgb-facebook"}
	if r, _ := do(t, o, facebook); len(r) != 1 || r[0].Data != "pgb-facebook" {
		t.Errorf("%+v, want the one trial that is kept", r)
	}

	// Trials stored by another notebook are not repeated, and stay there.
	must.Do(t, os.MkdirAll(filepath.Join("..", "beside"), 0o755))
	t.Chdir(filepath.Join("..", "beside"))
	both := facebook
	both.Data = []string{"pgb-facebook", "karate"}
	before := n.copies.Load()
	r, _ := do(t, o, both)
	lent := slices.ContainsFunc(r, func(r trial.Result) bool { return r.Data == "pgb-facebook" })
	if len(r) != 3 || !lent || n.copies.Load() != before+2 {
		t.Errorf("%+v by %d runs, want the trial that is kept beside, and two that are made", r, n.copies.Load()-before)
	}
	if own, err := trial.Read("results"); err != nil || len(own) != 2 {
		t.Errorf("%v, %v: want the two that were made", own, err)
	}

	missing := copies
	missing.Data = missing.Data[1:]
	if r, shown := do(t, o, missing); r != nil || !strings.Contains(shown, "None of the data sets") {
		t.Errorf("without data: %v, and %q is shown", r, shown)
	}
}

// A small run makes everything on the graph that stands in, with the small settings that a
// mode has, and keeps nothing.
func TestSmallRun(t *testing.T) {
	t.Chdir(t.TempDir())
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("GDP_SIZE", "small")
	o, n := options()
	both := copies
	both.Modes = []string{"copy", "empty"}
	for range 2 {
		results, _ := do(t, o, both)
		if len(results) != 4 || slices.ContainsFunc(results, func(r trial.Result) bool {
			return r.Data != "made up" || r.Variant != map[string]string{"copy": "Steps=3", "empty": ""}[r.Mode]
		}) {
			t.Errorf("%+v, want four trials on the graph that is made up, copies in three steps", results)
		}
	}
	if n.copies.Load() != 4 || n.empties.Load() != 4 || n.steps.Load() != 12 {
		t.Errorf("%d copies in %d steps and %d empty graphs, want 4 in 12, and 4", n.copies.Load(), n.steps.Load(), n.empties.Load())
	}
	for _, folder := range []string{".", temporary} {
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("a small run leaves %v, %v", left, err)
		}
	}
}

// A study is of the methods that it names.
func TestSeveralMethods(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GDP_SIZE", "full")
	o, own := options()
	other, theirs := options()
	other.Methods[0].Name = "another"
	o.Methods = append(o.Methods, other.Methods...)
	both := copies
	both.Data, both.Seeds, both.Methods = []string{"karate"}, []uint64{1}, []string{"copier", "another"}
	results, _ := do(t, o, both)
	if len(results) != 2 || results[0].Method != "copier" || results[1].Method != "another" || own.copies.Load() != 1 || theirs.copies.Load() != 1 {
		t.Errorf("%+v of %d and %d runs", results, own.copies.Load(), theirs.copies.Load())
	}
}

// A trial that the method cannot run ends the cell with its error.
func TestUnknownMode(t *testing.T) {
	t.Chdir(t.TempDir())
	o, _ := options()
	unknown := copies
	unknown.Modes = []string{"teleport"}
	for _, size := range []string{"small", "full"} {
		t.Setenv("GDP_SIZE", size)
		if _, err := capture.Run(func() { Do(o, unknown) }); err == nil || !strings.Contains(err.Error(), `no mode "teleport"`) {
			t.Errorf("%s: %v", size, err)
		}
	}
}

// At size kept no trial runs: one without a result ends the cell.
func TestKept(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GDP_SIZE", "full")
	o, n := options()
	one := copies
	one.Data = one.Data[:1]
	do(t, o, one)
	t.Setenv("GDP_SIZE", "kept")
	if again, _ := do(t, o, one); len(again) != 2 {
		t.Errorf("%d results of two that are kept", len(again))
	}
	one.Seeds = []uint64{3}
	if _, err := capture.Run(func() { Do(o, one) }); !errors.Is(err, ErrNotKept) || n.copies.Load() != 2 {
		t.Errorf("%v after %d copies, want that no result is kept", err, n.copies.Load())
	}
}

// An exhibit is shown from stored trials, and none is run. A small run runs few trials and stores
// none. An undeclared exhibit ends the cell.
func TestShow(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GDP_SIZE", "full")
	o, n := options()
	m := o.Methods[0]
	m.Small = o.Small
	m.Exhibits = []method.Exhibit{{
		Name: "Table 1", About: "triangles", Protocol: trial.GraphStatistics, Values: []string{trial.TC}, Across: []string{method.ByData}, Down: []string{method.ByMode},
		Studies: []study.Study{{Methods: []string{"copier"}, Modes: []string{"copy", "empty"}, Data: []string{"karate"}, Epsilons: []float64{1}, Seeds: study.Seeds(2)}},
		Printed: []method.Quoted{{Method: "Copier", Data: "karate", Value: trial.TC, Mean: 0.75}},
	}}
	figure := m.Exhibits[0]
	figure.Name, figure.Across = "Figure 1", []string{method.ByEpsilon}
	m.Exhibits = append(m.Exhibits, figure)
	o.Methods[0] = m
	do(t, o, study.Study{Protocols: []string{trial.GraphStatistics}, Modes: []string{"empty"}, Data: []string{"karate"}, Epsilons: []float64{1}, Seeds: study.Seeds(2)})
	show := func(name string) (shown string, err error) {
		outputs, err := capture.Run(func() { Show(m, name) })
		for _, o := range outputs {
			shown += o.String()
		}
		return shown, err
	}
	shown, err := show("Table 1")
	if err != nil || !strings.Contains(shown, "1.000 ± 0.000 (2)") || !strings.Contains(shown, "0.7500") || !strings.Contains(shown, "(a) not made") || n.copies.Load() != 0 {
		t.Errorf("%v, %d copies are made: %s", err, n.copies.Load(), shown)
	}
	if shown, err := show("Figure 1"); err != nil || !strings.Contains(shown, "Figure 1 of copier") {
		t.Errorf("%v: %s", err, shown)
	}
	if _, err := show("Table 2"); err == nil || !strings.Contains(err.Error(), "has no Table 2") {
		t.Errorf("%v", err)
	}
	t.Setenv("GDP_SIZE", "small")
	if shown, err := show("Table 1"); err != nil || !strings.Contains(shown, "SMALL") || strings.Contains(shown, "0.7500") || n.copies.Load() != 1 || n.steps.Load() != 3 {
		t.Errorf("%v, %d copies of %d steps are made: %s", err, n.copies.Load(), n.steps.Load(), shown)
	}
}

// If all trials are stored, the bar ends at their number, not at 0.
func TestKeptTrialsCount(t *testing.T) {
	g := trial.Grid{Folder: t.TempDir(), Workers: 1, Run: func(context.Context, trial.Trial) (trial.Measured, error) {
		return trial.Measured{Values: map[string]float64{"x": 1}}, nil
	}}
	for seed := range uint64(3) {
		g.Trials = append(g.Trials, trial.Trial{Protocol: trial.GraphStatistics, Method: "m", Mode: "copy", Data: "a", Seed: seed})
	}
	all := g.Trials
	for _, n := range []int{2, 3, 3} { // two are made, then the third, then none
		g.Trials = all[:n]
		steps := 0
		if results := makeAll(g, func(n int) { steps += n }); len(results) != n || steps != n {
			t.Errorf("%d results, the bar ends at %d, want %d", len(results), steps, n)
		}
	}
}
