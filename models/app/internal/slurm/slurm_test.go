//go:build linux

package slurm

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/models/app/internal/slurm/slurmtest"
)

// await calls done until it says so.
func await(t *testing.T, limit time.Duration, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !done(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not after %v: %s", limit, what)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(text)
}

// Each task runs once with its arguments to the letter; the task of a node that dies is
// run again; a controller that comes back knows the job.
func TestArray(t *testing.T) {
	ctx := t.Context()
	c := slurmtest.Start(t, "n1", "n2")
	folder := t.TempDir()
	const quoted = `it's "$HOME" \ *`
	a := Array{
		Name: "words", Tasks: 2, Log: filepath.Join(folder, "log-%a"), Options: []string{"--time=10"},
		Command: []string{"/bin/sh", "-c", `echo "$SLURM_ARRAY_TASK_ID $SLURMD_NODENAME $0"; while [ ! -e "$1" ]; do sleep .1; done`, quoted, filepath.Join(folder, "end")},
	}
	job, err := a.Submit(ctx)
	if err != nil {
		t.Fatal(err)
	}
	log := func(i string) string { return read(t, filepath.Join(folder, "log-"+i)) }
	await(t, time.Minute, "both run", func() bool { return log("0") != "" && log("1") != "" })
	for _, i := range []string{"0", "1"} {
		if got := log(i); !strings.HasPrefix(got, i+" n") || !strings.HasSuffix(got, " "+quoted+"\n") {
			t.Errorf("task %s wrote %q", i, got)
		}
	}
	if tasks, err := job.Tasks(ctx); err != nil || tasks.Running != 2 {
		t.Errorf("%+v, %v", tasks, err)
	}
	c.KillController()
	if tasks, err := job.Tasks(ctx); err == nil {
		t.Errorf("without a controller: %+v", tasks)
	}
	c.StartController()
	c.KillNode("n1")
	await(t, 2*time.Minute, "the lost task waits", func() bool {
		tasks, err := job.Tasks(ctx)
		return err == nil && tasks.Waiting == 1 && tasks.Running == 1 && tasks.Why != ""
	})
	c.StartNode("n1")
	await(t, 2*time.Minute, "it runs again", func() bool { return strings.Count(log("0")+log("1"), "\n") == 3 })
	if err := os.WriteFile(filepath.Join(folder, "end"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	await(t, time.Minute, "it is over", func() bool {
		tasks, err := job.Tasks(ctx)
		return err == nil && tasks.Over()
	})
}

// A cancelled job is over, and a job that never was, too.
func TestCancel(t *testing.T) {
	ctx := t.Context()
	slurmtest.Start(t, "n1")
	job, err := Array{Name: "long", Tasks: 2, Command: []string{"/bin/sleep", "1000"}, Log: filepath.Join(t.TempDir(), "log")}.Submit(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := job.Cancel(ctx); err != nil {
		t.Fatal(err)
	}
	await(t, time.Minute, "it is over", func() bool {
		tasks, err := job.Tasks(ctx)
		return err == nil && tasks.Over()
	})
	if tasks, err := Job("4711").Tasks(ctx); err != nil || !tasks.Over() {
		t.Errorf("%+v, %v", tasks, err)
	}
	for _, options := range [][]string{{"--partition=nowhere"}, {"--no-such-option"}} {
		job, err := Array{Name: "lost", Tasks: 1, Command: []string{"/bin/true"}, Options: options}.Submit(ctx)
		if err == nil || !strings.HasPrefix(err.Error(), "slurm: sbatch: ") {
			t.Errorf("%v: %q, %v", options, job, err)
		}
	}
}

// What cannot be a job is refused before the cluster is asked.
func TestRefused(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for want, a := range map[string]Array{
		"0 tasks":            {Command: []string{"/bin/true"}},
		"without a command":  {Tasks: 1},
		"not an option of":   {Tasks: 1, Command: []string{"/bin/true"}, Options: []string{"partition=long"}},
		"no sbatch on this ": {Tasks: 1, Command: []string{"/bin/true"}},
	} {
		if _, err := a.Submit(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
}
