//go:build linux

package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/models/cli/internal/slurm/slurmtest"
	"github.com/graphdp/graphdp/models/trial"
)

// A study of 100 trials on two nodes: one is killed and comes back, the controller is killed and
// comes back, the other node is killed, and whoever watches goes away and comes again. In the end
// there are 100 results, none of them twice.
func TestSweepOnSlurm(t *testing.T) {
	t.Parallel() // it waits
	if testing.Short() {
		t.Skip("waits for a cluster to miss its nodes")
	}
	cluster := slurmtest.Start(t, "n1", "n2")
	folder := filepath.Join(t.TempDir(), "it's a folder")
	args := []string{
		"--methods", "behaves", "--data", "karate", "--protocols", "statistics", "--vary", "Wait=0.2", "--seeds", "1-100", "--folder", folder,
		"--on", "slurm", "--tasks", "2", "--sbatch=--time=30", "--json",
	}
	watching := func() (*exec.Cmd, *strings.Builder, *strings.Builder) {
		c, out, err := sweeping(args...), &strings.Builder{}, &strings.Builder{}
		c.Stdout, c.Stderr = out, err
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		return c, out, err
	}
	until := func(n int) {
		t.Helper()
		for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
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
	first, _, said := watching()
	until(10)
	if err := first.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := first.Wait(); err == nil || !strings.Contains(said.String(), "goes on: the same command watches it again") {
		t.Errorf("%v: %s", err, said)
	}
	second, out, said := watching()
	until(20)
	cluster.KillNode("n1")
	until(30)
	cluster.KillController()
	until(40)
	cluster.StartController()
	cluster.StartNode("n1")
	until(60)
	cluster.KillNode("n2")
	cluster.StartNode("n2")
	if err := second.Wait(); err != nil {
		t.Fatalf("%v: %s%s", err, out, said)
	}
	var r swept
	if err := json.Unmarshal([]byte(out.String()), &r); err != nil || r.Done != 100 || r.Failed != 0 {
		t.Errorf("%v, %+v", err, r)
	}
	if n := regexp.MustCompile(`Job \d+ is at it`).FindAllString(said.String(), -1); len(n) != 1 {
		t.Errorf("it submitted another job: %s", said)
	}
	lines, err := os.ReadFile(filepath.Join(folder, "results.jsonl"))
	results, err2 := trial.ReadAll(folder)
	seeds := map[uint64]int{}
	for _, r := range results {
		if seeds[r.Seed]++; r.Error != "" {
			t.Errorf("%v: %s", r.Trial, r.Error)
		}
	}
	if err != nil || err2 != nil || strings.Count(string(lines), "\n") != 100 || len(seeds) != 100 {
		t.Errorf("%d lines, %d results, %v, %v", strings.Count(string(lines), "\n"), len(seeds), err, err2)
	}
	// Once more, nothing is left to do.
	third, out, said := watching()
	if err := third.Wait(); err != nil || !strings.Contains(out.String(), `"done": 100`) || strings.Contains(said.String(), "submitted") {
		t.Errorf("%v: %s%s", err, out, said)
	}
}

// What a cluster cannot do is said before anything is left behind.
func TestSweepOnClusterRefuses(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	folder := filepath.Join(t.TempDir(), "none")
	for args, want := range map[string]string{
		"--tasks 3":                  "--tasks is for --on slurm",
		"--sbatch --time=1":          "--sbatch is for --on slurm",
		"--on slrum":                 `did you mean "slurm"`,
		"--on slurm --tasks 0":       "an array of 0 tasks",
		"--on slurm --sbatch time=1": "no option of sbatch",
		"--on slurm --retry":         "--retry is not for --on slurm",
		"--on slurm --workers 0":     "say how many processes",
		"--on slurm --methods privdpr --data karate --x=1": "unknown flag",
	} {
		status, stdout, stderr := call(t, append([]string{"sweep", "--folder", folder}, strings.Fields(args)...)...)
		if status != 2 || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("gdp sweep %s: status %d, %s%s", args, status, stdout, stderr)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Fatalf("gdp sweep %s leaves a folder", args)
		}
	}
	status, _, stderr := call(t, "sweep", "--folder", folder, "--methods", "privdpr", "--modes", "null", "--data", "karate", "--epsilons", "1", "--on", "slurm")
	if status != 1 || !strings.Contains(stderr, "no sbatch on this machine") {
		t.Errorf("status %d, %s", status, stderr)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("it leaves a folder")
	}
}
