package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/classification/features"
)

// twoClasses returns a file of 200 nodes, with one of two words by class.
func twoClasses(t *testing.T) string {
	t.Helper()
	const n = 200
	rng := rand.New(rand.NewPCG(1, 1))
	offsets, columns, values, labels := []int64{0}, []int32{}, []float32{}, make([]int32, n)
	for u := range n {
		labels[u] = int32(rng.IntN(2))
		columns, values = append(columns, labels[u]), append(values, 1)
		offsets = append(offsets, int64(u+1))
	}
	x := must.Get(graph.NewAttributes(2, offsets, columns, values))(t)
	g := gdptest.Graph(t, n, []graph.Edge{{U: 0, V: 1}})
	path := filepath.Join(t.TempDir(), "words.npz")
	must.Do(t, graphio.Write(path, &graph.Network{Graph: g, Attrs: x, Labels: labels}))
	return path
}

// A run prints its release, its spends and its proved guarantee.
func TestRunFeatures(t *testing.T) {
	path := twoClasses(t)
	trained := " --set Batch=40 --set Rate=0.1 --set Epochs=5"
	for mode, c := range map[string]struct {
		args     string
		accuracy float64
		proved   func(claimed, proved any) bool
	}{
		"dp-sgd":     {"--epsilon 4 --delta 1e-5 --seed 1" + trained, 0.9, func(c, p any) bool { return c == p && p.(float64) <= 4 && p.(float64) > 3.5 }},
		"published":  {"--epsilon 2 --delta 1e-3 --seed 1 --set Subsample=0.5" + trained, 0, func(c, p any) bool { return c == 2.0 && p.(float64) > 2 }},
		"nonprivate": {trained, 0.95, func(c, p any) bool { return c == "inf" && p == "inf" }},
		"null":       {"--epsilon 1 --delta 1e-5", 0, func(c, p any) bool { return c == 0.0 && p == 0.0 }},
	} {
		stdout, _ := calls(t, "run features --json --evaluate --set classes=2 --mode "+mode+" --graph "+path, strings.Fields(c.args)...)
		d := document(t, stdout)
		for _, name := range []string{"method", "relation", "claimed", "proved", "ledger", "output", "config"} {
			if _, ok := d[name]; !ok {
				t.Errorf("%s: no field %s", mode, name)
			}
		}
		if _, told := d["seconds"]; told { // it depends on private data
			t.Errorf("%s: the time of the run is told", mode)
		}
		accuracy := d["output"].(map[string]any)["test"].(map[string]any)["accuracy"].(float64)
		if !c.proved(d["claimed"], d["proved"]) || accuracy < c.accuracy || d["mode"] != mode || d["relation"] != map[bool]string{true: "none", false: "node"}[mode == "nonprivate"] ||
			mode != "null" && d["config"].(map[string]any)["Batch"] != 40.0 || (d["proved_reason"] != nil) != (mode == "nonprivate") || mode == "dp-sgd" && (d["seeded"] != true || len(d["ledger"].([]any)) != 1) {
			t.Errorf("%s: %s", mode, stdout)
		}
	}
}

func TestRunForPeopleAndToAFile(t *testing.T) {
	path := twoClasses(t)
	out := filepath.Join(t.TempDir(), "model.json")
	status, stdout, stderr := call(t, "run", "features", "--graph", path, "--mode", "dp-sgd", "--epsilon", "4", "--delta", "1e-5",
		"--relation", "node-unbounded", "--nodes", "220", "--set", "Classes=2", "--set", "Epochs=2", "--out", out, "--evaluate")
	if status != 0 || !strings.Contains(stdout, "proved ε") || !strings.Contains(stdout, "accuracy") || !strings.Contains(stdout, "node-unbounded") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	text := contents(t, out)
	var written struct{ Model features.Model }
	if err := json.Unmarshal(text, &written); err != nil || written.Model.Columns != 2 || len(written.Model.W1) != 2*written.Model.Hidden {
		t.Errorf("the file holds %.80s (%v)", text, err)
	}
}

// An interrupted run prints how to continue. It continues with the same release, paid once. So do a
// killed run, and two runs on one journal, each from its own checkpoint.
func TestRunGoesOn(t *testing.T) {
	t.Parallel()
	words := twoClasses(t)
	for name, args := range map[string]string{
		"features":   "features --mode dp-sgd --set Classes=2 --set Batch=20 --set Epochs=100 --graph " + words,
		"privdpr":    "privdpr --graph karate --mode published --set Epochs=20",
		"seprivgemb": "seprivgemb --graph karate --mode poisson-skip-gram --set Dim=16 --set Steps=2500",
		"nonprivate": "seprivgemb --graph karate --mode nonprivate --set Dim=16 --set Batch=16 --set Steps=5000",
		"two":        "seprivgemb --graph karate --mode poisson-skip-gram --set Dim=16 --set Steps=2500 --budget 8,1e-5",
		"killed":     "seprivgemb --graph karate --mode poisson-skip-gram --set Dim=16 --set Steps=8000",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, draws := t.TempDir(), []string{"1"}
			if name == "two" {
				draws = append(draws, "2")
			}
			in := func(journal, draw string) []string {
				line := "run " + args + " --seed 3 --json --draw " + draw
				if name != "nonprivate" {
					line += " --epsilon 4"
				}
				if name != "nonprivate" && name != "two" {
					line += " --delta 1e-5"
				}
				if name == "nonprivate" {
					line = strings.TrimSuffix(line, " --draw 1")
				}
				path := filepath.Join(dir, journal)
				return append(strings.Fields(line), "--journal", path+".journal", "--force", "--out", path+draw+map[bool]string{true: ".json", false: ".txt"}[name == "features"])
			}
			for i, draw := range draws {
				stop := interrupt
				if name == "killed" {
					stop = kill
				}
				stop(t, in("stopped", draw), func() bool { return checkpoints(t, dir) > i }) // as soon as there is something to lose
			}
			if n := checkpoints(t, dir); n != len(draws) {
				t.Errorf("%d checkpoints", n)
			}
			for _, draw := range draws {
				sameRelease(t, in("alone", draw), in("stopped", draw), in("stopped", draw)) // the last time, the release is kept
			}
			if left, err := filepath.Glob(filepath.Join(dir, "*checkpoint*")); err != nil || len(left) != 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// interrupt begins a command line and interrupts it when it is time.
func interrupt(t *testing.T, args []string, ready func() bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil && !ready() {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	var out, said bytes.Buffer
	if status := Run(ctx, args, nil, &out, &said, models.Methods()...); status != 1 || !strings.Contains(said.String(), "to continue") {
		t.Fatalf("status %d, %s%s", status, out.String(), said.String())
	}
	cancel()
}

// kill begins a command line as a process and kills it when it is time.
func kill(t *testing.T, args []string, ready func() bool) {
	t.Helper()
	process := command(args...)
	must.Do(t, process.Start())
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline) && !ready(); time.Sleep(time.Millisecond) {
	}
	must.Do(t, process.Process.Kill())
	_ = process.Wait() // it was killed
}

// sameRelease runs command lines that must write the same release, for one payment each.
func sameRelease(t *testing.T, lines ...[]string) {
	t.Helper()
	var want []byte
	var ledger any
	for i, args := range lines {
		stdout, _ := calls(t, "", args...)
		d := document(t, stdout)
		if entries := len(d["ledger"].([]any)); entries > 1 && d["method"] != "dpgs" {
			t.Errorf("paid %d times", entries)
		}
		got := contents(t, args[len(args)-1])
		if i == 0 {
			want, ledger = got, d["ledger"]
		}
		if !bytes.Equal(got, want) || !reflect.DeepEqual(d["ledger"], ledger) {
			t.Errorf("%q: another release than without the interruption, or another price: %v", args, d["ledger"])
		}
	}
}

// checkpoints returns how many saved runs lie in a folder.
func checkpoints(t *testing.T, dir string) int {
	return len(must.Get(filepath.Glob(filepath.Join(dir, "*.checkpoint")))(t))
}

// A run that is interrupted while it draws a graph ends soon, keeps its paid answers, and returns
// the same graph the next time.
func TestRunStoppedWhileItDraws(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	g, _ := must.Two(gen.RMAT(14, 100_000, gen.Graph500(), graph.Options{}, rand.New(rand.NewPCG(1, 1))))(t)
	path := filepath.Join(dir, "graph.npz")
	must.Do(t, graphio.Write(path, &graph.Network{Graph: g}))
	in := func(name string) []string {
		return append(strings.Fields("run dpgs --mode strict --relation edge --epsilon 1 --delta 1e-5 --seed 3 --json --graph "+path),
			"--journal", filepath.Join(dir, name+".journal"), "--force", "--out", filepath.Join(dir, name+".npz"))
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stopped time.Time
	var said bytes.Buffer
	a := &app{methods: models.Methods(), out: io.Discard, err: &said, stop: ctx.Done(), meter: meter{w: io.Discard}}
	go func() {
		for ctx.Err() == nil {
			a.meter.mu.Lock()
			what := a.meter.what
			a.meter.mu.Unlock()
			if what == "joining far pairs" {
				stopped = time.Now()
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	root := a.root()
	root.SetArgs(in("stopped"))
	_, err := root.ExecuteContextC(ctx)
	if took := time.Since(stopped); !errors.Is(err, context.Canceled) || !strings.Contains(said.String(), "to continue") || took > 5*time.Second {
		t.Fatalf("%v after %v: %s", err, took, said.String())
	}
	sameRelease(t, in("alone"), in("stopped"))
}

// True labels are read on request and for public data sets. For other files, the output contains
// nothing of them, under any relation.
func TestRunEvaluatesWhereItIsAsked(t *testing.T) {
	path := twoClasses(t)
	out := filepath.Join(t.TempDir(), "model.json")
	for _, mode := range []string{
		"features --mode dp-sgd --set Epochs=1 --set Classes=2 --epsilon 4 --delta 1e-5", // node
		"features --mode dp-sgd --set Epochs=1 --set Classes=2 --epsilon 4 --delta 1e-5 --relation node-unbounded --nodes 200",
		"features --mode nonprivate --set Epochs=1 --set Classes=2",
		"vote --mode strict --set Classes=2 --epsilon 4 --delta 1e-5", // edge
		"gcn --mode null --set Epochs=1 --set Classes=2 --epsilon 4 --delta 1e-5",
	} {
		said := func(more ...string) string {
			args := append(append([]string{"run"}, strings.Fields(mode)...), "--graph", path, "--seed", "1", "--force", "--out", out)
			status, stdout, stderr := call(t, append(args, more...)...)
			if status != 0 {
				t.Errorf("%s: %s", mode, stderr)
			}
			text := contents(t, out)
			return stdout + stderr + string(text)
		}
		private := regexp.MustCompile(`(?i)accuracy|macro-?f1|majority|"test": {|"test_note"`)
		for _, more := range [][]string{nil, {"--json"}, {"--evaluate=false"}, {"--evaluate=false", "--json"}} {
			if found := private.FindString(said(more...)); found != "" {
				t.Errorf("%s %v shows %s, and was not asked for it", mode, more, found)
			}
		}
		for _, more := range [][]string{{"--evaluate"}, {"--evaluate", "--json"}} {
			if text := said(more...); !private.MatchString(text) || !strings.Contains(text, "labels") {
				t.Errorf("%s %v does not show it, and what it is: %s", mode, more, private.FindString(text))
			}
		}
	}
	for _, bad := range []string{"features --mode dp-sgd --graph karate", "privdpr --mode strict --graph karate"} {
		if status, stdout, _ := call(t, append(strings.Fields("run "+bad), "--epsilon", "1", "--delta", "1e-5", "--evaluate")...); status == 0 {
			t.Errorf("%s is evaluated: %s", bad, stdout)
		}
	}
}

// The registry's data sets are public: a run on one is evaluated unless it is told not to.
func TestRunEvaluatesPublicData(t *testing.T) {
	for more, want := range map[string]bool{"--json": true, "--json --evaluate=false": false} {
		stdout, _ := calls(t, "", append(strings.Fields("run features --mode nonprivate --set Epochs=1 --graph us-states"), strings.Fields(more)...)...)
		if _, got := document(t, stdout)["output"].(map[string]any)["test"]; got != want {
			t.Errorf("%s: evaluated: %v", more, got)
		}
	}
}

// A run that was interrupted before its first save does not offer to continue, and has paid
// nothing.
func TestRunStoppedTooEarly(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range []string{"privdpr --graph karate", "seprivgemb --graph karate --mode poisson-skip-gram"} {
		journal := filepath.Join(t.TempDir(), "journal")
		var out, progress bytes.Buffer
		status := Run(ctx, append(strings.Fields("run "+args+" --epsilon 4 --delta 1e-5"), "--journal", journal), nil, &out, &progress, models.Methods()...)
		if status != 1 || progress.String() != "gdp: interrupted\n" {
			t.Errorf("%s: status %d, %s", args, status, progress.String())
		}
		if text, err := os.ReadFile(journal); err == nil && bytes.Contains(text, []byte("spend")) {
			t.Errorf("%s: paid for nothing", args)
		}
	}
}

// A run that cannot succeed fails before payment, with one reason.
func TestRunsThatCannotSucceedCostNothing(t *testing.T) {
	t.Parallel()
	path, bare := " --graph "+twoClasses(t), " --graph "+graphFile(t, "bare.txt", "# nodes 3\n0 1\n1 2\n")
	missing := filepath.Join(t.TempDir(), "missing", "m.json")
	lines := map[string]refusal{
		"features --mode strict --delta 1e-5 --relation graph" + path: {2, "runs under"},
		"privdpr --mode clipped-sum --delta 1e-3 --set Clip=-1":       {2, "Clip"},
		"privdpr --mode published --delta 1e-3 --set Epochs=0":        {2, "Epochs=0: must be"},
		"seprivgemb --mode null --set Dim=0":                          {2, "Dim=0: must be"},
		"dpar --mode strict --delta 1e-3 --set Split.Share=2":         {2, "Share=2: must be"},
		"seprivgemb --mode projection":                                {2, "give a --delta above 0"},
		"privdpr --mode published":                                    {2, "give a --delta above 0"},
		"seprivgemb --mode published":                                 {2, "give a --delta above 0"},
		"dpggan --mode published":                                     {2, "give a --delta above 0"},
		"dpggan --mode author":                                        {2, "give a --delta above 0"},
	}
	for _, mode := range []string{"dp-sgd", "published"} {
		of := "features --set Classes=2 --mode " + mode
		lines[of+" --delta 1e-5 --out "+missing+path] = refusal{1, "--out " + missing}
		lines[of+" --delta 1e-5 --set Backend=abacus"+path] = refusal{1, "abacus"}
		lines[of+" --delta 1e-5 --set Rate=-1"+path] = refusal{2, "Rate=-1: must be"}
		lines[of+path] = refusal{2, "--delta above 0"}
		lines[of+" --delta 1e-5"+bare] = refusal{1, "without features"}
	}
	for words, want := range lines {
		if !strings.Contains(words, "--graph") {
			words += " --graph karate"
		}
		journal := filepath.Join(t.TempDir(), "journal")
		status, _, stderr := call(t, append(strings.Fields("run "+words), "--epsilon", "4", "--journal", journal)...)
		if status != want.status || !strings.Contains(stderr, want.says) || strings.Count(stderr, "gdp: ") != 1 {
			t.Errorf("gdp run %s: status %d, %s", words, status, stderr)
		}
		if text, err := os.ReadFile(journal); err == nil && strings.Contains(string(text), "spend") {
			t.Errorf("gdp run %s: the journal holds a spend", words)
		}
	}
}

// A private run without a journal warns that a repetition spends anew. With a journal or a seed, or
// without a spend, it does not.
func TestWithoutAJournal(t *testing.T) {
	for args, says := range map[string]bool{
		"":                                true,
		"--seed 1":                        false,
		"--journal " + t.TempDir() + "/j": false,
		"--mode null":                     true,
		"--mode nonprivate":               false,
	} {
		words := append([]string{"run", "privdpr", "--graph", "karate"}, strings.Fields(args)...)
		if args != "--mode nonprivate" {
			words = append(words, "--epsilon", "1")
		}
		status, stdout, stderr := call(t, words...)
		if status != 0 || strings.Contains(stdout, "every run spends again") != says {
			t.Errorf("gdp %q: status %d, %s%s", words, status, stdout, stderr)
		}
	}
}
