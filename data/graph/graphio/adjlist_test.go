package graphio

import (
	"testing"

	"github.com/graphdp/graphdp/data/graph"
)

// The first is what write_adjlist of networkx 3.6.1 writes.
func TestAdjacencyLists(t *testing.T) {
	path := []e{{U: 0, V: 1}, {U: 1, V: 2}}
	people := stringIDs(t, "anna", "bert", "carl")
	for name, c := range map[string]struct {
		text   string
		o      Options
		n      int
		arcs   bool
		edges  []e
		ids    *graph.IDs
		report graph.Report
	}{
		"networkx":           {text: "#/usr/bin/python3 x.py\n# GMT Thu Jul  2 10:00:00 2026\n# \n0 1\n1 2\n2\n3\n", n: 4, edges: path},
		"both directions":    {text: "0 1\n1 0 2\n2 1\n", n: 3, edges: path},
		"a neighbour twice":  {text: "0 1 1\n1 2 1\n", n: 3, edges: path, report: graph.Report{LoopsDropped: 1, DuplicatesDropped: 1}},
		"directed":           {text: "0 1\n1 2\n2 1\n", o: Options{Direction: Directed}, n: 3, arcs: true, edges: append(path, e{U: 2, V: 1})},
		"commas":             {text: "anna, bert\r\nbert,carl,anna\r\n\r\n", n: 3, edges: path, ids: people},
		"words":              {text: "bert anna carl\n", n: 3, edges: path, ids: people},
		"gaps":               {text: "70 5 9000000000\n", n: 3, edges: []e{{U: 0, V: 1}, {U: 1, V: 2}}, ids: intIDs(t, 5, 70, 9000000000)},
		"numbers as strings": {text: "1 2 10\n", o: Options{IDs: StringIDs}, n: 3, edges: []e{{U: 0, V: 1}, {U: 0, V: 2}}, ids: stringIDs(t, "1", "10", "2")},
		"Latin-1":            {text: "\xfc a\n", o: Options{Latin1: true}, n: 2, edges: []e{{U: 0, V: 1}}, ids: stringIDs(t, "a", "ü")},
		"one node":           {text: "0\n", n: 1},
	} {
		c.o.Format = AdjacencyList
		w, report, err := read(c.text, c.o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if want := (&graph.Network{Graph: build(t, c.n, c.arcs, c.edges...), IDs: c.ids}); !w.Equal(want) || report != c.report {
			t.Errorf("%s: read %s, %v; want %s, %v", name, show(w), report, show(want), c.report)
		}
	}
	w, _, err := Read(named(t, "x.adjlist", "0 1 2 3\n1 2\n"), Options{})
	if err != nil || w.Graph.M() != 4 {
		t.Errorf("by its name: %s, %v", show(w), err)
	}
}

func TestAdjacencyListRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		text         string
		o            Options
		line         int
		part, reason string
	}{
		"nothing":            {text: "# c\n", reason: "no lines of nodes"},
		"word among numbers": {text: "0 1\n1 x\n", line: 2, part: "1 x", reason: "not an integer"},
		"words by option":    {text: "a 1\n", o: Options{IDs: IntegerIDs}, line: 1, part: "a 1", reason: "not an integer"},
		"empty field: remove the extra separator": {text: "0,1\n1,,2\n", line: 2, part: "1,,2", reason: "empty field: remove the extra separator"},
		"commas where blanks":                     {text: "a b\nb,c\n", line: 2, part: "b,c", reason: "comma in a line whose fields are separated by blanks: use one separator"},
		"not UTF-8":                               {text: "a b\nb \xfc\n", line: 2, part: "b \xfc", reason: "not UTF-8"},
	} {
		c.o.Format = AdjacencyList
		w, _, err := read(c.text, c.o)
		if err == nil {
			t.Errorf("%s: read %s", name, show(w))
			continue
		}
		checkError(t, err, c.line, c.part, c.reason)
	}
}
