package nbtrial

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/trial"
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

// grid is of a method whose mode "copy" returns the graph that it is given, and whose mode
// "empty" returns a graph without edges.
func grid() (Grid, *runs) {
	n := new(runs)
	return Grid{
		Method: method.Method{
			Name: "copier", About: "copies", Releases: release.KindGraph,
			Modes: []method.Mode{
				method.Plain(method.Other, "copy", "the graph itself", stepping{Steps: 100},
					func(_ context.Context, net *graph.Network, c stepping, _ uint64, _ *method.Watch) (released, error) {
						n.copies.Add(1)
						n.steps.Add(int32(c.Steps))
						return released{net.Graph}, nil
					}),
				method.Private(method.Other, "empty", "no edges", gdp.NodeLevel, still{},
					func(_ context.Context, s *gdp.Session, _ still, _ *method.Watch) (released, error) {
						n.empties.Add(1)
						g, _, err := graph.FromEdges(s.Public().Nodes, nil, graph.Options{})
						return released{g}, err
					}),
			},
		},
		MadeUp: func() *graph.Network { return &data.MustLoad("karate").Network },
		Small:  []string{"Steps=3"},
	}, n
}

// do runs a grid as a cell does, and returns what it showed beside the results.
func do(t *testing.T, g Grid, axes ...trial.Axes) (results []trial.Result, shown string) {
	t.Helper()
	outputs, err := capture.Run(func() { results = g.Do(axes...) })
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outputs {
		shown += o.String()
	}
	return results, shown
}

var axes = trial.Axes{Protocols: []string{trial.GraphStatistics}, Modes: []string{"copy"}, Data: []string{"karate", "privdpr-cora"}, Epsilons: []float64{0.5}, Seeds: []uint64{1, 2}}

// Trials are evaluated once, by the protocol that they name, and read from then on; a data
// set that is missing is left out, and a cell without any says so.
func TestGrid(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GDP_SIZE", "full")
	t.Setenv("GDP_DATA", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	g, n := grid()
	first, _ := do(t, g, axes)
	more := axes
	more.Modes = []string{"empty"}
	second, _ := do(t, g, axes, more)
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
	// What is kept is shown where its data set is not.
	line, err := os.ReadFile(filepath.Join("results", "results.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	line = bytes.ReplaceAll(line[:bytes.IndexByte(line, '\n')+1], []byte(`"karate"`), []byte(`"pgb-facebook"`))
	if err := os.MkdirAll(filepath.Join("kept", "results"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("kept", "results", "results.jsonl"), line, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir("kept")
	facebook := axes
	facebook.Data = []string{"pgb-facebook"}
	if r, _ := do(t, g, facebook); len(r) != 1 || r[0].Data != "pgb-facebook" {
		t.Errorf("%+v, want the one trial that is kept", r)
	}

	missing := axes
	missing.Data = missing.Data[1:]
	if r, shown := do(t, g, missing); r != nil || !strings.Contains(shown, "None of the data sets") {
		t.Errorf("without data: %v, and %q is shown", r, shown)
	}
}

// A small run makes everything on the graph that stands in, with the small settings that a
// mode has, and keeps nothing.
func TestGridOfASmallRun(t *testing.T) {
	t.Chdir(t.TempDir())
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("GDP_SIZE", "small")
	g, n := grid()
	both := axes
	both.Modes = []string{"copy", "empty"}
	for range 2 {
		results, _ := do(t, g, both)
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

// Methods that stand beside the grid's own are run where axes name them.
func TestGridOfSeveralMethods(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GDP_SIZE", "full")
	g, own := grid()
	other, theirs := grid()
	other.Method.Name = "another"
	g.Beside = []method.Method{other.Method}
	both := axes
	both.Data, both.Seeds, both.Methods = []string{"karate"}, []uint64{1}, []string{"copier", "another"}
	results, _ := do(t, g, both)
	if len(results) != 2 || results[0].Method != "copier" || results[1].Method != "another" || own.copies.Load() != 1 || theirs.copies.Load() != 1 {
		t.Errorf("%+v of %d and %d runs", results, own.copies.Load(), theirs.copies.Load())
	}
}

// A trial that the method cannot run ends the cell with its error.
func TestGridOfAnUnknownMode(t *testing.T) {
	t.Chdir(t.TempDir())
	g, _ := grid()
	unknown := axes
	unknown.Modes = []string{"teleport"}
	for _, size := range []string{"small", "full"} {
		t.Setenv("GDP_SIZE", size)
		if _, err := capture.Run(func() { g.Do(unknown) }); err == nil || !strings.Contains(err.Error(), `no mode "teleport"`) {
			t.Errorf("%s: %v", size, err)
		}
	}
}
