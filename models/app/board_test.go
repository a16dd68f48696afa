package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/models/eval/trial"
)

// Outside a checkout a board says what it wants: folders of trials.
func TestABoardOfNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	status, _, stderr := call(t, "board", "--out", "out")
	if status != 1 || !strings.Contains(stderr, "no folder of results given") || strings.Contains(stderr, "claims") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// What cannot be a board, or a trial, is one clear message, and writes nothing.
func TestBoardsAndTrialsThatCannotBe(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	empty, file := t.TempDir(), graphFile(t, "results.jsonl", "")
	newer := t.TempDir()
	if err := os.WriteFile(filepath.Join(newer, "results.jsonl"), []byte(`{"format":99}`+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]struct {
		status int
		text   string
	}{
		"board":                               {2, "give --out"},
		"board --figure f.svg --graph karate": {2, "--protocol is missing"},
		"board --figure f.svg --protocol statistics":                                                                          {2, "--graph is missing"},
		"board --out " + out + " --protocol statistics":                                                                       {2, "need --figure"},
		"board " + store(t, ofKarate(t)) + " --figure f.jpg --protocol statistics --graph karate":                             {2, "ends in .svg, .pdf or .png"},
		"board " + store(t, ofKarate(t)) + " --figure f.svg --protocol statistic --graph karate":                              {2, `did you mean "statistics"?`},
		"board " + empty + " --out " + out:                                                                                    {1, "no trials in " + empty},
		"board " + empty + "/missing --out " + out:                                                                            {1, "no such file"},
		"board " + file + " --out " + out:                                                                                     {1, "is a file"},
		"board " + newer + " --out " + out:                                                                                    {1, "results of a newer version"},
		"board " + store(t, []trial.Result{{Trial: trial.Trial{Protocol: "p", Method: "mine", Mode: "m"}}}) + " --out " + out: {1, "no mine m"},
		"trial privdpr":                                                                                     {2, "--protocol is missing"},
		"trial privdpr --protocol statistics":                                                               {2, "--graph is missing"},
		"trial privdpr --protocol statistic --graph karate":                                                 {2, `did you mean "statistics"?`},
		"trial privdp --protocol statistics --graph karate":                                                 {2, `did you mean "privdpr"?`},
		"trial privdpr --mode strict --protocol statistics --graph karate":                                  {2, "--epsilon is missing"},
		"trial privdpr --mode strict --protocol statistics --graph karate --epsilon 1 --seeds 1,1":          {2, "seeds: 1 is given twice"},
		"trial privdpr --mode strict --protocol statistics --graph karate --epsilon 1 --seeds a":            {2, "--seeds a"},
		"trial privdpr --mode strict --protocol statistics --graph karate --epsilon 1 --set Thet=1":         {2, "Thet"},
		"trial privdpr --mode strict --protocol statistics --graph karate --epsilon -1":                     {2, "ε = -1"},
		"trial privdpr --mode strict --protocol classification --graph karate --epsilon 1":                  {2, "and privdpr releases graph"},
		"trial privdpr --mode strict --protocol statistics --graph karate --epsilon 1 --every 2":            {2, "--every 2"},
		"trial privdpr --mode strict --protocol audit --graph karate --epsilon 1":                           {2, "an audit makes its own graphs"},
		"trial privdpr --mode strict --protocol statistics --graph " + file + " --epsilon 1 --delta 0.0001": {2, "results.jsonl declares no nodes"},
	} {
		status, stdout, stderr := call(t, strings.Fields(args)...)
		if status != want.status || stdout != "" || !strings.Contains(stderr, want.text) {
			t.Errorf("gdp %s: status %d, %s%s", args, status, stdout, stderr)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a folder is made for no page")
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
	status, text, stderr = call(t, strings.Fields("trial privdpr --mode null --protocol statistics --graph karate --json")...)
	if status != 0 || !strings.Contains(text, `"sd": null`) {
		t.Errorf("a control of one seed: status %d, %s%s", status, text, stderr)
	}
	status, text, stderr = call(t, "trial", "privdpr", "--mode", "strict", "--protocol", "audit 40", "--epsilon", "1")
	if status != 0 || !strings.Contains(text, "audited ε") {
		t.Errorf("an audit: status %d, %s%s", status, text, stderr)
	}
}
