package nbtrial

import (
	"context"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/trial"
	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// count is a grid that measures how many nodes the graph has, and how often it was
// asked.
func count() (Grid, *atomic.Int32) {
	asked := new(atomic.Int32)
	return Grid{
		Method: "count",
		MadeUp: func() *graph.Network { return &data.MustLoad("karate").Network },
		Evaluate: func(_ context.Context, t trial.Trial, on *graph.Network) (map[string]float64, error) {
			asked.Add(1)
			return map[string]float64{"nodes": float64(on.Graph.N()) + t.Epsilon}, nil
		},
	}, asked
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

var axes = trial.Axes{Protocols: []string{"p"}, Modes: []string{"a", "b"}, Data: []string{"karate", "privdpr-cora"}, Epsilons: []float64{0.5}, Seeds: []uint64{1, 2}}

// Trials are made once and read from then on; a data set that is missing is left out,
// and one without which nothing remains is told.
func TestGrid(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GDP_SIZE", "full")
	t.Setenv("GDP_DATA", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	g, asked := count()
	first, _ := do(t, g, axes)
	more := axes
	more.Modes = []string{"c"}
	second, _ := do(t, g, axes, more)
	if n := asked.Load(); n != 6 || len(first) != 4 || len(second) != 6 {
		t.Errorf("%d trials were made for %d and then %d results, want 6 for 4 and 6", n, len(first), len(second))
	}
	for _, r := range second {
		if want := map[string]float64{"nodes": 34.5}; r.Method != "count" || r.Data != "karate" || !reflect.DeepEqual(r.Values, want) {
			t.Errorf("%+v, want %v of method count on karate", r, want)
		}
	}
	missing := axes
	missing.Data = missing.Data[1:]
	if r, shown := do(t, g, missing); r != nil || !strings.Contains(shown, "None of the data sets") {
		t.Errorf("without data: %v, and %q is shown", r, shown)
	}
}

// A small run makes everything on the graph that stands in, and keeps nothing.
func TestGridOfASmallRun(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GDP_SIZE", "small")
	g, asked := count()
	for range 2 {
		if r, _ := do(t, g, axes); len(r) != 4 || slices.ContainsFunc(r, func(r trial.Result) bool { return r.Data != "made up" }) {
			t.Errorf("%+v, want four trials on the graph that is made up", r)
		}
	}
	if n := asked.Load(); n != 8 {
		t.Errorf("%d trials were made, want 8", n)
	}
	if _, err := os.Stat("results"); err == nil {
		t.Error("a small run leaves results")
	}
}
