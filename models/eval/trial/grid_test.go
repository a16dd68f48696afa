package trial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/must"
)

// trialsOf are eight trials for each of some seeds.
func trialsOf(seeds int) (all []Trial) {
	for i := range 8 * seeds {
		all = append(all, Trial{
			Protocol: "p", Method: "m", Mode: []string{"strict", "null"}[i/2%2], Data: []string{"a", "b"}[i/4%2], Epsilon: []float64{0.1, 1}[i%2], Seed: uint64(i / 8),
		})
	}
	return all
}

// TestMain is the test binary, or, if the environment says so, a process that
// works at a grid: it writes down every trial that it begins.
func TestMain(m *testing.M) {
	folder := os.Getenv("TRIAL_TEST_FOLDER")
	if folder == "" {
		os.Exit(m.Run())
	}
	g := Grid{Trials: trialsOf(10), Folder: folder, Workers: 2, Run: func(_ context.Context, t Trial) (Measured, error) {
		f, err := os.OpenFile(filepath.Join(folder, "begun"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			return Measured{}, err
		}
		if _, err := fmt.Fprintln(f, t); err != nil {
			return Measured{}, err
		}
		time.Sleep(10 * time.Millisecond)
		return Measured{Values: map[string]float64{"x": t.Epsilon + float64(t.Seed)}, Claimed: t.Epsilon, Proved: math.Inf(1)}, f.Close()
	}}
	if _, err := g.Do(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Three processes share a grid, and one is killed. Every trial has one result, and none runs twice,
// except the current ones of the killed process.
func TestProcessesShareAGrid(t *testing.T) {
	folder := t.TempDir()
	var workers []*exec.Cmd
	for range 3 {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "TRIAL_TEST_FOLDER="+folder)
		must.Do(t, c.Start())
		workers = append(workers, c)
	}
	for { // until the work is under way
		if results := must.Get(Read(folder))(t); len(results) >= 10 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	must.Do(t, workers[0].Process.Kill())
	_ = workers[0].Wait() // killed
	for _, c := range workers[1:] {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	results := must.Get(Read(folder))(t)
	all := trialsOf(10)
	seen := map[Trial]int{}
	for _, r := range results {
		seen[r.Trial]++
		if r.Values["x"] != r.Epsilon+float64(r.Seed) || r.Claimed != r.Epsilon || !math.IsInf(r.Proved, 1) {
			t.Errorf("%v has %v", r.Trial, r.Values)
		}
	}
	for _, tr := range all {
		if seen[tr] != 1 {
			t.Errorf("%v has %d results", tr, seen[tr])
		}
	}
	begun := must.Get(os.ReadFile(filepath.Join(folder, "begun")))(t)
	if extra := strings.Count(string(begun), "\n") - len(all); extra < 0 || extra > 2 {
		t.Errorf("%d trials were begun twice; the killed process was at 2 at most", extra)
	}
}

// A stopped grid resumes. A failed trial is reported and stored, and repeated once if Retry is set.
// An incomplete last line is ignored.
func TestAGridResumes(t *testing.T) {
	folder := t.TempDir()
	trials := trialsOf(3)
	if len(trials) != 24 || trials[0].Seed != 0 || trials[23].Seed != 2 {
		t.Fatalf("%d trials, %v … %v", len(trials), trials[0], trials[len(trials)-1])
	}
	var mu sync.Mutex
	made := map[Trial]int{}
	boom := errors.New("boom")
	ctx, cancel := context.WithCancel(context.Background())
	var last Progress
	g := Grid{Trials: trials, Folder: folder, Workers: 3, Progress: func(p Progress) { last = p },
		Run: func(_ context.Context, tr Trial) (Measured, error) {
			mu.Lock()
			defer mu.Unlock()
			made[tr]++
			if len(made) == 10 {
				cancel()
			}
			if tr == trials[2] && made[tr] == 1 {
				return Measured{}, boom
			}
			return Measured{Values: map[string]float64{"x": math.NaN(), "y": math.Inf(1), "z": float64(tr.Seed)}}, nil
		}}
	results, err := g.Do(ctx)
	if !errors.Is(err, context.Canceled) || len(results) < 5 || len(results) > 14 {
		t.Fatalf("%d results, error %v", len(results), err)
	}
	f := must.Get(os.OpenFile(filepath.Join(folder, File), os.O_APPEND|os.O_WRONLY, 0))(t)
	must.Get(f.WriteString(`{"protocol":"p","meth`))(t)
	must.Do(t, f.Close())
	var failures Failures
	results, err = g.Do(context.Background())
	if !errors.As(err, &failures) || len(failures) != 1 || failures[0].Trial != trials[2] || len(results) != len(trials)-1 || last.Failed != 1 || made[trials[2]] != 1 {
		t.Fatalf("%d results, error %v", len(results), err)
	}
	if all, err := ReadAll(folder); err != nil || len(all) != len(trials) || !slices.ContainsFunc(all, func(r Result) bool { return r.Trial == trials[2] && r.Error == "boom" }) {
		t.Fatalf("%d lines, error %v: the failure is not kept", len(all), err)
	}
	g.Retry = true
	results, err = g.Do(context.Background())
	if err != nil || len(results) != len(trials) {
		t.Fatalf("%d results, error %v", len(results), err)
	}
	for i, r := range results {
		if r.Trial != trials[i] || !math.IsNaN(r.Values["x"]) || !math.IsInf(r.Values["y"], 1) || r.Values["z"] != float64(r.Seed) {
			t.Errorf("result %d: %+v", i, r)
		}
		want := 1
		if r.Trial == trials[2] {
			want = 2
		}
		if made[r.Trial] != want {
			t.Errorf("%v was run %d times", r.Trial, made[r.Trial])
		}
	}
	if last.Done != 24 || last.All != 24 || last.Left != 0 || !strings.HasPrefix(last.String(), "24 of 24 trials") {
		t.Errorf("progress %+v: %v", last, last)
	}

	g.Trials = append(g.Trials, Trial{Protocol: "fails"})
	g.Run = func(context.Context, Trial) (Measured, error) { return Measured{}, boom }
	if results, err = g.Do(context.Background()); !errors.Is(err, boom) || len(results) != 24 || last.Failed != 1 {
		t.Errorf("%d results, error %v, progress %v", len(results), err, last)
	}
	if all, err := ReadAll(folder); err != nil || len(all) != 25 {
		t.Errorf("%d lines, error %v: want one of each trial", len(all), err)
	}
}

func TestGridRefuses(t *testing.T) {
	run := func(context.Context, Trial) (Measured, error) { return Measured{}, nil }
	for name, g := range map[string]Grid{
		"no function": {Folder: t.TempDir(), Workers: 1},
		"no worker":   {Folder: t.TempDir(), Run: run},
		"no folder":   {Workers: 1, Run: run},
		"δ without ε": {Folder: t.TempDir(), Workers: 1, Run: run, Trials: []Trial{{Method: "m", Delta: 1e-3}}},
		"NaN":         {Folder: t.TempDir(), Workers: 1, Run: run, Trials: []Trial{{Epsilon: math.NaN()}}},
	} {
		if _, err := g.Do(context.Background()); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, File), []byte("{}\nnonsense\n"), 0o666))
	if _, err := Read(folder); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a spoilt file: %v", err)
	}
}

// The estimate goes by the time that trials of the same kind took.
func TestTheEstimateKnowsKinds(t *testing.T) {
	slow, fast := Trial{Method: "slow"}, Trial{Method: "fast"}
	g := Grid{Folder: t.TempDir(), Workers: 2}
	s := must.Get(openStore(g.Folder))(t)
	for _, r := range []Result{{Trial: slow, Seconds: 90}, {Trial: fast, Seconds: 10}} {
		must.Do(t, s.add(r))
		for seed := range uint64(4) {
			tr := r.Trial
			tr.Seed = seed
			g.Trials = append(g.Trials, tr)
		}
	}
	d := doing{Grid: g, store: s}
	p := must.Get(d.progress())(t)
	if want := 150 * time.Second; p.Done != 2 || p.Left != want { // (3·90 + 3·10)/2
		t.Errorf("%+v, want %v left", p, want)
	}
}

// The mean of values has their sample standard deviation; the mean of no values is marked as such.
func TestMeans(t *testing.T) {
	var results []Result
	for seed, x := range []float64{0.5, 0.52, 0.54} {
		results = append(results, Result{Trial: Trial{Protocol: "links", Method: "m", Mode: "strict", Data: "cora", Epsilon: 0.1, Seed: uint64(seed)}, Measured: Measured{Values: map[string]float64{"AUC": x}}})
	}
	cell := Cell{Trial{Protocol: "links", Method: "m", Mode: "strict", Data: "cora", Epsilon: 0.1}, "AUC"}
	if m := Means(results); len(m) != 1 || m[cell].String() != "0.5200 (0.0200)" {
		t.Errorf("%v", m)
	}
	for want, list := range map[string][]float64{"–": nil, "0.5000": {0.5}} {
		if m := MeanOf(list); m.Runs != len(list) || m.String() != want {
			t.Errorf("the mean of %v is %v", list, m)
		}
	}
}
