package graphio

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
)

// named writes a file of the test's own.
func named(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestNodeLinkDialects(t *testing.T) {
	path := []e{{U: 0, V: 1}, {U: 1, V: 2}}
	for name, c := range map[string]struct {
		text   string
		ids    *graph.IDs
		labels []int32
		names  []string
		report graph.Report
		arcs   bool
	}{
		"networkx":      {text: `{"directed": false, "multigraph": false, "graph": {}, "nodes": [{"id": 0}, {"id": 1}, {"id": 2}], "edges": [{"source": 0, "target": 1}, {"source": 1, "target": 2}]}`},
		"older":         {text: `{"directed": true, "graph": {"a": [1]}, "nodes": [{"id": 0}, {"id": 1}, {"id": 2}], "links": [{"source": 0, "target": 1}, {"source": 1, "target": 2}]}`, arcs: true},
		"MultiGraph":    {text: `{"nodes": [{"id": 0}, {"id": 1}, {"id": 2}], "links": [{"source": 0, "target": 1, "key": 0}, {"source": 0, "target": 1, "key": 1}, {"source": 1, "target": 2, "key": 0}]}`, report: graph.Report{DuplicatesDropped: 1, AttributesDropped: 3}},
		"d3":            {text: "\n{\"nodes\": [{\"id\": \"Myriel\", \"group\": 1}, {\"id\": \"Napoleon\", \"group\": 1}, {\"id\": \"Jürg\"}],\n\"links\": [{\"source\": \"Myriel\", \"target\": \"Napoleon\", \"value\": 1}, {\"source\": \"Napoleon\", \"target\": \"Jürg\"}]}\n", ids: stringIDs(t, "Myriel", "Napoleon", "Jürg"), report: graph.Report{AttributesDropped: 3}},
		"d3 of old":     {text: `{"nodes": [{"name": "a"}, {"name": "b"}, {}], "links": [{"source": 0, "target": 1}, {"source": 2, "target": 1}]}`, report: graph.Report{AttributesDropped: 2}},
		"links first":   {text: `{"links": [{"source": 5, "target": 7}, {"source": 7, "target": 6}], "nodes": [{"id": 5}, {"id": 7}, {"id": 6}]}`, ids: intIDs(t, 5, 7, 6)},
		"string ids":    {text: `{"nodes": [{"id": "0"}, {"id": "1"}, {"id": "2"}], "links": [{"source": "0", "target": "1"}, {"source": "1", "target": "2"}]}`, ids: stringIDs(t, "0", "1", "2")},
		"ids of both":   {text: `{"nodes": [{"id": 0}, {"id": "a"}, {"id": -2}], "links": [{"source": 0, "target": "a"}, {"source": "a", "target": -2}]}`, ids: stringIDs(t, "0", "a", "-2")},
		"weights":       {text: `{"nodes": [{"id": 0}, {"id": 1}, {"id": 2}], "edges": [{"source": 0, "target": 1, "weight": 2e1}, {"source": 1, "target": 2, "weight": 1.0}]}`, report: graph.Report{WeightsDropped: 1}},
		"class names":   {text: `{"nodes": [{"id": 0, "class": "x"}, {"id": 1, "class": null}, {"id": 2, "class": "\u00fc"}], "edges": [{"source": 0, "target": 1}, {"source": 1, "target": 2}]}`, labels: []int32{0, -1, 1}, names: []string{"x", "ü"}},
		"class numbers": {text: `{"nodes": [{"id": 0, "class": 4}, {"id": 1, "class": 0}, {"id": 2}], "edges": [{"source": 0, "target": 1}, {"source": 1, "target": 2}]}`, labels: []int32{4, 0, -1}},
	} {
		w, report, err := read(c.text, Options{}) // found by content
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := &graph.Network{Graph: build(t, 3, c.arcs, path...), IDs: c.ids, Labels: c.labels, Classes: c.names}
		if !w.Equal(want) || report != c.report {
			t.Errorf("%s: read %s, labels %v of %q, %v; want %s, %v", name, show(w), w.Labels, w.Classes, report, show(want), c.report)
		}
	}
}

func TestNodeLinkRefuses(t *testing.T) {
	const nodes = "{\"nodes\": [{\"id\": 0},\n{\"id\": 1}],\n"
	for name, c := range map[string]struct {
		text   string
		line   int // 0: an error of the file as a whole
		part   string
		reason string
	}{
		"a list":            {text: "[\n1]", line: 1, reason: `the document does not begin with {: must be an object with "nodes" and "links" or "edges"`},
		"another object":    {text: "{\"elements\":\n{\"nodes\": []}}", line: 2, reason: `must be an object with "nodes" and "links" or "edges", found "elements"`},
		"nothing in it":     {text: "{}", line: 1, reason: "found nothing"},
		"no nodes":          {text: `{"links": []}`, line: 1, reason: `found "links"`},
		"both":              {text: `{"nodes": [], "links": [], "edges": []}`, line: 1, reason: `found both "links" and "edges": remove one`},
		"member twice":      {text: "{\"nodes\": [],\n\"nodes\": []}", line: 2, reason: `the member "nodes" occurs twice`},
		"text after":        {text: "{\"nodes\": [], \"links\": []}\n{}", line: 2, reason: "not well-formed JSON: invalid character '{' after top-level value"},
		"nothing":           {text: "", reason: "cut short"},
		"cut short":         {text: nodes + "\"links\": [", reason: "cut short"},
		"cut in an edge":    {text: nodes + "\"links\": [{\"sou", reason: "cut short"},
		"not JSON":          {text: "{\"nodes\": [\n{id: 0}]}", line: 2, reason: "not well-formed JSON: invalid character 'i'"},
		"nodes an object":   {text: "{\"nodes\":\n{}}", line: 2, reason: `"nodes" does not begin with [`},
		"nodes numbers":     {text: "{\"nodes\": [\n1]}", line: 2, reason: `"nodes" must be a list of objects`},
		"a node null":       {text: "{\"nodes\": [\nnull]}", line: 2, reason: `"nodes" must be a list of objects`},
		"id a list":         {text: "{\"nodes\": [\n{\"id\": [0, 1]}]}", line: 2, part: "[0, 1]", reason: "a number or a string"},
		"id empty":          {text: "{\"nodes\": [\n{\"id\": \"\"}]}", line: 2, reason: "a node has no id"},
		"some ids":          {text: "{\"nodes\": [{\"id\": 0},\n{}]}", line: 2, reason: "some nodes have no id"},
		"same id twice":     {text: "{\"nodes\": [{\"id\": 0},\n{\"id\": 0}]}", line: 2, part: "0", reason: "two nodes with one id"},
		"no source":         {text: nodes + "\"links\": [{\"target\": 1}]}", line: 3, reason: "an edge has no source"},
		"no target":         {text: nodes + "\"links\": [{\"source\": 1}]}", line: 3, reason: "an edge has no target"},
		"source an object":  {text: nodes + "\"links\": [{\"source\": {\"id\": 1}, \"target\": 1}]}", line: 3, part: `{"id": 1}`, reason: "a number or a string"},
		"stranger":          {text: nodes + "\"links\": [\n{\"source\": 7, \"target\": 1}\n]}", line: 4, part: "7", reason: "not in the graph"},
		"weight a string":   {text: nodes + "\"links\": [{\"source\": 0, \"target\": 1, \"weight\": \"2\"}]}", line: 3, part: `"2"`, reason: "not a finite number"},
		"weight null":       {text: nodes + "\"links\": [{\"source\": 0, \"target\": 1, \"weight\": null}]}", line: 3, part: "null", reason: "not a finite number"},
		"weight too large":  {text: nodes + "\"links\": [{\"source\": 0, \"target\": 1, \"weight\": 1e999}]}", line: 3, part: "1e999", reason: "not a finite number"},
		"directed a number": {text: "{\n\"directed\": 1}", line: 2, reason: "true or false"},
		"class a list":      {text: "{\"nodes\": [\n{\"id\": 0, \"class\": []}]}", line: 2, part: "[]", reason: "not an integer"},
		"not UTF-8":         {text: "{\"nodes\": [\n{\"id\": \"\xfc\"}]}", line: 2, reason: "not UTF-8"},
		"cut in the end":    {text: nodes + "\"links\": []\n", reason: "cut short"},
		"wrong end":         {text: "{\n]", line: 2, reason: "not well-formed JSON: invalid character ']'"},
		"deep":              {text: "{\"graph\": " + strings.Repeat("[", 100_000), line: 1, reason: "not well-formed JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			w, _, err := read(c.text, Options{Format: NodeLink})
			if err == nil {
				t.Fatalf("read %s", show(w))
			}
			if c.line == 0 {
				if !strings.HasPrefix(err.Error(), "graphio: x: ") || !strings.Contains(err.Error(), c.reason) {
					t.Errorf("error %q, want one with %q", err, c.reason)
				}
				return
			}
			checkError(t, err, c.line, c.part, c.reason)
		})
	}
}
