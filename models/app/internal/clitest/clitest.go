// Package clitest is what tests of the command line share: a method that does what its settings
// say, and command lines that run as processes of the test program.
package clitest

import (
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
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/study"
)

// AsProcess is the variable that makes a test program run its arguments as a command line.
const AsProcess = "GDP_TEST_AS_PROCESS"

// Main runs the tests of a package, or where AsProcess is set a command line with Behaves beside
// all methods; what runs one is [github.com/graphdp/graphdp/models/app.Main].
func Main(m *testing.M, commandLine func(...method.Method)) {
	if os.Getenv(AsProcess) != "" {
		commandLine(append(models.Methods(), Behaves())...)
	}
	if os.Getenv(backend.EnvBackend) == "" {
		os.Setenv(backend.EnvBackend, "go") // starts faster than XLA compiles
	}
	_ = flag.Set("test.parallel", "4") // most of these tests wait for a process
	os.Exit(m.Run())
}

// Command is a command line as a process of its own.
func Command(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), AsProcess+"=1")
	return c
}

// Run runs a command line as a process of its own.
func Run(args ...string) (status int, stdout, stderr string) {
	c := Command(args...)
	var out, err strings.Builder
	c.Stdout, c.Stderr = &out, &err
	_ = c.Run() // the status says
	return c.ProcessState.ExitCode(), out.String(), err.String()
}

// Document runs a command line with --json as a process of its own, and reads what it prints
// into v.
func Document(t testing.TB, v any, args ...string) (status int, stderr string) {
	t.Helper()
	status, stdout, stderr := Run(append(args, "--json")...)
	if err := json.Unmarshal([]byte(stdout), v); err != nil {
		t.Fatalf("%v: %s%s", err, stdout, stderr)
	}
	return status, stderr
}

// Await waits until a folder has n results.
func Await(t testing.TB, folder string, n int) {
	t.Helper()
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		results, err := trial.Read(folder)
		if err != nil {
			t.Fatal(err)
		}
		if len(results) >= n {
			return
		}
		if time.Since(begun) > 4*time.Minute {
			t.Fatalf("%d results after 4 minutes, not %d", len(results), n)
		}
	}
}

// behaves is what Behaves does: it waits, panics, fails, or takes memory.
type behaves struct {
	Wait   float64 // seconds
	Panic  bool
	Fail   bool
	Memory int // MiB
}

type behaved struct{ release.Graph }

func (b behaved) Outcome() method.Outcome { return method.Outcome{Release: b.Graph} }

// held keeps what was taken.
var held []byte

// Behaves is a method that does what its settings say.
func Behaves() method.Method {
	return method.Method{Name: "behaves", About: "does what it is told", Releases: release.KindGraph, Small: []string{"Memory=1"}, Exhibits: exhibits(), Modes: []method.Mode{
		method.PlainOld(method.NonPrivate, "nonprivate", "in the clear", behaves{}, func(_ context.Context, net *graph.Network, c behaves, _ uint64, _ *method.Watch) (behaved, error) {
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
		}),
	}}
}

// exhibits are tables of what it does.
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

// Kept is a folder with one trial of Table 1 of Behaves, seed 3.
func Kept(t testing.TB) string {
	t.Helper()
	kept := t.TempDir()
	one := trial.Trial{Protocol: trial.GraphStatistics, Method: "behaves", Mode: "nonprivate", Data: "karate", Seed: 3, Variant: "Wait=0.05"}
	text, err := trial.Result{Trial: one, Seconds: 2, Measured: trial.Measured{
		Values: map[string]float64{"KS": 1, "TC": 1}, Claimed: math.Inf(1), Proved: math.Inf(1),
		Made: trial.Provenance{Config: trial.ConfigKey(Behaves(), one), Processor: "of then"},
	}}.MarshalJSON()
	if err == nil {
		err = os.WriteFile(filepath.Join(kept, trial.File), append(text, '\n'), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

// Reproduced is what gdp reproduce --json prints.
type Reproduced struct {
	Exhibits []struct {
		Trials, Kept int
	}
	Failed int
	Files  []string
}

// Reproduce runs gdp reproduce behaves.
func Reproduce(t testing.TB, args ...string) (status int, r Reproduced, stderr string) {
	t.Helper()
	status, stderr = Document(t, &r, append([]string{"reproduce", "behaves"}, args...)...)
	return status, r, stderr
}

// Swept is what gdp sweep --json prints.
type Swept struct {
	Trials, Done, Failed int
	Results              string
	Errors               []string
}

// Sweep runs gdp sweep.
func Sweep(t testing.TB, args ...string) (status int, r Swept, stderr string) {
	t.Helper()
	status, stderr = Document(t, &r, append([]string{"sweep"}, args...)...)
	return status, r, stderr
}
