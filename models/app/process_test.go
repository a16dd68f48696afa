package app

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/study"
)

// asProcess is the variable that makes a test program run its arguments as a command line.
const asProcess = "GDP_TEST_AS_PROCESS"

// TestMain runs the tests, or where asProcess is set a command line with behaving beside all
// methods.
func TestMain(m *testing.M) {
	if os.Getenv(asProcess) != "" {
		Main(append(models.Methods(), behaving())...)
	}
	os.Setenv(asProcess, "1") // for the workers of sweeps
	if os.Getenv(backend.EnvBackend) == "" {
		os.Setenv(backend.EnvBackend, "go") // starts faster than XLA compiles
	}
	_ = flag.Set("test.parallel", "6") // some of these tests wait for a process
	os.Exit(m.Run())
}

// call runs one command line in this process.
func call(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = Run(context.Background(), args, strings.NewReader(""), &out, &err, models.Methods()...)
	return status, out.String(), err.String()
}

// calls runs [call] on the words, which must succeed.
func calls(t *testing.T, words string, more ...string) (stdout, stderr string) {
	t.Helper()
	status, stdout, stderr := call(t, append(strings.Fields(words), more...)...)
	if status != 0 {
		t.Fatalf("gdp %s %q: status %d, %s", words, more, status, stderr)
	}
	return stdout, stderr
}

// shown runs a command line that must go well and show a text.
func shown(t *testing.T, want string, args ...string) {
	t.Helper()
	if status, stdout, stderr := call(t, args...); status != 0 || !strings.Contains(stdout, want) {
		t.Errorf("gdp %q: status %d, no %q in\n%s%s", args, status, want, stdout, stderr)
	}
}

// says runs a command line that must end with a status, or with any but 0 for 0, and with the text.
func says(t *testing.T, want int, text string, args ...string) {
	t.Helper()
	status, stdout, stderr := call(t, args...)
	if status == 0 || want != 0 && status != want || !strings.Contains(stderr, text) || strings.Contains(stderr, "panic") {
		t.Errorf("gdp %q: status %d, want %d, %q\n%s%s", args, status, want, text, stdout, stderr)
	}
}

// refusal is how a command line ends that must not go well.
type refusal struct {
	status int
	says   string
}

// document decodes output that must be exactly one JSON document.
func document(t *testing.T, stdout string) map[string]any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(stdout))
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("standard output is no JSON document: %v\n%s", err, stdout)
	}
	if d.More() {
		t.Fatalf("more than one document:\n%s", stdout)
	}
	return v
}

// written writes files into a new folder, and returns the folder.
func written(t testing.TB, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		put(t, path, text)
	}
	return folder
}

// put writes a file.
func put(t testing.TB, path, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
}

// contents reads a file.
func contents(t testing.TB, path string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(path))(t)
}

// graphFile writes a file and returns its path.
func graphFile(t testing.TB, name, text string) string {
	t.Helper()
	return filepath.Join(written(t, map[string]string{name: text}), name)
}

// command is a command line as a process of its own.
func command(args ...string) *exec.Cmd { return exec.Command(os.Args[0], args...) }

// behave is [call] with the method behaves, too.
func behave(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = Run(context.Background(), args, nil, &out, &err, append(models.Methods(), behaving())...)
	return status, out.String(), err.String()
}

// behaveDocument runs [behave] with --json, and decodes its output into v.
func behaveDocument(t testing.TB, v any, args ...string) (status int, stderr string) {
	t.Helper()
	status, stdout, stderr := behave(append(args, "--json")...)
	if err := json.Unmarshal([]byte(stdout), v); err != nil {
		t.Fatalf("%v: %s%s", err, stdout, stderr)
	}
	return status, stderr
}

// Without a home folder, neither this program nor a library complains, unless a file there is
// requested.
func TestNoHomeIsNoNoise(t *testing.T) {
	t.Parallel()
	program := must.Get(os.Executable())(t)
	for args, want := range map[string]string{
		"stats karate": "", "data list": "", "data info cora": "",
		"stats cora": "gdp: cora: not found: no cache folder: neither $XDG_CACHE_HOME nor $HOME are defined; name a data folder in GDP_DATA\n",
	} {
		var stderr bytes.Buffer
		c := exec.Command(program, strings.Fields(args)...)
		c.Env, c.Stderr = []string{asProcess + "=1"}, &stderr
		if err := c.Run(); (err == nil) != (want == "") || stderr.String() != want {
			t.Errorf("gdp %s: %v, %q, want %q", args, err, &stderr, want)
		}
	}
}

// awaitResults waits until a folder has n results.
func awaitResults(t testing.TB, folder string, n int) {
	t.Helper()
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		results := must.Get(trial.Read(folder))(t)
		if len(results) >= n {
			return
		}
		if time.Since(begun) > 4*time.Minute {
			t.Fatalf("%d results after 4 minutes, not %d", len(results), n)
		}
	}
}

// behaves is the configuration of the method behaves: it waits, panics, fails, or allocates memory.
type behaves struct {
	Wait   float64 // seconds
	Panic  bool
	Fail   bool
	Memory int // MiB
}

type behaved struct{ release.Graph }

func (b behaved) Outcome() method.Outcome { return method.Outcome{Release: b.Graph} }

// held holds the allocated memory.
var held []byte

// behaving returns a method that behaves as its settings describe.
func behaving() method.Method {
	return method.Method{Name: "behaves", About: "does what it is told", Releases: release.KindGraph, Small: []string{"Memory=1"}, Exhibits: exhibits(), Modes: []method.Mode{
		method.NewPlain("behaves", method.Mode{Role: method.NonPrivate, Name: "nonprivate", About: "in the clear"}, behaves{}, func(_ context.Context, net *graph.Network, c behaves, _ uint64, _ *method.Watch) (behaved, error) {
			time.Sleep(time.Duration(c.Wait * float64(time.Second)))
			if c.Panic {
				panic("as it was told")
			}
			if c.Fail {
				return behaved{}, fmt.Errorf("behaves: as it was told")
			}
			held = make([]byte, c.Memory<<20)
			for i := 0; i < len(held); i += 4096 {
				held[i] = 1
			}
			return behaved{release.Graph{Network: net}}, nil
		}).Mode,
	}}
}

// exhibits are tables of its results.
func exhibits() []method.Exhibit {
	of := func(name string, data []string, vary study.Axis) method.Exhibit {
		return method.Exhibit{
			Name: name, About: "what it does", Protocol: "statistics", Values: []string{"KS", "TC"}, Across: []string{method.ByValue}, Down: []string{method.ByData, vary.Setting, method.ByMode},
			Studies: []study.Study{{Methods: []string{"behaves"}, Modes: []string{"nonprivate"}, Data: data, Seeds: study.Seeds(10), Vary: []study.Axis{vary}}},
			Printed: []method.Quoted{{Method: "Behaves", Data: "karate", Value: "KS", Mean: 0.75}},
		}
	}
	far := of("Table 2", []string{"karate", "reddit"}, study.Axis{Setting: "Memory", Values: []string{"1"}})
	far.Studies[0].Seeds = study.Seeds(1)
	failing := of("Table 3", []string{"karate"}, study.Axis{Setting: "Fail", Values: []string{"true", "false"}})
	failing.Studies[0].Seeds = study.Seeds(1)
	part := failing
	part.Name = "Figure 1a"
	part.Unmade, part.Studies = "it is a part", nil
	return []method.Exhibit{of("Table 1", []string{"karate"}, study.Axis{Setting: "Wait", Values: []string{"0.05"}}), far, failing, part}
}

// keptTrial is a folder with one trial of Table 1 of behaves, seed 3.
func keptTrial(t testing.TB) string {
	t.Helper()
	kept := t.TempDir()
	one := trial.Trial{Protocol: trial.GraphStatistics, Method: "behaves", Mode: "nonprivate", Data: "karate", Seed: 3, Variant: "Wait=0.05"}
	text := must.Get(trial.Result{Trial: one, Seconds: 2, Measured: trial.Measured{
		Values: map[string]float64{"KS": 1, "TC": 1}, Claimed: math.Inf(1), Proved: math.Inf(1),
		Made: trial.Provenance{Config: trial.ConfigKey(behaving(), one), Processor: "of then"},
	}}.MarshalJSON())(t)
	must.Do(t, os.WriteFile(filepath.Join(kept, trial.File), append(text, '\n'), 0o666))
	return kept
}

// reproducedTable is what gdp reproduce --json prints, as far as tests read it.
type reproducedTable struct {
	Exhibits []struct{ Trials, Kept int }
	Failed   int
	Files    []string
}

// reproduceBehaves runs gdp reproduce behaves.
func reproduceBehaves(t testing.TB, args ...string) (status int, r reproducedTable, stderr string) {
	t.Helper()
	status, stderr = behaveDocument(t, &r, append([]string{"reproduce", "behaves"}, args...)...)
	return status, r, stderr
}

// sweepOf runs gdp sweep.
func sweepOf(t testing.TB, args ...string) (status int, r swept, stderr string) {
	t.Helper()
	status, stderr = behaveDocument(t, &r, append([]string{"sweep"}, args...)...)
	return status, r, stderr
}
