package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/graphio"
	"github.com/graphdp/graphdp/models/backend"
	"github.com/graphdp/graphdp/models/features"
)

// twoClasses is a file of 200 nodes that have one of two words, as their class says.
func twoClasses(t *testing.T) string {
	t.Helper()
	t.Setenv(backend.EnvBackend, "go") // starts faster than XLA compiles
	const n = 200
	rng := rand.New(rand.NewPCG(1, 1))
	offsets, columns, values, labels := []int64{0}, []int32{}, []float32{}, make([]int32, n)
	for u := range n {
		labels[u] = int32(rng.IntN(2))
		columns, values = append(columns, labels[u]), append(values, 1)
		offsets = append(offsets, int64(u+1))
	}
	x, err := graph.NewAttributes(2, offsets, columns, values)
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := graph.FromEdges(n, []graph.Edge{{U: 0, V: 1}}, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "words.npz")
	if err := graphio.Write(path, &graph.Network{Graph: g, Attrs: x, Labels: labels}); err != nil {
		t.Fatal(err)
	}
	return path
}

// A run prints what it released, what it spent and what is proved of it.
func TestRunFeatures(t *testing.T) {
	path := twoClasses(t)
	common := []string{"run", "features", "--json", "--graph", path, "--set", "classes=2", "--set", "Batch=40", "--set", "Rate=0.1"}
	for mode, c := range map[string]struct {
		args            []string
		claimed, proved any
		accuracy        float64
	}{
		"strict":     {[]string{"--epsilon", "4", "--delta", "1e-5", "--seed", "1", "--set", "Epochs=5"}, nil, nil, 0.9},
		"published":  {[]string{"--epsilon", "2", "--delta", "1e-3", "--seed", "1", "--set", "Subsample=0.5", "--set", "Epochs=5"}, 2.0, nil, 0},
		"nonprivate": {[]string{"--set", "Epochs=5"}, "inf", "inf", 0.95},
		"null":       {[]string{"--epsilon", "1", "--delta", "1e-5"}, 0.0, 0.0, 0},
	} {
		status, stdout, stderr := call(t, append(append(common, "--mode", mode), c.args...)...)
		if status != 0 {
			t.Errorf("%s: status %d, %s", mode, status, stderr)
			continue
		}
		d := document(t, stdout)
		for _, name := range []string{"method", "mode", "relation", "claimed", "proved", "ledger", "seconds", "output", "config"} {
			if _, ok := d[name]; !ok {
				t.Errorf("%s: no field %s", mode, name)
			}
		}
		if d["mode"] != mode || d["method"] != "features" || d["relation"] != "node" {
			t.Errorf("%s: %s", mode, stdout)
		}
		if c.claimed != nil && d["claimed"] != c.claimed || c.proved != nil && d["proved"] != c.proved {
			t.Errorf("%s: claimed %v, proved %v", mode, d["claimed"], d["proved"])
		}
		if got := d["output"].(map[string]any)["test"].(map[string]any)["accuracy"].(float64); got < c.accuracy {
			t.Errorf("%s: accuracy %v", mode, got)
		}
		if d["config"].(map[string]any)["Batch"] != 40.0 {
			t.Errorf("%s: the configuration is %v", mode, d["config"])
		}
		switch mode {
		case "strict":
			if p := d["proved"].(float64); p > 4 || p < 3.5 || d["claimed"] != d["proved"] || d["seeded"] != true || len(d["ledger"].([]any)) != 1 {
				t.Errorf("strict: %s", stdout)
			}
		case "published":
			if p := d["proved"].(float64); p <= 2 {
				t.Errorf("published: proved %v", p)
			}
		case "nonprivate":
			if d["proved_reason"] == nil {
				t.Error("nonprivate: no reason")
			}
		}
	}
}

func TestRunForPeopleAndToAFile(t *testing.T) {
	path := twoClasses(t)
	out := filepath.Join(t.TempDir(), "model.json")
	status, stdout, stderr := call(t, "run", "features", "--graph", path, "--mode", "strict", "--epsilon", "4", "--delta", "1e-5",
		"--relation", "node-unbounded", "--set", "Classes=2", "--set", "Epochs=2", "--out", out)
	if status != 0 || !strings.Contains(stdout, "proved ε") || !strings.Contains(stdout, "accuracy") || !strings.Contains(stdout, "node-unbounded") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var m features.Model
	if err := json.Unmarshal(text, &m); err != nil || m.Columns != 2 || len(m.W1) != 2*m.Hidden {
		t.Errorf("the file holds %.80s (%v)", text, err)
	}
}

// An interrupted run says how to go on, and goes on.
func TestRunGoesOn(t *testing.T) {
	path := twoClasses(t)
	journal := filepath.Join(t.TempDir(), "journal")
	args := []string{"run", "features", "--graph", path, "--mode", "strict", "--epsilon", "4", "--delta", "1e-5",
		"--set", "Classes=2", "--set", "Batch=20", "--seed", "3", "--journal", journal, "--json"}
	var out, progress bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if status := run(ctx, args, &out, &progress); status != 1 || !strings.Contains(progress.String(), "goes on from here") {
		t.Errorf("status %d, %s%s", status, out.String(), progress.String())
	}
	if _, err := os.Stat(journal + ".checkpoint"); err != nil {
		t.Error(err)
	}
	for range 2 { // the second time, the release is kept
		status, stdout, stderr := call(t, args...)
		if status != 0 {
			t.Fatal(stderr)
		}
		if d := document(t, stdout); len(d["ledger"].([]any)) != 1 {
			t.Errorf("paid more than once: %v", d["ledger"])
		}
	}
}

func TestRunUsage(t *testing.T) {
	path := twoClasses(t)
	for _, args := range [][]string{
		{}, {"nonsense"}, {"features"}, {"features", "--graph", path},
		{"features", "--graph", path, "--mode", "wild", "--epsilon", "1"},
		{"features", "--graph", path, "--epsilon", "NaN"},
		{"features", "--graph", path, "--epsilon", "1", "--delta", "1"},
		{"features", "--graph", path, "--epsilon", "1", "--relation", "friend"},
		{"features", "--graph", path, "--epsilon", "1", "--set", "Epochs"},
		{"features", "--graph", path, "--epsilon", "1", "--set", "Epochs=many"},
	} {
		if status, _, stderr := call(t, append([]string{"run"}, args...)...); status != 2 {
			t.Errorf("gdp run %v: status %d, %s", args, status, stderr)
		}
	}
	status, _, stderr := call(t, "run", "features", "--graph", path, "--epsilon", "1", "--mode", "strict", "--set", "Epoch=3")
	if status != 2 || !strings.Contains(stderr, "Epochs=30") || !strings.Contains(stderr, "Budget.Epsilon=0") {
		t.Errorf("an unknown setting: status %d, %s", status, stderr)
	}
	if status, _, _ := call(t, "run", "features", "--graph", path, "--epsilon", "1", "--delta", "1e-5", "--relation", "edge", "--set", "Classes=2"); status != 1 {
		t.Errorf("a relation that does not protect features: status %d", status)
	}
}

func TestSetFields(t *testing.T) {
	type inner struct{ X float64 }
	c := struct {
		A int
		B bool
		C string
		D uint64
		E inner
		f int
	}{f: 1}
	if err := setFields(&c, []string{"a=-3", "B=true", "C=x=y", "d=7", "e.x=0.5"}); err != nil || c.A != -3 || !c.B || c.C != "x=y" || c.D != 7 || c.E.X != 0.5 {
		t.Errorf("%+v, %v", c, err)
	}
	for _, bad := range []string{"A=1.5", "B=maybe", "D=-1", "E.X=much", "E=1", "f=2", "A"} {
		var usage usageError
		if err := setFields(&c, []string{bad}); !errors.As(err, &usage) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
