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

// The command of the verdict runs on the file that was given, and reads it in the same way.
func TestAdvisedCommandRuns(t *testing.T) {
	in := t.TempDir()
	at := func(name string) string { return filepath.Join(in, name) }
	for _, name := range []string{"k.npz", "k.graphml", "k.parquet", "k.txt", "k.txt.gz"} {
		calls(t, "convert karate", at(name))
	}
	for name, text := range map[string]string{"e.csv": "source,target\nAnn Lee,Bob\nBob,Cid\n", "people": "Ann Lee\nBob\nCid\nDan\n", "our edges.txt": "0 1\n1 2\n"} {
		put(t, at(name), text)
	}
	for words, want := range map[string]string{
		"--task synthesis --graph IN/k.npz":                                                   "34 nodes, no features, labels",
		"--task embedding --graph IN/k.graphml":                                               "34 nodes",
		"--task synthesis --relation node --graph IN/k.parquet":                               "34 nodes",
		"--task link-prediction --relation node --graph IN/k.txt":                             "34 nodes",
		"--task statistics --graph IN/k.txt.gz":                                               "34 nodes",
		"--task statistics --relation node --graph IN/k.npz":                                  "34 nodes",
		"--task link-prediction --graph karate":                                               "34 nodes, mean degree 4.59",
		"--task statistics --graph IN/e.csv --nodes IN/people --header yes":                   "4 nodes",
		"--task synthesis --graph IN/our_edges.txt --nodes 5 --latin1":                        "5 nodes",
		"--task statistics --relation node --graph IN/our_edges.txt --nodes 9":                "9 nodes",
		"--task classification --relation node --graph us-states --epsilon 4 --mean-degree 5": "mean degree 5, features, labels",
	} {
		line := strings.Fields("advise --epsilon 1 " + words)
		for i, word := range line {
			line[i] = strings.ReplaceAll(strings.Replace(word, "IN", in, 1), "our_edges", "our edges")
		}
		status, stdout, stderr := call(t, line...)
		if status != 0 || !strings.Contains(stdout, want) {
			t.Errorf("%s: status %d, %s%s", words, status, stdout, stderr)
			continue
		}
		_, rest, found := strings.Cut(stdout, "\n  run: gdp ")
		command, _, _ := strings.Cut(rest, "\n")
		if !found {
			t.Errorf("%s: no command in %s", words, stdout)
			continue
		}
		var run []string
		for i, part := range strings.Split(command, "'") { // quoted are the odd ones
			if i%2 == 1 {
				run = append(run, part)
			} else {
				run = append(run, strings.Fields(part)...)
			}
		}
		if status, _, stderr := call(t, run...); status != 0 {
			t.Errorf("%s: gdp %s: status %d, %s", words, command, status, stderr)
		}
	}
}

// A run prints its mode's caution, and a warning where stored runs are worse than the null
// control's.
func TestRunWarnsBelowNull(t *testing.T) {
	for args, want := range map[string]string{
		"dpdk --mode published --epsilon 1": "caution: noise at empty degrees adds many times the graph's edges at small ε\nwarning: in stored runs of queries at ε = 1 the null control dpdk null is better than dpdk published in ",
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
