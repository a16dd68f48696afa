package trial

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

// Lines of earlier versions are read, with missing fields left open. A line of a later version is
// refused with the reason.
func TestStoresOfOtherVersions(t *testing.T) {
	folder := t.TempDir()
	write := func(lines string) {
		t.Helper()
		must.Do(t, os.WriteFile(filepath.Join(folder, File), []byte(lines), 0o666))
	}
	const old = `{"protocol":"p","method":"m","mode":"strict","data":"a","epsilon":1,"seed":2,"values":{"x":0.5},"claimed":1,"proved":"+Inf","seconds":3}` + "\n"
	write(old)
	results, err := Read(folder)
	if err != nil || len(results) != 1 {
		t.Fatalf("%v, %v", results, err)
	}
	if r := results[0]; r.Values["x"] != 0.5 || r.Claimed != 1 || !math.IsInf(r.Proved, 1) || r.Audited != nil || r.Reason != "" || r.Made != (Provenance{}) || r.Error != "" || r.Seconds != 3 {
		t.Errorf("%+v", r)
	}
	write(old + `{"format":99,"protocol":"p","values":"whatever that will be"}` + "\n")
	for name, read := range map[string]func() error{
		"Read": func() error { _, err := Read(folder); return err },
		"Do": func() error {
			_, err := Grid{Folder: folder, Workers: 1, Run: func(context.Context, Trial) (Measured, error) { return Measured{}, nil }}.Do(t.Context())
			return err
		},
	} {
		if err := read(); !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), "format 99") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The store preserves all fields of a result, bit by bit.
func TestResultsAreKeptWhole(t *testing.T) {
	r := Result{
		Trial:    Trial{Protocol: "p", Method: "m", Mode: "strict", Data: "a", Epsilon: 0.1, Seed: 1 << 63, Variant: "Clip=1", Delta: 1e-7},
		Measured: Measured{Values: map[string]float64{"x": 1.0 / 3}, Claimed: 1, Proved: math.Inf(1), Reason: "nobody proved it", Audited: &gdp.Audited{Epsilon: 0.7, Confidence: 0.95, Trials: 1000, Method: "linear"}},
		Seconds:  0.25, Error: "boom",
	}
	r.Made = Provenance{Version: "v", Edition: 2, Config: "c", Data: "d", Backend: "go", Memory: 1 << 40, Processor: "h"}
	text := must.Get(json.Marshal(r))(t)
	var back Result
	must.Do(t, json.Unmarshal(text, &back))
	if back.Trial != r.Trial || back.Reason != r.Reason || *back.Audited != *r.Audited || back.Made != r.Made || back.Error != r.Error || back.Seconds != r.Seconds || back.Values["x"] != r.Values["x"] {
		t.Errorf("%+v, want %+v", back, r)
	}
}

// A trial in which processes are killed again and again counts as failed, so that a grid ends.
func TestATrialThatKills(t *testing.T) {
	g := Grid{Folder: t.TempDir(), Workers: 1, Trials: []Trial{{Method: "kills"}, {Method: "works"}}, Run: func(_ context.Context, t Trial) (Measured, error) {
		return Measured{Values: map[string]float64{"x": 1}}, nil
	}}
	s := must.Get(openStore(g.Folder))(t)
	for range mostKilled {
		c, err := s.claim(g.Trials[0])
		if err != nil || c == nil {
			t.Fatal(c, err)
		}
		must.Do(t, c.begin())
		c.free() // as the system does when the process is killed
	}
	results, err := g.Do(t.Context())
	var failures Failures
	if !errors.As(err, &failures) || len(failures) != 1 || !strings.Contains(err.Error(), "3 processes were killed in it") || len(results) != 1 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	g.Retry = true
	if results, err = g.Do(t.Context()); err != nil || len(results) != 2 {
		t.Errorf("tried again: %d results, %v", len(results), err)
	}
}

// A full disk ends the grid with one message, and preserves the stored results; with free space the
// grid resumes.
func TestAFullDisk(t *testing.T) {
	if folder := os.Getenv("TRIAL_TEST_FULL"); folder != "" {
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: 1500, Max: 1500} // bytes of a file: a disk with that much room
		must.Do(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit))
		_, err := fullGrid(folder).Do(t.Context())
		if err == nil || strings.Count(err.Error(), "could not be kept") != 1 {
			t.Fatalf("on a full disk: %v", err)
		}
		return
	}
	folder := t.TempDir()
	c := exec.Command(os.Args[0], "-test.run", "^TestAFullDisk$")
	c.Env = append(os.Environ(), "TRIAL_TEST_FULL="+folder)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	before, err := Read(folder)
	if err != nil || len(before) == 0 || len(before) >= 24 {
		t.Fatalf("%d results are kept: %v", len(before), err)
	}
	if after, err := fullGrid(folder).Do(t.Context()); err != nil || len(after) != 24 {
		t.Errorf("with room again: %d results, %v", len(after), err)
	}
}

func fullGrid(folder string) Grid {
	return Grid{Trials: trialsOf(3), Folder: folder, Workers: 1, Run: func(_ context.Context, t Trial) (Measured, error) {
		return Measured{Values: map[string]float64{"x": t.Epsilon}}, nil
	}}
}

// A trial that cannot be begun, as on a full disk, stops the grid: it is no failed trial.
func TestATrialThatCannotBegin(t *testing.T) {
	g := Grid{Folder: t.TempDir(), Workers: 1, Trials: []Trial{{Method: "m"}}, Run: func(context.Context, Trial) (Measured, error) {
		return Measured{}, nil
	}}
	s := must.Get(openStore(g.Folder))(t)
	c, err := s.claim(g.Trials[0])
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	d := &doing{Grid: g, store: s}
	c.file = filepath.Join(g.Folder, "none", "begun")
	d.try(t.Context(), g.Trials[0], c)
	c.free()
	if all, err := ReadAll(g.Folder); d.stop == nil || err != nil || len(all) != 0 {
		t.Errorf("stopped by %v; %d results, %v", d.stop, len(all), err)
	}
}

// A reader of a folder whose results are renewed reads the new ones, and later additions.
func TestARenewalIsNoticed(t *testing.T) {
	folder := t.TempDir()
	writer := must.Get(openStore(folder))(t)
	result := func(seed uint64, x float64) Result {
		return Result{Trial: Trial{Protocol: "p", Method: "m", Mode: "strict", Data: "a", Seed: seed}, Measured: Measured{Values: map[string]float64{"x": x}}}
	}
	for seed := range uint64(3) {
		must.Do(t, writer.add(result(seed, 1)))
	}
	reader := newStore(folder)
	if err := reader.read(); err != nil || len(reader.order) != 3 {
		t.Fatalf("%d results, %v", len(reader.order), err)
	}
	for i, x := range []float64{1.0 / 3, 2, 0.125} { // longer, and shorter lines
		if list, err := Renew(folder, []Result{result(1, x)}); err != nil || len(list) != 1 {
			t.Fatalf("%v, %v", list, err)
		}
		must.Do(t, writer.add(result(uint64(10+i), 1)))
		err := reader.read()
		if r, ok := reader.find(result(1, 0).Trial); err != nil || !ok || r.Values["x"] != x || len(reader.order) != 4+i || reader.lines != 4+i {
			t.Errorf("%v, %v, %d results of %d lines: want 4 + %d, %v of the trial that was made again", r.Values, err, len(reader.order), reader.lines, i, x)
		}
	}
}
