package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/models/eval/trial"
)

// Outside a checkout the board's error asks for folders of trials.
func TestABoardOfNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	status, _, stderr := call(t, "board", "--out", "out")
	if status != 1 || !strings.Contains(stderr, "no folder of results given") || strings.Contains(stderr, "claims") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// A figure of the board is a file in the format of its name, beside the page or without one.
func TestBoardFigure(t *testing.T) {
	folder, out := store(t, ofKarate(t)), t.TempDir()
	for ext, begins := range map[string]string{".svg": "<?xml", ".pdf": "%PDF-", ".png": "\x89PNG"} {
		path := filepath.Join(out, "f"+ext)
		status, stdout, stderr := call(t, "board", folder, "--figure", path, "--protocol", "statistics", "--graph", "karate", "--value", "KS")
		if b, err := os.ReadFile(path); status != 0 || stdout != path+"\n" || err != nil || !strings.HasPrefix(string(b), begins) {
			t.Errorf("%s: status %d, %s%s, %v, %.8q", ext, status, stdout, stderr, err, b)
		}
	}
	if status, stdout, stderr := call(t, "board", folder, "--out", out, "--figure", filepath.Join(out, "g.svg"), "--protocol", "statistics", "--graph", "karate"); status != 0 || !strings.Contains(stdout, "index.html: ") || !strings.Contains(stdout, "g.svg\n") {
		t.Errorf("with a page: status %d, %s%s", status, stdout, stderr)
	}
}

// A trial prints each seed's values with their mean and standard deviation, for people and as
// JSON, and an audit is one.
func TestTrial(t *testing.T) {
	args := strings.Fields("trial privdpr --mode strict --protocol statistics --graph karate --epsilon 1 --seeds 1,2")
	status, text, stderr := call(t, args...)
	if status != 0 || !strings.Contains(text, "seed 2") || !strings.Contains(text, "ε proved") || !strings.Contains(text, "KS") {
		t.Errorf("status %d, %s%s", status, text, stderr)
	}
	status, text, stderr = call(t, append(args, "--json")...)
	var got struct {
		Trials []trial.Result
		Means  map[string]struct{ Mean, SD float64 }
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil || status != 0 {
		t.Fatalf("status %d, %v, %s", status, err, stderr)
	}
	a, b := got.Trials[0].Values["KS"], got.Trials[1].Values["KS"]
	if m := trial.MeanOf([]float64{a, b}); a == b || got.Means["KS"].Mean != m.Mean || got.Means["KS"].SD != m.SD || got.Trials[1].Seed != 2 || got.Trials[0].Proved > 1 {
		t.Errorf("%+v", got)
	}
}
