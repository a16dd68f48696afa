package graph

import (
	"fmt"
	"strings"
	"testing"
)

// A notebook displays values with String and HTML; anything else as a pointer.
type shown interface {
	String() string
	HTML() string
}

func TestShow(t *testing.T) {
	g := mustBuild(t, 3, []Edge{{0, 1}, {1, 2}}, false)
	labelled := &Network{Graph: g, Labels: []int32{0, 4, Unlabeled}}
	for _, c := range []struct {
		value shown
		text  string
		html  string
	}{
		{Report{}, "dropped nothing", "<td style=\"text-align:left\">loops</td><td style=\"text-align:right\">0</td>"},
		{Report{LoopsDropped: 2, WeightsDropped: 1, Header: "a<b"}, "dropped 2 loops, 1 weight; header: a<b", "<caption>header: a&lt;b</caption>"},
		{Report{DuplicatesDropped: 1, AttributesDropped: 3}, "dropped 1 duplicate, 3 attributes", "attributes</td><td style=\"text-align:right\">3<"},
		{g, "undirected graph: 3 nodes, 2 edges", "<caption>undirected graph</caption>"},
		{mustBuild(t, 2, []Edge{{1, 0}}, true), "directed graph: 2 nodes, 1 edge", "edges</td><td style=\"text-align:right\">1<"},
		{new(Graph), "undirected graph without nodes", "nodes</td><td style=\"text-align:right\">0<"},
		{testNetwork(t), "undirected graph: 3 nodes, 2 edges, 4 attributes, 2 classes", "attributes</td><td style=\"text-align:right\">4<"},
		{labelled, "undirected graph: 3 nodes, 2 edges, 5 classes", "classes</td><td style=\"text-align:right\">5<"},
		{new(Network), "network without a graph", "<caption>network without a graph</caption>"},
		{&Collection{Graphs: []*Network{labelled, labelled}, Labels: []int32{0, 0}}, "collection: 2 graphs, 6 nodes, 4 edges, 1 class", "graphs</td>"},
		{new(Collection), "collection without graphs", "graphs</td>"},
	} {
		if got := fmt.Sprint(c.value); got != c.text {
			t.Errorf("%T is printed as %q, want %q", c.value, got, c.text)
		}
		if got := c.value.HTML(); !strings.HasPrefix(got, "<table>") || !strings.Contains(got, c.html) {
			t.Errorf("%T is shown as %s, want it with %s", c.value, got, c.html)
		}
	}
}

func TestReportsAdd(t *testing.T) {
	r := Report{1, 2, 3, 4, "", ""}
	r.Add(Report{10, 20, 30, 40, "h", "c"})
	r.Add(Report{Header: "second"})
	if want := (Report{11, 22, 33, 44, "h", "c"}); r != want {
		t.Errorf("sum %+v, want %+v", r, want)
	}
}
