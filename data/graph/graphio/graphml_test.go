package graphio

import (
	"bytes"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// testdata/networkx.graphml and networkx-directed.graphml were written by
// networkx.write_graphml.
func TestGraphMLOfNetworkX(t *testing.T) {
	w, report := must.Two(Read("testdata/networkx.graphml", Options{}))(t)
	want := &graph.Network{
		Graph: build(t, 3, false, e{U: 0, V: 1}, e{U: 0, V: 2}), IDs: stringIDs(t, "a", "b & c", "d"),
		Labels: []int32{0, 1, graph.Unlabeled}, Classes: []string{"x", "y"},
	}
	if !w.Equal(want) || report != (graph.Report{WeightsDropped: 1}) {
		t.Errorf("read %s, labels %v of %q, report %+v", show(w), w.Labels, w.Classes, report)
	}
	w, _ = must.Two(Read("testdata/networkx-directed.graphml", Options{}))(t)
	if want := (&graph.Network{Graph: build(t, 4, true, e{U: 0, V: 1}, e{U: 1, V: 0}, e{U: 2, V: 3})}); !w.Equal(want) {
		t.Errorf("directed: read %s", show(w))
	}
}

func TestGraphMLRefuses(t *testing.T) {
	const head, tail = "<?xml version=\"1.0\"?>\n<graphml>\n<key id='c' for='node' attr.name='class' attr.type='int'/><key id='w' for='edge' attr.name='weight'/>\n", "\n</graphml>\n"
	for name, c := range map[string]struct {
		text   string
		o      Options
		line   int
		part   string
		reason string
	}{
		"another document":   {text: "<?xml version='1.0'?>\n<html/>", reason: "the root element must be graphml"},
		"nothing":            {text: "<?xml version='1.0'?>\n", line: 2, reason: "cut short"},
		"no graph":           {text: head + tail, reason: "no graph"},
		"two graphs":         {text: head + "<graph/>\n<graph/>" + tail, reason: "more than one graph"},
		"cut short":          {text: head + "<graph>\n<node id='a'/>", line: 5, reason: "not well-formed XML: unexpected EOF"},
		"wrong end":          {text: head + "<graph>\n<node id='a'></edge></graph>" + tail, line: 5, reason: "not well-formed XML"},
		"node without id":    {text: head + "<graph><node/></graph>" + tail, reason: "node 1 has no id"},
		"edge without end":   {text: head + "<graph><node id='a'/>\n<edge source='a'/></graph>" + tail, reason: "edge 1 has no source or target"},
		"same id twice":      {text: head + "<graph><node id='a'/>\n<node id='a'/></graph>" + tail, part: "a", reason: "two nodes have the same id"},
		"stranger":           {text: head + "<graph>\n<node id='a'/>\n<edge source='a' target='b'/>\n</graph>" + tail, part: "b", reason: "not a node of the graph"},
		"hyperedge":          {text: head + "<graph><hyperedge/></graph>" + tail, reason: "hyperedges"},
		"nested":             {text: head + "<graph><node id='a'><graph/></node></graph>" + tail, part: "a", reason: "graphs within nodes"},
		"mixed directions":   {text: head + "<graph edgedefault='undirected'><node id='a'/><edge source='a' target='a' directed='true'/></graph>" + tail, part: "a a", reason: "direction"},
		"weight NaN":         {text: head + "<graph><node id='a'/><edge source='a' target='a'><data key='w'>NaN</data></edge></graph>" + tail, part: "NaN", reason: "not a finite number"},
		"unknown key":        {text: head + "<graph><node id='a'><data key='x'>1</data></node></graph>" + tail, part: "x", reason: "without a declared key"},
		"key of edges":       {text: head + "<graph><node id='a'><data key='w'>1</data></node></graph>" + tail, part: "w", reason: "without a declared key for node"},
		"class not a number": {text: head + "<graph><node id='a'><data key='c'>one</data></node></graph>" + tail, part: "one", reason: "not an integer"},
		"entity":             {text: "<?xml version='1.0'?>\n<!DOCTYPE g [<!ENTITY x 'y'>]>\n<graphml><graph><node id='&x;'/></graph></graphml>", line: 3, reason: "invalid character entity"},
		"encoding":           {text: "<?xml version='1.0' encoding='latin1'?><graphml/>", line: 1, reason: "encoding"},
	} {
		t.Run(name, func(t *testing.T) {
			w, _, err := read(c.text, c.o)
			if err == nil {
				t.Fatalf("read %s", show(w))
			}
			checkError(t, err, c.line, c.part, c.reason)
		})
	}
}

func TestGraphMLDirections(t *testing.T) {
	const text = "<graphml><graph edgedefault='directed'><edge source='b' target='a' directed='false'/><node id='a'/><node id='b'><desc/></node></graph></graphml>"
	for d, directed := range map[Direction]bool{Directed: true, Undirected: false} {
		w, _, err := read(text, Options{Format: GraphML, Direction: d})
		if err != nil || w.Graph.Directed() != directed || w.Graph.M() != 1 || w.IDs.Name(0) != "a" {
			t.Errorf("direction %v: %s, %v", d, show(w), err)
		}
	}
}

func TestGraphMLCannotHold(t *testing.T) {
	attrs := must.Get(graph.NewAttributes(1, []int64{0, 0}, nil, nil))(t)
	for _, w := range []*graph.Network{
		{Graph: build(t, 1, false), IDs: stringIDs(t, "a\x01")},
		{Graph: build(t, 1, false), IDs: stringIDs(t, "\xff")},
		{Graph: build(t, 1, false), IDs: stringIDs(t, "5")},
		{Graph: build(t, 1, false), Labels: []int32{0}, Classes: []string{"\x00"}},
		{Graph: build(t, 1, false), Attrs: attrs},
	} {
		if err := writeTo(new(bytes.Buffer), GraphML, w); err == nil {
			t.Errorf("wrote %s, classes %q", show(w), w.Classes)
		}
	}
	for _, id := range []string{"05", "a<&\"\n\u2028 [>"} {
		checkRoundTrip(t, &graph.Network{Graph: build(t, 1, false), IDs: stringIDs(t, id)}, GraphML)
	}
}
