package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/classification/features"
)

// twoClasses is a file of 200 nodes that have one of two words, as their class says.
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
	x, err := graph.NewAttributes(2, offsets, columns, values)
	if err != nil {
		t.Fatal(err)
	}
	g := gdptest.Graph(t, n, []graph.Edge{{U: 0, V: 1}})
	path := filepath.Join(t.TempDir(), "words.npz")
	if err := graphio.Write(path, &graph.Network{Graph: g, Attrs: x, Labels: labels}); err != nil {
		t.Fatal(err)
	}
	return path
}

// A run prints what it released, what it spent and what is proved of it.
func TestRunFeatures(t *testing.T) {
	path := twoClasses(t)
	common := []string{"run", "features", "--json", "--evaluate", "--graph", path, "--set", "classes=2"}
	trained := []string{"--set", "Batch=40", "--set", "Rate=0.1"}
	for mode, c := range map[string]struct {
		args            []string
		claimed, proved any
		accuracy        float64
	}{
		"dp-sgd":     {[]string{"--epsilon", "4", "--delta", "1e-5", "--seed", "1", "--set", "Epochs=5"}, nil, nil, 0.9},
		"published":  {[]string{"--epsilon", "2", "--delta", "1e-3", "--seed", "1", "--set", "Subsample=0.5", "--set", "Epochs=5"}, 2.0, nil, 0},
		"nonprivate": {[]string{"--set", "Epochs=5"}, "inf", "inf", 0.95},
		"null":       {[]string{"--epsilon", "1", "--delta", "1e-5"}, 0.0, 0.0, 0},
	} {
		args := append(slices.Clone(common), "--mode", mode)
		if mode != "null" {
			args = append(args, trained...)
		}
		status, stdout, stderr := call(t, append(args, c.args...)...)
		if status != 0 {
			t.Errorf("%s: status %d, %s", mode, status, stderr)
			continue
		}
		d := document(t, stdout)
		for _, name := range []string{"method", "mode", "relation", "claimed", "proved", "ledger", "output", "config"} {
			if _, ok := d[name]; !ok {
				t.Errorf("%s: no field %s", mode, name)
			}
		}
		if _, told := d["seconds"]; told { // it depends on private data
			t.Errorf("%s: the time of the run is told", mode)
		}
		if d["mode"] != mode || d["method"] != "features" || d["relation"] != map[bool]string{true: "none", false: "node"}[mode == "nonprivate"] {
			t.Errorf("%s: %s", mode, stdout)
		}
		if c.claimed != nil && d["claimed"] != c.claimed || c.proved != nil && d["proved"] != c.proved {
			t.Errorf("%s: claimed %v, proved %v", mode, d["claimed"], d["proved"])
		}
		if got := d["output"].(map[string]any)["test"].(map[string]any)["accuracy"].(float64); got < c.accuracy {
			t.Errorf("%s: accuracy %v", mode, got)
		}
		if mode != "null" && d["config"].(map[string]any)["Batch"] != 40.0 {
			t.Errorf("%s: the configuration is %v", mode, d["config"])
		}
		switch mode {
		case "dp-sgd":
			if p := d["proved"].(float64); p > 4 || p < 3.5 || d["claimed"] != d["proved"] || d["seeded"] != true || len(d["ledger"].([]any)) != 1 {
				t.Errorf("%s: %s", mode, stdout)
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
	status, stdout, stderr := call(t, "run", "features", "--graph", path, "--mode", "dp-sgd", "--epsilon", "4", "--delta", "1e-5",
		"--relation", "node-unbounded", "--nodes", "220", "--set", "Classes=2", "--set", "Epochs=2", "--out", out, "--evaluate")
	if status != 0 || !strings.Contains(stdout, "proved ε") || !strings.Contains(stdout, "accuracy") || !strings.Contains(stdout, "node-unbounded") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var written struct{ Model features.Model }
	if err := json.Unmarshal(text, &written); err != nil || written.Model.Columns != 2 || len(written.Model.W1) != 2*written.Model.Hidden {
		t.Errorf("the file holds %.80s (%v)", text, err)
	}
}

// An interrupted run says how to continue, and continues: with the same release, for what
// was paid once.
func TestRunGoesOn(t *testing.T) {
	for name, args := range map[string]string{
		"features":   "features --mode dp-sgd --set Classes=2 --set Batch=20 --set Epochs=100 --graph " + twoClasses(t),
		"privdpr":    "privdpr --graph karate --mode published --set Epochs=20",
		"seprivgemb": "seprivgemb --graph karate --mode poisson-skip-gram --set Dim=16 --set Steps=2500",
		"nonprivate": "seprivgemb --graph karate --mode nonprivate --set Dim=16 --set Batch=16 --set Steps=5000",
	} {
		t.Run(name, func(t *testing.T) {
			dir, extension := t.TempDir(), ".txt"
			if name == "features" {
				extension = ".json"
			}
			in := func(folder string) []string {
				budget := " --epsilon 4 --delta 1e-5"
				if strings.Contains(args, "nonprivate") {
					budget = ""
				}
				return append(strings.Fields("run "+args+budget+" --seed 3 --json"),
					"--journal", filepath.Join(dir, folder+".journal"), "--out", filepath.Join(dir, folder+extension))
			}
			ctx, cancel := context.WithCancel(t.Context())
			go func() { // as soon as there is something to lose
				for ctx.Err() == nil {
					if checkpoints(t, dir) > 0 {
						cancel()
					}
					time.Sleep(time.Millisecond)
				}
			}()
			var out, progress bytes.Buffer
			status := Run(ctx, in("stopped"), nil, &out, &progress, models.Methods()...)
			if cancel(); status != 1 || !strings.Contains(progress.String(), "to continue") {
				t.Fatalf("status %d, %s%s", status, out.String(), progress.String())
			}
			if n := checkpoints(t, dir); n != 1 {
				t.Errorf("%d checkpoints", n)
			}
			for _, folder := range []string{"alone", "stopped", "stopped"} { // the last time, the release is kept
				status, stdout, stderr := call(t, in(folder)...)
				if status != 0 {
					t.Fatal(stderr)
				}
				if entries := len(document(t, stdout)["ledger"].([]any)); entries > 1 {
					t.Errorf("paid %d times", entries)
				}
			}
			want, err := os.ReadFile(filepath.Join(dir, "alone"+extension))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(filepath.Join(dir, "stopped"+extension)); err != nil || !bytes.Equal(got, want) {
				t.Errorf("another release than without the interruption: %v", err)
			}
			if left, err := filepath.Glob(filepath.Join(dir, "*checkpoint*")); err != nil || len(left) != 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// checkpoints returns how many saved runs lie in a folder.
func checkpoints(t *testing.T, dir string) int {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*.checkpoint"))
	if err != nil {
		t.Error(err)
	}
	return len(list)
}

// A run that is interrupted while it draws a graph ends soon, has kept what it paid for, and gives
// the same graph the next time.
func TestRunStoppedWhileItDraws(t *testing.T) {
	dir := t.TempDir()
	g, _, err := gen.RMAT(14, 100_000, gen.Graph500(), graph.Options{}, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "graph.npz")
	if err := graphio.Write(path, &graph.Network{Graph: g}); err != nil {
		t.Fatal(err)
	}
	in := func(folder string) []string {
		return append(strings.Fields("run dpgs --mode strict --relation edge --epsilon 1 --delta 1e-5 --seed 3 --json --graph "+path),
			"--journal", filepath.Join(dir, folder+".journal"), "--out", filepath.Join(dir, folder+".npz"))
	}
	ctx, cancel := context.WithCancel(t.Context())
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
	_, err = root.ExecuteContextC(ctx)
	cancel()
	if took := time.Since(stopped); !errors.Is(err, context.Canceled) || !strings.Contains(said.String(), "to continue") || took > 5*time.Second {
		t.Fatalf("%v after %v: %s", err, took, said.String())
	}
	var ledgers []any
	for _, folder := range []string{"alone", "stopped"} {
		status, stdout, stderr := call(t, in(folder)...)
		if status != 0 {
			t.Fatal(stderr)
		}
		ledgers = append(ledgers, document(t, stdout)["ledger"])
	}
	if !reflect.DeepEqual(ledgers[0], ledgers[1]) {
		t.Errorf("paid %v, and %v without the interruption", ledgers[1], ledgers[0])
	}
	want, err := os.ReadFile(filepath.Join(dir, "alone.npz"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "stopped.npz")); err != nil || !bytes.Equal(got, want) {
		t.Errorf("another graph than without the interruption: %v", err)
	}
}

// A run that was killed continues from what is on the disk, with the same release, for what
// was paid once.
func TestRunGoesOnAfterAKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := func(name string) []string {
		return append(strings.Fields("run seprivgemb --graph karate --mode poisson-skip-gram --set Dim=16 --set Steps=8000 --epsilon 4 --delta 1e-5 --seed 3 --json"),
			"--journal", filepath.Join(dir, name+".journal"), "--out", filepath.Join(dir, name+".txt"))
	}
	process := exec.CommandContext(t.Context(), os.Args[0], args("killed")...)
	process.Env = append(os.Environ(), asProcess+"=1")
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if checkpoints(t, dir) > 0 {
			break
		}
	}
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = process.Wait() // it was killed
	if n := checkpoints(t, dir); n != 1 {
		t.Fatalf("%d checkpoints", n)
	}
	for _, name := range []string{"alone", "killed"} {
		status, stdout, stderr := call(t, args(name)...)
		if status != 0 {
			t.Fatal(stderr)
		}
		if entries := len(document(t, stdout)["ledger"].([]any)); entries != 1 {
			t.Errorf("%s: paid %d times", name, entries)
		}
	}
	want, err := os.ReadFile(filepath.Join(dir, "alone.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "killed.txt")); err != nil || !bytes.Equal(got, want) {
		t.Errorf("another release than without the kill: %v", err)
	}
}

// True labels are read where it is asked for, and of public data sets: of a file nothing of them is
// shown or written, whatever the relation.
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
			args := append(append([]string{"run"}, strings.Fields(mode)...), "--graph", path, "--seed", "1", "--out", out)
			status, stdout, stderr := call(t, append(args, more...)...)
			if status != 0 {
				t.Errorf("%s: %s", mode, stderr)
			}
			text, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
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
		status, stdout, stderr := call(t, append(strings.Fields("run features --mode nonprivate --set Epochs=1 --graph us-states"), strings.Fields(more)...)...)
		if status != 0 {
			t.Fatal(stderr)
		}
		if _, got := document(t, stdout)["output"].(map[string]any)["test"]; got != want {
			t.Errorf("%s: evaluated: %v", more, got)
		}
	}
}

// A run that was stopped before there was anything to save does not say that it goes
// on, and has paid nothing.
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

// What cannot succeed fails before it is paid for, and says why, once.
func TestRunsThatCannotSucceedCostNothing(t *testing.T) {
	path := twoClasses(t)
	bare := filepath.Join(t.TempDir(), "bare.txt")
	if err := os.WriteFile(bare, []byte("# nodes 3\n0 1\n1 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	for what, c := range map[string]struct {
		status int
		says   string
		args   []string
	}{
		"a folder that is not there": {1, "--out " + filepath.Join(missing, "m.json"), []string{"--graph", path, "--delta", "1e-5", "--out", filepath.Join(missing, "m.json")}},
		"another backend":            {1, "abacus", []string{"--graph", path, "--delta", "1e-5", "--set", "Backend=abacus"}},
		"a negative rate":            {2, "Rate=-1: must be", []string{"--graph", path, "--delta", "1e-5", "--set", "Rate=-1"}},
		"no delta":                   {2, "--delta above 0", []string{"--graph", path}},
		"no features":                {1, "without features", []string{"--graph", bare, "--delta", "1e-5"}},
	} {
		for _, mode := range []string{"dp-sgd", "published"} {
			journal := filepath.Join(t.TempDir(), "journal")
			args := append([]string{"run", "features", "--mode", mode, "--epsilon", "4", "--set", "Classes=2", "--journal", journal}, c.args...)
			status, _, stderr := call(t, args...)
			if status != c.status || !strings.Contains(stderr, c.says) || strings.Count(stderr, "gdp: ") != 1 {
				t.Errorf("%s, %s: status %d, %s", what, mode, status, stderr)
			}
			if text, err := os.ReadFile(journal); err == nil && strings.Contains(string(text), "spend") {
				t.Errorf("%s, %s: the journal holds a spend", what, mode)
			}
		}
	}
	// An error of package gdp, whose prefix is the program's name.
	_, _, stderr := call(t, "run", "features", "--mode", "strict", "--epsilon", "4", "--delta", "1e-5", "--graph", path, "--relation", "graph")
	if strings.Count(stderr, "gdp: ") != 1 {
		t.Error(stderr)
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
		{"features", "--graph", path, "--epsilon", "1", "--delta", "1e-5", "--set", "Classes=2", "--nodes", "0"},
		{"features", "--graph", path, "--epsilon", "1", "--delta", "1e-5", "--set", "Classes=2", "--mode", "dp-sgd", "--relation", "node-unbounded"},
		{"features", "--graph", path, "--epsilon", "1", "--set", "Epochs=many"},
	} {
		if status, _, stderr := call(t, append([]string{"run"}, args...)...); status != 2 {
			t.Errorf("gdp run %v: status %d, %s", args, status, stderr)
		}
	}
	status, _, stderr := call(t, "run", "features", "--graph", path, "--epsilon", "1", "--mode", "dp-sgd", "--set", "Epoch=3")
	if status != 2 || !strings.Contains(stderr, "Epochs=30") || !strings.Contains(stderr, "Budget.Epsilon=0") {
		t.Errorf("an unknown setting: status %d, %s", status, stderr)
	}
	if status, _, _ := call(t, "run", "features", "--graph", path, "--epsilon", "1", "--delta", "1e-5", "--relation", "edge", "--set", "Classes=2"); status != 2 {
		t.Errorf("a relation that does not protect features: status %d", status)
	}
}

// A budget protects, or the run is refused; without a word of the mode it is the strict one that
// runs.
func TestABudgetProtects(t *testing.T) {
	for _, args := range []string{
		"netgan --epsilon 1", "gcn --epsilon 1", "graphrnn --epsilon 1", // without a strict mode
		"privdpr --mode nonprivate --epsilon 1", "seprivgemb --mode nonprivate --delta 1e-5", "dpggan --mode null-matched --epsilon 1",
	} {
		for _, command := range []string{"run --graph karate ", "trial --graph karate --protocol statistics "} {
			status, stdout, stderr := call(t, strings.Fields(command+args)...)
			if status != 2 || stdout != "" || !strings.Contains(stderr, "mode") {
				t.Errorf("gdp %s%s: status %d, %s%s", command, args, status, stdout, stderr)
			}
		}
	}
	for args, says := range map[string]string{
		"gcn --mode nonprivate --delta 1e-5":   "leave out --epsilon, --delta and --budget, or choose a private mode: null\n",
		"netgan --mode nonprivate --epsilon 1": "leave out --epsilon, --delta and --budget\n", // it has no other
	} {
		if status, _, stderr := call(t, strings.Fields("run --graph karate "+args)...); status != 2 || !strings.Contains(stderr, says) {
			t.Errorf("gdp run %s: status %d, %s", args, status, stderr)
		}
	}
	status, stdout, stderr := call(t, "run", "privdpr", "--graph", "karate", "--epsilon", "1", "--json")
	if d := document(t, stdout); status != 0 || d["mode"] != "strict" || d["proved"] != 1. {
		t.Errorf("status %d, mode %v, proved %v, %s", status, d["mode"], d["proved"], stderr)
	}
}

// A private run without a journal says that another one spends anew; with one, seeded or without a
// spend it does not.
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

// What parts of the pairs were asked stands beside the division that paid for them.
func TestRunShowsParts(t *testing.T) {
	args := []string{"run", "seprivgemb", "--graph", "karate", "--epsilon", "8", "--delta", "1e-5", "--set", "Mean=0", "--set", "Density=0"}
	status, stdout, stderr := call(t, append(args, "--json")...)
	if status != 0 {
		t.Fatal(status, stderr)
	}
	d := document(t, stdout)
	if parts, ok := d["parts"].([]any); !ok || len(parts) != 1 || d["proved"].(float64) > 8 {
		t.Errorf("parts %v of ε = %v", d["parts"], d["proved"])
	}
	if status, stdout, _ := call(t, args...); status != 0 || !strings.Contains(stdout, "sub-spend") {
		t.Errorf("status %d: %s", status, stdout)
	}
}
