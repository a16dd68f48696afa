//go:build linux

// Package sweeptest tests sweeps and reproductions on a Slurm cluster. They wait for it, and so
// have a package of their own: its tests run beside others.
package sweeptest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/models/app"
	"github.com/graphdp/graphdp/models/app/internal/clitest"
	"github.com/graphdp/graphdp/models/app/internal/slurm/slurmtest"
	"github.com/graphdp/graphdp/models/eval/trial"
)

func TestMain(m *testing.M) { clitest.Main(m, app.Main) }

// A study of 100 trials on two nodes: one is killed and comes back, the controller is killed and
// comes back, the other node is killed, and whoever watches goes away and comes again. In the end
// there are 100 results, none of them twice.
func TestSweepOnSlurm(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a cluster")
	}
	cluster := slurmtest.Start(t, "n1", "n2")
	folder := filepath.Join(t.TempDir(), "it's a folder")
	args := []string{
		"sweep", "--methods", "behaves", "--data", "karate", "--protocols", "statistics", "--vary", "Wait=0.1", "--seeds", "1-100", "--folder", folder,
		"--on", "slurm", "--tasks", "2", "--sbatch=--time=30", "--json",
	}
	watching := func() (*exec.Cmd, *strings.Builder, *strings.Builder) {
		c, out, err := clitest.Command(args...), &strings.Builder{}, &strings.Builder{}
		c.Stdout, c.Stderr = out, err
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		return c, out, err
	}
	until := func(n int) { t.Helper(); clitest.Await(t, folder, n) }
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
	cluster.Miss("n2")
	cluster.StartNode("n2")
	if err := second.Wait(); err != nil {
		t.Fatalf("%v: %s%s", err, out, said)
	}
	var r clitest.Swept
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
