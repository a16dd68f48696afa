package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/program"
)

// described writes a file that describes a program.
func described(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".yaml")
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

// A program that releases the graph itself runs like a method, and an audit breaks its claim.
func TestPrograms(t *testing.T) {
	copies := described(t, "copies", "command: cp {graph} {out}\nreleases: graph\n")
	keep := filepath.Join(t.TempDir(), "world")
	status, out, said := call(t, "audit", copies, "--epsilon", "0.1", "--trials", "64", "--keep", keep, "--out", keep+".html", "--json")
	var found struct {
		Method, Relation, Looks_at string
		Claimed, Audited           float64
		Broken, Checks             []string
		Pairs_tried                []program.Tried
		Graphs_kept                []string
	}
	if err := json.Unmarshal([]byte(out), &found); err != nil || status != 1 {
		t.Fatalf("status %d, %v\n%s%s", status, err, out, said)
	}
	if found.Method != "copies" || found.Claimed != 0.1 || found.Audited < 1 || len(found.Broken) != 1 || len(found.Pairs_tried) != 7 || len(found.Graphs_kept) != 2 || !strings.Contains(strings.Join(found.Checks, "\n"), "leak: the release is the graph itself") {
		t.Errorf("%+v", found)
	}
	page, err := os.ReadFile(keep + ".html")
	if text := string(page); err != nil || !strings.Contains(text, "<th>audited ε</th>") || !strings.Contains(text, "<svg") || !strings.Contains(text, "leak: the release is the graph itself") {
		t.Errorf("%v: %s", err, page)
	}
	if status, out, said := call(t, "audit", copies, "--epsilon", "0.1", "--trials", "64", "--pair", found.Graphs_kept[0]+","+found.Graphs_kept[1]); status != 1 || !strings.Contains(out, "broken") {
		t.Errorf("own pair: status %d\n%s%s", status, out, said)
	}
}

// Commands take the file of a program where they take the name of a method.
func TestProgramsAreMethods(t *testing.T) {
	copies := described(t, "copies", "command: cp {graph} {out}\nreleases: graph\n")
	shown(t, "outside program", "methods", copies)
	shown(t, "REDE", "trial", copies, "--protocol", "statistics", "--graph", "karate", "--epsilon", "1")
	shown(t, "78 edges", "run", copies, "--graph", "karate", "--epsilon", "1")
	folder := filepath.Join(t.TempDir(), "results")
	shown(t, "3 of 3 runs done", "sweep", "--methods", copies+",dgg", "--modes", "program,strict,null", "--data", "karate", "--epsilons", "1", "--protocols", "statistics", "--folder", folder)
	shown(t, "copies", "results", folder, copies, "--group", "method")
	shown(t, "3 rows of 3 trials", "board", folder, copies, "--out", filepath.Join(folder, "board"))
	shown(t, "audited", "sweep", "--methods", copies, "--protocols", "audit 64", "--epsilons", "1", "--folder", folder+"2")
	scores := described(t, "scores", "command: [sh, -c, 'seq 34 | sed s/$/,1/ > {out} # {graph}']\nreleases: class scores\n")
	shown(t, "accuracy", "trial", scores, "--protocol", "classification", "--graph", "karate", "--epsilon", "1")
}

// A check finds the fault of a program that releases the graph itself, and none of one that keeps
// the contract; both have a row.
func TestCheck(t *testing.T) {
	for text, want := range map[string]struct {
		status int
		faults []string
		row    string
		study  bool
	}{
		"command: cp {graph} {out}\nreleases: graph\n":                                                           {1, []string{"the release does not depend on the seed: the noise is fixed, or there is none", "leak: the release is the graph itself"}, "leak: the release is the graph itself |", true},
		"command: [sh, -c, 'test {delta} = 0 && echo $(({seed} % 30)) 33 > {out} # {graph}']\nreleases: graph\n": {0, nil, "| 1 | ≥ 0.00 |", true},
		"command: [sh, -c, 'echo {seed} > {out} # {graph}']\nreleases: numbers\n":                                {0, nil, "| 1 | ≥ 0.00 |", false},
		"command: [sh, -c, 'date +1%N > {out} # {graph}']\nreleases: numbers\n":                                  {1, []string{"the same graph and seed give different releases: randomness does not come from the seed alone"}, "; the same", false},
		"command: [sh, -c, 'test $(({seed} % 3)) -gt 0 && echo {seed} > {out} # {graph}']\nreleases: numbers\n":  {1, nil, "runs failed, such as: it ", false},
	} {
		status, out, said := call(t, "check", described(t, "mine", text), "--epsilon", "1", "--minutes", "0.001", "--json")
		var found struct {
			Faults []string
			Row    string
			Study  *struct{ Means map[string]any }
			Audit  struct{ Claimed float64 }
		}
		if err := json.Unmarshal([]byte(out), &found); err != nil || status != want.status {
			t.Errorf("%s: status %d, %v\n%s%s", text, status, err, out, said)
			continue
		}
		if want.faults != nil && !slices.Equal(found.Faults, want.faults) || (status == 0) != (found.Faults == nil) || !strings.Contains(found.Row, want.row) || (found.Study != nil) != want.study || found.Audit.Claimed != 1 {
			t.Errorf("%s: %+v", text, found)
		}
	}
	says(t, 2, "must be the YAML file of a program", "check", "dgg", "--epsilon", "1")
	says(t, 1, "it wrote no file {out}", "check", described(t, "mine", "command: \"true {graph} {out}\"\nreleases: graph\n"), "--epsilon", "1")
}

// Invalid programs are usage errors; a program that fails is an error with the reason.
func TestProgramsThatCannotBe(t *testing.T) {
	says(t, 2, `releases: "grahp"`, "audit", described(t, "x", "command: cp {graph} {out}\nreleases: grahp\n"), "--epsilon", "1")
	says(t, 2, "is the name of another method", "audit", described(t, "dgg", "command: cp {graph} {out}\nreleases: graph\n"), "--epsilon", "1")
	says(t, 2, "executable file not found", "audit", "--command", "nowhere-at-all {graph} {out}", "--releases", "graph", "--epsilon", "1")
	says(t, 2, "--releases is missing", "audit", "--command", "cp {graph} {out}", "--epsilon", "1")
	says(t, 2, "nosuch.py: no such file", "audit", "--command", "sh nosuch.py {graph} {out}", "--releases", "graph", "--epsilon", "1")
	says(t, 2, "0 arguments", "audit", "--epsilon", "1")
	says(t, 2, "must be the name of an HTML file", "audit", "dgg", "--epsilon", "1", "--out", "audit.pdf")
	says(t, 2, "are for programs", "audit", "dgg", "--epsilon", "1", "--minutes", "1")
	says(t, 2, "FILE,FILE", "audit", "--command", "cp {graph} {out}", "--releases", "graph", "--epsilon", "1", "--pair", "x")
	says(t, 2, "no such file", "trial", "nowhere.yaml", "--protocol", "statistics", "--graph", "karate", "--epsilon", "1")
	says(t, 1, "exit status 2; it said: ", "audit", "--command", "ls {graph} {out}", "--releases", "graph", "--epsilon", "1")
	fails := described(t, "fails", "command: [sh, -c, 'echo secret >&2; exit 3 # {graph} {out}']\nreleases: graph\n")
	says(t, 1, "secret", "trial", fails, "--protocol", "statistics", "--graph", "karate", "--epsilon", "1")
	if status, out, said := call(t, "run", fails, "--graph", "karate", "--epsilon", "1"); status != 1 || strings.Contains(out+said, "secret") || strings.Contains(out+said, "exit status") {
		t.Errorf("status %d: a run on a private graph says why it failed:\n%s%s", status, out, said)
	}
}
