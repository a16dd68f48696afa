package app

import (
	"os"
	"path/filepath"
	"strings"
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
		if status, stdout, stderr := call(t, "help", x.name); status != 0 || !strings.HasPrefix(stdout, "# ") || strings.Contains(stdout, "\n<!--") || !strings.Contains(list, "gdp help "+x.name+" ") {
			t.Errorf("gdp help %s: status %d, %s", x.name, status, stderr)
		}
	}
}
