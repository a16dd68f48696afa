package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Nothing below the line that declares nodes is read: files of other edges, and one that no
// command could read, have one answer, and nothing is spent or written.
func TestAdviseReadsNoEdge(t *testing.T) {
	answers := map[string]bool{}
	for _, edges := range []string{"0 1\n1 2\n", "0 1\n", "", "no edge, but \x00 and noise"} {
		path := graphFile(t, "g.txt", "# nodes 3000\n"+edges)
		status, stdout, stderr := call(t, "advise", "--task", "synthesis", "--epsilon", "1", "--graph", path, "--json")
		if status != 0 || stderr != "" {
			t.Fatalf("%q: status %d, %s", edges, status, stderr)
		}
		answers[strings.ReplaceAll(stdout, path, "FILE")] = true
		if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
			t.Errorf("%v, %v", files, err)
		}
	}
	if len(answers) != 1 {
		t.Errorf("%d answers", len(answers))
	}
	for answer := range answers {
		d := document(t, answer)
		if facts := d["facts"].(map[string]any); facts["nodes"] != 3000.0 || len(d["sections"].([]any)) == 0 {
			t.Errorf("%v", d["facts"])
		}
	}
	path := graphFile(t, "unreadable.txt", "# nodes 3000\n0 1\n") // with the nodes given, the file is not opened
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := call(t, "advise", "--task", "synthesis", "--epsilon", "1", "--graph", path, "--nodes", "3000"); status != 0 {
		t.Errorf("status %d, %s", status, stderr)
	}
}

func TestAdvise(t *testing.T) {
	undeclared := graphFile(t, "g.txt", "0 1\n1 2\n")
	pipe := filepath.Join(t.TempDir(), "pipe") // nobody writes to it
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"--epsilon 1":                                                                  "--task is missing: one of synthesis, classification",
		"--task syntesis --epsilon 1":                                                  `no task "syntesis"; did you mean "synthesis"?`,
		"--task audits --epsilon 1":                                                    `no task "audits"`,
		"--task synthesis":                                                             "--epsilon 0: want a number above 0",
		"--task synthesis --epsilon NaN":                                               "--epsilon NaN: want a number above 0",
		"--task synthesis --epsilon -1":                                                "--epsilon -1: want",
		"--task synthesis --epsilon +Inf":                                              "--epsilon +Inf: want",
		"--task synthesis --epsilon 1 --relation edgy":                                 `--relation "edgy"; did you mean "edge"?`,
		"--task synthesis --epsilon 1 --nodes 0":                                       "--nodes 0: want 1",
		"--task synthesis --epsilon 1 --nodes some":                                    "--nodes some: want 1",
		"--task synthesis --epsilon 1 --graph karat":                                   `did you mean "karate"?`,
		"--task synthesis --epsilon 1 --graph -":                                       "no data set",
		"--task synthesis --epsilon 1 --graph x.txt.gz":                                "no file x.txt.gz",
		"--task synthesis --epsilon 1 --graph " + undeclared:                           `no line "# nodes N" among the comments at the top, and nothing below them is read: say --nodes N`,
		"--task synthesis --epsilon 1 --graph " + pipe:                                 "is no plain file",
		"--task synthesis --epsilon 1 --graph karate --nodes 3":                        "karate is a data set: --nodes, --features and --labels are for files",
		"--task synthesis --epsilon 1 --graph " + graphFile(t, "g.gz", "x"):            "is compressed",
		"--task synthesis --epsilon 1 --graph " + graphFile(t, "g.csv", "# nodes 0\n"): "it declares no node",
		"--task synthesis --epsilon 1 --graph " + graphFile(t, "h.csv", "# nodes 99999999999999999999\n"): "want a number of nodes",
	} {
		status, stdout, stderr := call(t, append([]string{"advise"}, strings.Fields(args)...)...)
		if status == 0 || stdout != "" || !strings.Contains(stderr, want) || strings.Contains(stderr, "panic") {
			t.Errorf("gdp advise %s: status %d, %s%s", args, status, stdout, stderr)
		}
	}
	for args, want := range map[string]string{
		"--task embedding --epsilon 0.01":                               "no trial was kept for Embedding under edge with ε of at most 0.01; the smallest kept is",
		"--task synthesis --epsilon 1 --relation graph":                 "no trial was kept for Synthesis under graph; there are some under edge",
		"--task classification --epsilon 1 --graph karate":              `"classification" needs features of nodes, and the graph has none`,
		"--task classification --epsilon 4 --relation node":             "run: gdp run dpar --mode strict --graph FILE --relation node --epsilon 4 --delta 1e-05",
		"--task link-prediction --epsilon 2 --claimed":                  "link prediction: AUC",
		"--task statistics --epsilon 1":                                 "run: gdp ask triangles --graph FILE --relation edge --epsilon 1\n",
		"--task synthesis --epsilon 1 --graph " + t.TempDir():           "the graph: a collection, no features",
		"--task synthesis --epsilon 1 --nodes 3000 --features --labels": "the graph: 3000 nodes, features, labels",
		"--task synthesis --epsilon 1 --claimed --graph pgb-ca-hepph":   "the graph:",
	} {
		status, stdout, stderr := call(t, append([]string{"advise"}, strings.Fields(args)...)...)
		if status != 0 || stderr != "" || !strings.Contains(stdout, want) {
			t.Errorf("gdp advise %s: status %d, %s%s", args, status, stdout, stderr)
		}
	}
}

// A run whose mode was worse than its null control in kept trials says so in one line, and runs.
func TestRunWarnsBelowNull(t *testing.T) {
	for args, want := range map[string]string{
		"dpdk --mode published --epsilon 1": "warning: in kept trials at ε = 1 the null control dpdk null was better than dpdk published in ",
		"dpdk --epsilon 1":                  "",
		"dpdk --mode null --epsilon 1":      "",
		"dpdk --mode nonprivate":            "",
	} {
		status, _, stderr := call(t, append([]string{"run", "--graph", "karate", "--seed", "1"}, strings.Fields(args)...)...)
		if status != 0 {
			t.Fatalf("%s: status %d, %s", args, status, stderr)
		}
		if want == "" && strings.Contains(stderr, "null control") || !strings.HasPrefix(stderr, want) {
			t.Errorf("%s: %q", args, stderr)
		}
		if want != "" && (strings.Count(stderr, "\n") != 1 || !strings.HasSuffix(stderr, "; --plan shows what to expect, and --mode null is the null\n")) {
			t.Errorf("%s: %q", args, stderr)
		}
	}
}

func TestTopics(t *testing.T) {
	for name, want := range map[string]string{"topics": "gdp help choosing", "glossary": "**StrucEqu**", "choosing": "# Which function do I want"} {
		if status, stdout, stderr := call(t, "help", name); status != 0 || !strings.Contains(stdout, want) || strings.Contains(stdout, "<!--") {
			t.Errorf("gdp help %s: status %d, %s", name, status, stderr)
		}
	}
	if status, stdout, _ := call(t, "help", "topic"); status != 2 || stdout != "" {
		t.Errorf("status %d, %s", status, stdout)
	}
}
