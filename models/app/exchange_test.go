package app

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
)

// blocks returns the texts of a document's blocks of code in a language.
func blocks(text, language string) (list []string) {
	for i, part := range strings.Split(text, "\n```") {
		if code, ok := strings.CutPrefix(part, language+"\n"); ok && i%2 == 1 {
			list = append(list, code)
		}
	}
	return list
}

// The page about exchange is correct: its commands run, and Python's libraries read their output.
// GDP_PYTHON names a Python with these libraries; without it the Python code is skipped.
func TestExchange(t *testing.T) {
	text := contents(t, "../../docs/exchange.md")
	t.Chdir(t.TempDir())
	var written []string
	for _, commands := range blocks(string(text), "sh") {
		for line := range strings.Lines(commands) {
			args := strings.Fields(line)
			calls(t, "", args[1:]...)
			if last := args[len(args)-1]; strings.HasPrefix(last, "released.") {
				written = append(written, last)
			}
		}
	}
	if len(written) != 6 {
		t.Fatalf("the page writes %q", written)
	}
	net, _ := must.Two(graphio.Read(written[0], graphio.Options{}))(t)
	for _, path := range written[1:] {
		status, stdout, stderr := call(t, "compare", written[0], path, "--only", "nodes,edges,triangles,ks_degree")
		if status != 0 || strings.Count(stdout, " 0\n") != 4 || strings.Contains(stderr, "do not have the same nodes") {
			t.Errorf("%s is another graph than %s: %s%s", path, written[0], stdout, stderr)
		}
	}
	programs := blocks(string(text), "python")
	if len(programs) != 3 {
		t.Fatalf("%d programs", len(programs))
	}
	python := os.Getenv("GDP_PYTHON")
	if python == "" {
		t.Skip("GDP_PYTHON names no Python with networkx, numpy, scipy, pandas and pyarrow")
	}
	// Threads of pyarrow may abort the process while Python ends ("terminate called without an
	// active exception"), after all was written: the process is left without waiting for them.
	end := "import os, sys\nsys.stdout.flush()\nos._exit(0)\n"
	out, err := exec.Command(python, "-c", strings.Join(append(programs, end), "\n")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if status, stdout, stderr := call(t, "compare", written[0], "pandas.parquet", "--only", "nodes,edges,triangles,ks_degree"); status != 0 || strings.Count(stdout, " 0\n") != 4 {
		t.Errorf("what pandas wrote is another graph: %s%s", stdout, stderr)
	}
	triangles, _ := metric.Triangles(net.Graph)
	if want := fmt.Sprintln(net.Graph.N(), net.Graph.M(), triangles); string(out) != want {
		t.Errorf("Python says %s, Go %s", out, want)
	}
}

// convert writes graphs and collections as they are, and nothing where it must not.
func TestConvert(t *testing.T) {
	dir := t.TempDir()
	to := func(name string) string { return filepath.Join(dir, name) }
	arcs := graphFile(t, "arcs.graphml", `<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/><node id="c"/><edge source="a" target="b"/><edge source="b" target="a"/></graph></graphml>`)
	shown(t, "3 nodes and 2 edges", "convert", arcs, to("arcs.npz"))
	net, _, err := graphio.Read(to("arcs.npz"), graphio.Options{})
	if err != nil || !net.Graph.Directed() || net.Graph.N() != 3 || net.IDs.Name(2) != "c" {
		t.Errorf("arcs are read back as %+v, %v", net, err)
	}
	shown(t, "a b\nb a\n", "convert", to("arcs.npz"), "-")
	in := to("in")
	must.Do(t, os.Mkdir(in, 0o777))
	for name, text := range map[string]string{"a.txt": "0 1\n1 2\n2 3\n", "b.txt": "# nodes 6\n0 5\n"} {
		put(t, filepath.Join(in, name), text)
	}
	shown(t, "2 graphs of 10 nodes", "convert", in, to("two.zip"))
	for name, lost := range map[string]string{"k.txt": "labels", "k.csv": "labels", "k.parquet": "labels", "k.mtx": "labels", "k.graphml": "", "k.npz": ""} {
		status, _, stderr := call(t, "convert", "karate", to(name))
		net, _, err := graphio.Read(to(name), graphio.Options{})
		if said := strings.Contains(stderr, name+": dropped "+lost); status != 0 || err != nil || net.Graph.M() != 78 || said != (lost != "") || (net.Labels == nil) != said {
			t.Errorf("%s: status %d, %s, %v", name, status, stderr, err)
		}
	}
	for args, want := range map[string]struct {
		status int
		text   string
	}{
		"karate":                        {2, "1 arguments: wrong number"},
		"karate " + to("x.pdf"):         {2, "unknown format"},
		"nonsense " + to("x.txt"):       {2, `no data set is called "nonsense"`},
		arcs + " " + arcs:               {2, "would overwrite"},
		arcs + " " + to("no/where.txt"): {1, "no/where.txt"},
		"karate - --json":               {2, "give TO a file"},
		in + " " + to("in/a.txt"):       {1, "is a file"},
	} {
		status, stdout, stderr := call(t, append([]string{"convert"}, strings.Fields(args)...)...)
		if status != want.status || !strings.Contains(stderr, want.text) || status != 0 && strings.Contains(stderr, "--out") {
			t.Errorf("gdp convert %s: status %d, %s%s", args, status, stdout, stderr)
		}
	}
	if list, err := filepath.Glob(to("x.*")); err != nil || len(list) > 0 {
		t.Errorf("refused files are there: %q, %v", list, err)
	}
}
