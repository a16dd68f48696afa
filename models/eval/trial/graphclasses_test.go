package trial

import (
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/study"
)

// rings are of two classes: a chord goes across, or four cut off a triangle each.
func rings(t testing.TB, count int) *graph.Collection {
	t.Helper()
	c := &graph.Collection{Classes: []string{"across", "triangles"}}
	for i := range count {
		n := int32(8 + i/2%4)
		edges := []graph.Edge{{U: 0, V: n / 2}}
		if i%2 == 1 {
			edges = []graph.Edge{{U: 0, V: 2}, {U: 2, V: 4}, {U: 4, V: 6}, {U: 6, V: 0}}
		}
		for u := range n {
			edges = append(edges, graph.Edge{U: u, V: (u + 1) % n})
		}
		g := gdptest.Graph(t, int(n), edges)
		c.Graphs, c.Labels = append(c.Graphs, &graph.Network{Graph: g}), append(c.Labels, int32(i%2))
	}
	return c
}

// Labels follow the graphs: if each graph has the edges of one of the other class, classifiers
// learn the wrong class.
func TestGraphClasses(t *testing.T) {
	c := rings(t, 120)
	own := must.Get(Evaluate(t.Context(), Originals, Trial{Protocol: GraphClasses, Method: "originals", Mode: "nonprivate", Seed: 1}, c, nil))(t)
	if own.Values["accuracy"] < 0.85 || own.Values["majority"] != 0.5 || own.Values["standard error"] > 0.1 {
		t.Errorf("the graphs themselves: %v", own.Values)
	}
	turned := &graph.Collection{Classes: c.Classes, Labels: c.Labels}
	for i := range c.Graphs {
		turned.Graphs = append(turned.Graphs, c.Graphs[i^1])
	}
	_, measure := must.Two(beginGraphClasses(t.Context(), c, Trial{Seed: 1}))(t)
	measured := must.Get(measure(release.Graphs{Collection: turned}))(t)
	if measured["accuracy"] > 0.15 {
		t.Errorf("graphs of the other class: %v", measured)
	}
	bare := &graph.Collection{Graphs: c.Graphs}
	if _, err := Evaluate(t.Context(), Originals, Trial{Protocol: GraphClasses, Method: "originals", Mode: "nonprivate"}, bare, nil); err == nil {
		t.Error("graphs without classes are classified")
	}
}

// A trial of every k-th graph uses the graphs 0, k, 2k … with their classes, and no others.
func TestEvery(t *testing.T) {
	c := rings(t, 8)
	if few := Every(c, 3); len(few.Graphs) != 3 || few.Graphs[1] != c.Graphs[3] || !slices.Equal(few.Labels, []int32{0, 1, 0}) {
		t.Errorf("%d graphs of classes %v", len(few.Graphs), few.Labels)
	}
	if Every(c, 0) != c || Every(c, 1) != c {
		t.Error("all graphs are not all")
	}
	at := Trial{Protocol: CollectionStatistics, Method: "originals", Mode: "nonprivate", Every: 3}
	found, err := Evaluate(t.Context(), Originals, at, c, nil)
	if err != nil || len(found.Values) != 6 {
		t.Fatalf("%v, %v", found, err)
	}
	for name, x := range found.Values {
		if x != 0 {
			t.Errorf("graphs as they are differ by %v in %s", x, name)
		}
	}
	if at.Every = -1; at.String() == "" {
		t.Error("a trial without a name")
	}
	if _, err := Evaluate(t.Context(), Originals, at, c, nil); err == nil {
		t.Error("every −1st graph")
	}
	one := Trial{Protocol: GraphStatistics, Method: "originals", Mode: "nonprivate", Every: 2}
	if _, err := Evaluate(t.Context(), Originals, one, graph.CollectionOf(c.Graphs[0]), nil); err == nil {
		t.Error("every second graph of one")
	}
	if _, err := Evaluate(t.Context(), Originals, Trial{Protocol: GraphStatistics, Method: "originals", Mode: "nonprivate"}, c, nil); err == nil || !strings.Contains(err.Error(), "a collection of 8") {
		t.Errorf("the statistics of a collection: %v", err)
	}
	all, err := List([]method.Method{Originals}, study.Study{Methods: []string{"originals"}, Data: []string{"rings"}, Protocols: []string{GraphClasses}, Every: 4})
	if err != nil || len(all) != 1 || all[0].Every != 4 {
		t.Errorf("%+v, %v", all, err)
	}
}

// The true GINI is larger than the authors' by 2/N: where a released graph has other nodes, the two
// differences are not the same.
func TestBothReadingsOfGINI(t *testing.T) {
	of := func(n int, edges ...graph.Edge) *graph.Collection {
		return &graph.Collection{Graphs: []*graph.Network{{Graph: gdptest.Graph(t, n, edges)}}}
	}
	path := of(4, graph.Edge{U: 0, V: 1}, graph.Edge{U: 1, V: 2}, graph.Edge{U: 2, V: 3}) // degrees 1 1 2 2: GINI 1/6
	for _, x := range []struct {
		released        *graph.Collection
		truth, fromZero float64
	}{
		{of(4, graph.Edge{U: 0, V: 1}, graph.Edge{U: 1, V: 2}), 0.375 - 1.0/6, 0.375 - 1.0/6}, // 0 1 1 2: 3/8
		{of(2, graph.Edge{U: 0, V: 1}), 1.0 / 6, 1.0/6 + 1 - 0.5},                             // 1 1: 0
	} {
		found := must.Get(CollectionErrors(t.Context(), path, x.released))(t)
		near(t, "true GINI", found[TrueGINI], x.truth, 1e-12)
		near(t, "GINI", found["GINI"], x.fromZero, 1e-12)
	}
}
