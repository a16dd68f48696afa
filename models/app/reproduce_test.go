package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/trial"
)

// A table combines stored and missing trials. A killed command continues when repeated; the files
// exist in the end, and a repetition computes nothing.
func TestReproduce(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	kept := keptTrial(t)
	args := []string{"--table", "1", "--results", kept, "--out", out}
	first := command(append([]string{"reproduce", "behaves"}, args...)...)
	must.Do(t, first.Start())
	awaitResults(t, out, 2)
	must.Do(t, first.Process.Kill())
	_ = first.Wait()
	for i := range 2 {
		status, r, stderr := reproduceBehaves(t, args...)
		if status != 0 || len(r.Exhibits) != 1 || r.Exhibits[0].Trials != 10 || r.Exhibits[0].Kept != 10 || r.Failed != 0 || len(r.Files) != 4 {
			t.Fatalf("status %d, %+v, %s", status, r, stderr)
		}
		if !strings.Contains(stderr, "10 runs, 1 of them stored; the 9 others take about 18s of one worker") || strings.Contains(stderr, "statistics of behaves") != (i == 0) {
			t.Errorf("%s", stderr)
		}
	}
	results, err := trial.Read(out)
	if err != nil || len(results) != 9 {
		t.Errorf("%d results, %v", len(results), err)
	}
	for ext, want := range map[string]string{".txt": "paper", ".csv": "karate,0.05,nonprivate,KS,here,0.1,", ".svg": "0.1000 ± 0.1000 (10)", ".pdf": "%PDF-"} {
		if text, err := os.ReadFile(filepath.Join(out, "behaves-table-1"+ext)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, %.1000s", ext, err, text)
		}
	}
	if status, stdout, _ := behave("reproduce", "behaves", "--table", "1", "--results", kept, "--dry-run"); status != 0 || strings.Count(stdout, "\n") != 10 {
		t.Errorf("status %d, %s", status, stdout)
	}
	status, stdout, stderr := behave("reproduce", "behaves", "--table", "1", "--results", kept)
	if status != 0 || !strings.Contains(stdout, "0.7500") || !strings.Contains(stdout, "nonprivate  1.000") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	status, stdout, stderr = behave("reproduce", "behaves", "--results", kept)
	if status != 0 || !strings.Contains(stdout, "Table 1    1        0         10    1       18s") || !strings.Contains(stdout, "not made here: it is a part") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
}

// What fails, and data sets that are not here, are reasons in cells, and the status is 1. A small
// run is on a data set of the program.
func TestReproduceInPart(t *testing.T) {
	kept := keptResults(t)
	for table, want := range map[string]string{"2": "reddit is not on this machine", "3": "failed: behaves: as it was told"} {
		out := t.TempDir()
		status, r, stderr := reproduceBehaves(t, "--table", table, "--results", kept, "--out", out)
		text, err := os.ReadFile(filepath.Join(out, "behaves-table-"+table+".txt"))
		if status != 1 || err != nil || !strings.Contains(string(text), want) || r.Exhibits[0].Kept != 1 {
			t.Errorf("status %d, %+v, %v: %s%s", status, r, err, text, stderr)
		}
	}
	out := t.TempDir()
	status, r, stderr := reproduceBehaves(t, "--table", "2", "--size", "small", "--out", out)
	text, err := os.ReadFile(filepath.Join(out, "behaves-table-2-small.txt"))
	if status != 0 || err != nil || !strings.Contains(string(text), "SMALL") || strings.Contains(string(text), "0.7500") || r.Exhibits[0].Trials != 1 {
		t.Errorf("status %d, %+v, %v: %s%s", status, r, err, text, stderr)
	}
}
