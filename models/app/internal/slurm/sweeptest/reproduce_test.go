//go:build linux

package sweeptest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/models/app/internal/clitest"
	"github.com/graphdp/graphdp/models/app/internal/slurm/slurmtest"
	"github.com/graphdp/graphdp/models/eval/trial"
)

// The missing trials of a table are made by a job, each once, and the table is of them and of those
// that were kept.
func TestReproduceOnSlurm(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a cluster")
	}
	slurmtest.Start(t, "n1")
	kept, out := clitest.Kept(t), filepath.Join(t.TempDir(), "it's a folder")
	args := []string{"--table", "1", "--results", kept, "--out", out, "--on", "slurm", "--tasks", "2", "--sbatch=--time=30"}
	for i := range 2 {
		status, r, stderr := clitest.Reproduce(t, args...)
		if status != 0 || r.Exhibits[0].Kept != 10 || len(r.Files) != 4 || strings.Contains(stderr, "with 2 tasks is submitted") != (i == 0) {
			t.Fatalf("status %d, %+v, %s", status, r, stderr)
		}
	}
	results, err := trial.Read(out)
	seeds := map[uint64]bool{}
	for _, r := range results {
		seeds[r.Seed] = true
	}
	if err != nil || len(results) != 9 || len(seeds) != 9 || seeds[3] {
		t.Errorf("%v: %v", err, results)
	}
	if text, err := os.ReadFile(filepath.Join(out, "behaves-table-1.txt")); err != nil || !strings.Contains(string(text), "0.1000 ± 0.1000 (10)") {
		t.Errorf("%v: %s", err, text)
	}
}
