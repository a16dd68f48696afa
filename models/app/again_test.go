package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/trial"
)

// Results without a provenance are computed again and replaced. Others, failures and results of
// removed modes stay unchanged, byte by byte. Differing results are listed.
func TestSweepAgain(t *testing.T) {
	folder := t.TempDir()
	status, _, stderr := sweepOf(t, "--methods", "behaves", "--data", "karate", "--protocols", "statistics", "--vary", "Fail=true,false", "--folder", folder)
	if status != 1 {
		t.Fatalf("status %d, %s", status, stderr)
	}
	path := filepath.Join(folder, trial.File)
	made := contents(t, path)
	const old = `{"protocol":"statistics","method":"behaves","mode":"nonprivate","data":"karate","epsilon":0,"seed":SEED,"values":{"KS":VALUE},"claimed":"+Inf","proved":"+Inf","seconds":1}` + "\n"
	of := strings.NewReplacer
	text := of("SEED", "7", "VALUE", "0").Replace(old) + string(made) + of("SEED", "8", "VALUE", "0.5").Replace(old) + of("nonprivate", "gone", "SEED", "7", "VALUE", "0").Replace(old)
	put(t, path, text)
	if status, stdout, stderr := behave("sweep", "--again", "--folder", folder, "--dry-run"); status != 0 || strings.Count(stdout, "\n") != 3 {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	const want = " repeated: 1 identical to the last bit, 1 different; 0 failed and were kept, 1 belong to no mode"
	status, stdout, stderr := behave("sweep", "--again", "--folder", folder)
	if status != 0 || !strings.Contains(stdout, "\n2 results of "+folder+want) || !strings.Contains(stdout, "seed 8: KS 0, before 0.5\n") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	now, err := os.ReadFile(path)
	lines, before := strings.SplitAfter(string(now), "\n"), strings.SplitAfter(text, "\n")
	if err != nil || len(lines) != 6 || strings.Join(lines[1:3], "") != string(made) || lines[4] != before[4] || strings.Contains(string(now), "0.5}") {
		t.Errorf("%v: %s", err, now)
	}
	results := must.Get(trial.Read(folder))(t)
	for _, r := range results {
		if r.Mode != "gone" && (r.Made.Processor == "" || r.Made.Data == "" || r.Made.Backend == "" || r.Reason == "") {
			t.Errorf("%+v", r)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "again")); err == nil {
		t.Error("it leaves its folder")
	}
	if status, stdout, _ := behave("sweep", "--again", "--folder", folder); status != 0 || !strings.HasPrefix(stdout, "0 results of") {
		t.Errorf("status %d, %s", status, stdout)
	}
}
