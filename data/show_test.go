package data

import (
	"fmt"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

func TestShow(t *testing.T) {
	d := Karate()
	if got, want := fmt.Sprint(d), "karate: undirected graph: 34 nodes, 78 edges, 2 classes"; got != want {
		t.Errorf("printed as %q, want %q", got, want)
	}
	for _, want := range []string{"<td style=\"text-align:right\">34</td>", "karate: members of a karate club", "Zachary"} {
		if !strings.Contains(d.HTML(), want) {
			t.Errorf("no %q in %s", want, d.HTML())
		}
	}
	c := &Dataset{Collection: &graph.Collection{Graphs: []*graph.Network{&d.Network}}}
	if got := c.String(); got != "collection: 1 graph, 34 nodes, 78 edges" || strings.Count(c.HTML(), "<table>") != 1 {
		t.Errorf("%q, %s", got, c.HTML())
	}
	e := must.Get(Lookup("pubmed"))(t)
	if got := e.HTML(); !strings.Contains(got, "not counted") || strings.Contains(got, "graphs") || !strings.Contains(got, "DPGS (Tables 1 to 4, figures)") {
		t.Error(got)
	}
}

func ExampleKarate() {
	club := Karate()
	fmt.Println(club)
	fmt.Println("members who followed Mr. Hi include", club.Classes[club.Labels[1]] == "Mr. Hi", "node 1")
	// Output:
	// karate: undirected graph: 34 nodes, 78 edges, 2 classes
	// members who followed Mr. Hi include true node 1
}
