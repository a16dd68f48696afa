package graphio

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
)

// What networkx 3.6.1 writes: write_gml of a graph with nodes "a", "b & ü" and 7,
// attributes and a weight, and of a DiGraph on 0, 1, 2.
func TestGMLOfNetworkX(t *testing.T) {
	const attributed = `graph [
  name "x [ ] y"
  node [
    id 0
    label "a"
    class "red"
    size 2.5
  ]
  node [
    id 1
    label "b &#38; &#252;"
    class "blue"
    pos [
      x 1
      y 2
    ]
  ]
  node [
    id 2
    label "7"
  ]
  edge [
    source 0
    target 1
    weight 2.0
  ]
  edge [
    source 1
    target 2
    colour "green"
    weight 1
  ]
]
`
	w, report, err := Read(named(t, "x.gml", attributed), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := &graph.Network{
		Graph: build(t, 3, false, e{U: 0, V: 1}, e{U: 1, V: 2}), IDs: stringIDs(t, "a", "b & ü", "7"),
		Labels: []int32{1, 0, graph.Unlabeled}, Classes: []string{"blue", "red"},
	}
	if !w.Equal(want) || report != (graph.Report{WeightsDropped: 1, AttributesDropped: 3}) {
		t.Errorf("read %s, labels %v of %q, %v", show(w), w.Labels, w.Classes, report)
	}

	const directed = "graph [\n  directed 1\n  node [\n    id 0\n    label \"0\"\n  ]\n  node [\n    id 1\n    label \"1\"\n  ]\n  node [\n    id 2\n    label \"2\"\n  ]\n" +
		"  edge [\n    source 0\n    target 1\n  ]\n  edge [\n    source 1\n    target 0\n  ]\n]\n"
	if w, _, err = read(directed, Options{}); err != nil { // found by its content
		t.Fatal(err)
	}
	if want := (&graph.Network{Graph: build(t, 3, true, e{U: 0, V: 1}, e{U: 1, V: 0})}); !w.Equal(want) {
		t.Errorf("read %s", show(w))
	}
}

func TestGMLDialects(t *testing.T) {
	path := []e{{U: 0, V: 1}, {U: 1, V: 2}}
	for name, c := range map[string]struct {
		text   string
		o      Options
		ids    *graph.IDs
		report graph.Report
	}{
		"ids":               {text: "graph [ node [ id 4 ] node [ id 2 ] node [ id 9 ] edge [ source 4 target 2 ] edge [ source 9 target 2 ] ]", ids: intIDs(t, 4, 2, 9)},
		"no blanks":         {text: "graph[node[id 0]node[id 1]node[id 2]edge[source 0 target 1]edge[target 2 source 1]]"},
		"keys around":       {text: "Creator \"me\"\nVersion 2.5\nmeta [ a [ b 1 ] ]\n# [\ngraph [ label \"g\" node [ id 0 ] node [ id 1 ] node [ id 2 ] edge [ source 0 target 1 ] edge [ source 1 target 2 ] ]\nlast 1\n"},
		"edges first":       {text: "graph [ edge [ source 0 target 1 ] edge [ source 1 target 2 ] node [ id 0 ] node [ id 1 ] node [ id 2 ] ]"},
		"some labels":       {text: "graph [ node [ id 0 label \"a\" ] node [ id 1 ] node [ id 2 ] edge [ source 0 target 1 ] edge [ source 1 target 2 ] ]", report: graph.Report{AttributesDropped: 1}},
		"two of one label":  {text: "graph [ node [ id 0 label \"a\" ] node [ id 1 label \"a\" ] node [ id 2 label \"b\" ] edge [ source 0 target 1 ] edge [ source 1 target 2 ] ]", report: graph.Report{AttributesDropped: 3}},
		"loop, twice":       {text: "graph [ node [ id 0 ] node [ id 1 ] node [ id 2 ] edge [ source 0 target 0 ] edge [ source 0 target 1 ] edge [ source 2 target 1 key 1 ] edge [ source 1 target 2 ] ]", report: graph.Report{LoopsDropped: 1, DuplicatesDropped: 1, AttributesDropped: 1}},
		"Latin-1":           {text: "graph [ node [ id 0 label \"\xfc\" ] node [ id 1 label \"b\" ] node [ id 2 label \"c\" ] edge [ source 0 target 1 ] edge [ source 1 target 2 ] ]", o: Options{Latin1: true}, ids: stringIDs(t, "ü", "b", "c")},
		"a string of lines": {text: "\ufeffgraph [ comment \"x\n]\n\" node [ id 0 ] node [ id 1 ] node [ id 2 ] edge [ source 0 target 1 ] edge [ source 1 target 2 ] ]"},
	} {
		c.o.Format = GML
		w, report, err := read(c.text, c.o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		edges := path
		if name == "ids" {
			edges = []e{{U: 0, V: 1}, {U: 2, V: 1}}
		}
		if want := (&graph.Network{Graph: build(t, 3, false, edges...), IDs: c.ids}); !w.Equal(want) || report != c.report {
			t.Errorf("%s: read %s, %v; want %s, %v", name, show(w), report, show(want), c.report)
		}
	}
}

func TestGMLRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		line   int
		part   string
		reason string
	}{
		"nothing":           {text: "\n", line: 2, reason: "no graph"},
		"no graph":          {text: "Creator \"x\"\n", line: 2, reason: "no graph"},
		"two graphs":        {text: "graph [ ]\ngraph [ ]\n", line: 2, reason: "more than one graph"},
		"a number":          {text: "graph 5\n", line: 1, part: "5", reason: "want graph [ … ]"},
		"cut short":         {text: "graph [\nnode [ id 0\n", line: 3, reason: "cut short"},
		"cut in a string":   {text: "graph [\nnode [ id 0 label \"abc\n\n", line: 2, part: "abc", reason: "string without an end"},
		"cut after a key":   {text: "graph", line: 1, reason: "cut short"},
		"cut in a comment":  {text: "graph [ # x", line: 1, reason: "cut short"},
		"bracket too many":  {text: "graph [ ]\n]\n", line: 2, part: "]", reason: "want a key"},
		"no key":            {text: "graph [\n5 6 ]\n", line: 2, part: "5", reason: "want a key"},
		"string as a key":   {text: "graph [\n\"id\" 6 ]\n", line: 2, part: "id", reason: "want a key"},
		"key alone":         {text: "graph [\nnode [ id ] ]\n", line: 2, part: "id", reason: "key without a value"},
		"node a number":     {text: "graph [\nnode 4 ]\n", line: 2, part: "4", reason: "want node [ … ]"},
		"node without id":   {text: "graph [\nnode [ label \"a\" ] ]\n", line: 2, reason: "a node has no id"},
		"id a list":         {text: "graph [\nnode [ id [ x 1 ] ] ]\n", line: 2, part: "[", reason: "one value"},
		"two ids":           {text: "graph [\nnode [ id 0 id 1 ] ]\n", line: 2, part: "1", reason: "one value"},
		"same id twice":     {text: "graph [\nnode [ id 0 ]\nnode [ id 0 ] ]\n", line: 3, part: "0", reason: "two nodes with one id"},
		"edge without end":  {text: "graph [ node [ id 0 ]\nedge [ source 0 ] ]\n", line: 2, reason: "an edge has no source or target"},
		"stranger":          {text: "graph [ node [ id 0 ]\nedge [ source 0 target 1 ]\n]\n", line: 2, part: "1", reason: "not in the graph"},
		"weight a word":     {text: "graph [ node [ id 0 ]\nedge [ source 0 target 0 weight heavy ] ]\n", line: 2, part: "heavy", reason: "not a finite number"},
		"weight a list":     {text: "graph [ node [ id 0 ]\nedge [ source 0 target 0 weight [ ] ] ]\n", line: 2, part: "[", reason: "not a finite number"},
		"directed a word":   {text: "graph [\ndirected yes ]\n", line: 2, part: "yes", reason: "0 or 1"},
		"class not whole":   {text: "graph [ node [ id 0 class 1 ]\nnode [ id 1 class 1.5 ] ]\n", line: 2, part: "1.5", reason: "not an integer"},
		"not UTF-8":         {text: "graph [\nnode [ id 0 label \"\xfc\" ] ]\n", line: 2, part: "\xfc", reason: "not UTF-8"},
		"word not UTF-8":    {text: "graph [\nnode [ id \xfc ] ]\n", line: 2, part: "\xfc", reason: "not UTF-8"},
		"UTF-16":            {text: "\xff\xfeg\x00", line: 0, reason: "UTF-16"},
		"thousands of them": {text: "graph [\n" + strings.Repeat("a [ ", 1_000_000), line: 2, reason: "cut short"},
	} {
		t.Run(name, func(t *testing.T) {
			w, _, err := read(c.text, Options{Format: GML})
			if err == nil {
				t.Fatalf("read %s", show(w))
			}
			checkError(t, err, c.line, c.part, c.reason)
		})
	}
}

// What a format cannot hold or tell apart is refused.
func TestDocumentsCannotHold(t *testing.T) {
	attrs, err := graph.NewAttributes(1, []int64{0, 0}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	one := build(t, 1, false)
	for _, f := range []Format{GraphML, GML, NodeLink} {
		for _, c := range []struct {
			w     *graph.Network
			works bool
		}{
			{&graph.Network{Graph: one, Attrs: attrs}, false},
			{&graph.Network{Graph: one, IDs: stringIDs(t, "\xff")}, false},
			{&graph.Network{Graph: one, Labels: []int32{0}, Classes: []string{"\xff"}}, false},
			{&graph.Network{Graph: one, IDs: stringIDs(t, "a\x00")}, f == NodeLink},
			{&graph.Network{Graph: one, IDs: stringIDs(t, "5")}, f == NodeLink},
			{&graph.Network{Graph: one, IDs: stringIDs(t, "05")}, true},
			{&graph.Network{Graph: one, IDs: stringIDs(t, "a\"<&\n\u2028 [")}, true},
		} {
			if !c.works {
				if err := WriteTo(new(strings.Builder), f, c.w); err == nil {
					t.Errorf("%v: wrote %s, classes %q", f, show(c.w), c.w.Classes)
				}
				continue
			}
			checkRoundTrip(t, c.w, f)
		}
	}
}
