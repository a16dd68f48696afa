package app

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
		"--epsilon 1":                                                                  "--task is missing: choose one of synthesis, classification",
		"--task syntesis --epsilon 1":                                                  `no task "syntesis"; did you mean "synthesis"?`,
		"--task audits --epsilon 1":                                                    `no task "audits"`,
		"--task synthesis":                                                             "--epsilon is missing",
		"--task synthesis --epsilon NaN":                                               "--epsilon NaN: must be",
		"--task synthesis --epsilon -1":                                                "--epsilon -1: must be",
		"--task synthesis --epsilon +Inf":                                              "--epsilon +Inf: must be",
		"--task synthesis --epsilon 1 --relation edgy":                                 `--relation "edgy"; did you mean "edge"?`,
		"--task synthesis --epsilon 1 --nodes 0":                                       "--nodes 0: must be",
		"--task synthesis --epsilon 1 --nodes some":                                    "--nodes some: must be",
		"--task synthesis --epsilon 1 --graph karat":                                   `did you mean "karate"?`,
		"--task synthesis --epsilon 1 --graph -":                                       "no data set",
		"--task synthesis --epsilon 1 --graph x.txt.gz":                                "x.txt.gz: no such file",
		"--task synthesis --epsilon 1 --graph " + undeclared:                           `no line "# nodes N"`,
		"--task synthesis --epsilon 1 --graph " + pipe:                                 "is not a regular file",
		"--task synthesis --epsilon 1 --graph karate --nodes 3":                        "karate is a data set; leave out --nodes",
		"--task synthesis --epsilon 1 --graph " + graphFile(t, "g.gz", "x"):            "is compressed",
		"--task synthesis --epsilon 1 --graph " + graphFile(t, "g.csv", "# nodes 0\n"): "the file declares no node",
		"--task synthesis --epsilon 1 --graph " + graphFile(t, "h.csv", "# nodes 99999999999999999999\n"): "number of nodes: must be in [0, ",
	} {
		status, stdout, stderr := call(t, append([]string{"advise"}, strings.Fields(args)...)...)
		if status == 0 || stdout != "" || !strings.Contains(stderr, want) || strings.Contains(stderr, "panic") {
			t.Errorf("gdp advise %s: status %d, %s%s", args, status, stdout, stderr)
		}
	}
	for args, want := range map[string]string{
		"--task embedding --epsilon 0.01":                               "No recommendation: no stored run for Embedding under relation edge at ε up to 0.01; the smallest stored ε is",
		"--task synthesis --epsilon 1 --relation graph":                 "no stored run for Synthesis under relation graph; stored runs exist under edge",
		"--task classification --epsilon 1 --graph karate":              `"classification" needs node features, which the graph lacks`,
		"--task classification --epsilon 4 --relation node":             "\n  run: gdp run dpar --mode strict --graph FILE --relation node --epsilon 4 --delta 1e-05\nCaution: its gain over own-row comes from test edges",
		"--task link-prediction --epsilon 2 --claimed":                  "\nlink prediction: ",
		"--task statistics --epsilon 1":                                 "run: gdp ask triangles --graph FILE --relation edge --epsilon 1\n",
		"--task synthesis --epsilon 1 --graph " + t.TempDir():           "Graph: a collection, no features",
		"--task synthesis --epsilon 1 --nodes 3000 --features --labels": "Graph: 3000 nodes, features, labels",
		"--task synthesis --epsilon 1 --claimed --graph pgb-ca-hepph":   "Graph:",
	} {
		status, stdout, stderr := call(t, append([]string{"advise"}, strings.Fields(args)...)...)
		if status != 0 || stderr != "" || !strings.Contains(stdout, want) {
			t.Errorf("gdp advise %s: status %d, %s%s", args, status, stdout, stderr)
		}
	}
}

// The first line of advice is one verdict, the second its command, and a caution of the mode
// follows.
func TestAdviceBeginsWithItsVerdict(t *testing.T) {
	_, stdout, _ := call(t, "advise", "--task", "classification", "--relation", "node", "--epsilon", "4", "--graph", "cora-ml")
	lines := strings.Split(stdout, "\n")
	for i, want := range []string{"Use dpar strict: best in ", "  run: gdp run dpar --mode strict --graph cora-ml ", "Caution: its gain over own-row"} {
		if len(lines) <= i || !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d of\n%s", i+1, stdout)
		}
	}
	_, stdout, _ = call(t, "advise", "--task", "classification", "--relation", "node", "--epsilon", "4", "--json")
	if v, _ := document(t, stdout)["verdict"].(map[string]any); v["mode"] != "strict" || v["caution"] == nil {
		t.Errorf("%v", v)
	}
}

// A run prints its mode's caution, and a warning where stored runs are worse than the null
// control's.
func TestRunWarnsBelowNull(t *testing.T) {
	for args, want := range map[string]string{
		"dpdk --mode published --epsilon 1": "caution: noise at empty degrees adds many times the graph's edges at small ε\nwarning: in stored runs at ε = 1 the null control dpdk null is better than dpdk published in ",
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
		if want != "" && (strings.Count(stderr, "\n") != 2 || !strings.HasSuffix(stderr, "; compare with --plan or --mode null\n")) {
			t.Errorf("%s: %q", args, stderr)
		}
	}
}

// Every topic of the list is a page, and a name that is no topic is wrong usage.
func TestTopics(t *testing.T) {
	_, list, _ := call(t, "help", "topics")
	for _, x := range topics {
		if status, stdout, stderr := call(t, "help", x.name); status != 0 || !strings.HasPrefix(stdout, "# ") || strings.Contains(stdout, "<!--") || !strings.Contains(list, "gdp help "+x.name+" ") {
			t.Errorf("gdp help %s: status %d, %s", x.name, status, stderr)
		}
	}
	if status, stdout, _ := call(t, "help", "topic"); status != 2 || stdout != "" {
		t.Errorf("status %d, %s", status, stdout)
	}
}
