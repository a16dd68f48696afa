package gdp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// network returns a directed network with everything that one can have.
func network(t *testing.T, names ...string) *graph.Network {
	t.Helper()
	n := len(names)
	offsets, columns, values, labels := []int64{0}, []int32{}, []float32{}, make([]int32, n)
	var edges []graph.Edge
	for u := range int32(n) {
		labels[u] = u % 2
		columns, values = append(columns, u%3), append(values, float32(u+1))
		offsets = append(offsets, int64(u+1))
		if u > 0 {
			edges = append(edges, graph.Edge{U: u, V: u - 1})
		}
	}
	attrs := must.Get(graph.NewAttributes(3, offsets, columns, values))(t)
	g := graphOf(t, n, edges, true)
	ids := must.Get(graph.StringIDs(names))(t)
	return &graph.Network{Graph: g, IDs: ids, Attrs: attrs, Labels: labels, Classes: []string{"a", "b"}}
}

// The public data agree with the table in docs/threat-model.md, and are the same for two
// neighbours.
func TestPublicByRelation(t *testing.T) {
	names := must.Get(graph.StringIDs([]string{"ann", "bob", "cat", "dan", "eve"}))(t)
	whole, fewer := network(t, "ann", "bob", "cat", "dan"), network(t, "ann", "cat", "dan")
	otherNode := network(t, "ann", "bob", "cat", "dan")
	otherNode.Labels[1] = 0
	otherNode.Attrs = must.Get(graph.NewAttributes(3, []int64{0, 1, 1, 2, 3}, []int32{0, 2, 0}, []float32{1, 3, 4}))(t)
	otherNode.Graph, _ = must.Two(graph.FromEdges(4, []graph.Edge{{U: 3, V: 2}}, graph.Options{Directed: true}))(t)
	otherEdge := *whole
	otherEdge.Graph, _ = must.Two(graph.FromEdges(4, []graph.Edge{{U: 3, V: 2}, {U: 1, V: 0}}, graph.Options{Directed: true}))(t)
	many := &graph.Collection{Graphs: []*graph.Network{whole, fewer}, Labels: []int32{0, 1}, Classes: []string{"x", "y"}}
	other := &graph.Collection{Graphs: []*graph.Network{whole, otherNode}, Labels: []int32{0, 0}, Classes: []string{"x", "y"}}
	several := func(nets ...*graph.Network) *graph.Collection {
		return &graph.Collection{Graphs: nets, Labels: []int32{0, 1}, Classes: []string{"x", "y"}}
	}
	bare := network(t, "ann", "cat", "dan")
	union := must.Get(several(whole, bare).Union())(t)
	one := &graph.Collection{Graphs: []*graph.Network{whole}, Labels: []int32{0}, Classes: []string{"x", "y"}}
	none := &graph.Collection{Classes: []string{"x", "y"}}
	classes := whole.Classes
	for _, c := range []struct {
		rel    Relation
		worlds []any
		want   Public
	}{
		{EdgeLevel, []any{whole, &otherEdge}, Public{Nodes: 4, IDs: whole.IDs, Directed: true, Columns: 3, Labelled: true, Classes: classes, Attrs: whole.Attrs, Labels: whole.Labels}},
		{EdgeLevel, []any{several(whole, bare), several(&otherEdge, bare)}, Public{
			Nodes: 7, Directed: true, Columns: 3, Labelled: true, Classes: classes, Attrs: union.Attrs, Labels: union.Labels,
			Graphs: 2, Sizes: []int{4, 3}, GraphLabels: []int32{0, 1}, GraphClasses: []string{"x", "y"},
		}},
		{NodeLevel, []any{whole, otherNode}, Public{Nodes: 4, IDs: whole.IDs, Directed: true, Columns: 3, Labelled: true, Classes: classes}},
		{NodeUnbounded, []any{whole, fewer}, Public{Nodes: 5, IDs: names, Directed: true, Columns: 3, Labelled: true, Classes: classes}},
		{GraphLevel, []any{many, other}, Public{Graphs: 2, Classes: many.Classes}},
		{GraphUnbounded, []any{many, one, none}, Public{Classes: many.Classes}},
	} {
		for i, world := range c.worlds {
			var s *Session
			var err error
			switch w := world.(type) {
			case *graph.Network:
				var options []Option
				if c.rel == NodeUnbounded {
					options = append(options, NodesOf(names))
				}
				s, err = Protect(w, c.rel, pay(1, 0), options...)
			case *graph.Collection:
				s, err = ProtectCollection(w, c.rel, pay(1, 0))
			}
			if err != nil {
				t.Errorf("%v, world %d: %v", c.rel, i, err)
				continue
			}
			got, want := s.Public(), c.want
			if !got.IDs.Equal(want.IDs) || !got.Attrs.Equal(want.Attrs) {
				t.Errorf("%v, world %d: ids or attributes are public", c.rel, i)
			}
			got.IDs, got.Attrs, want.IDs, want.Attrs = nil, nil, nil, nil
			if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
				t.Errorf("%v, world %d: public is %+v, want %+v", c.rel, i, got, want)
			}
		}
	}
}

// The nodes that there can be are declared, and a node stands at the place of its id whichever
// others are present.
func TestUniverseIsDeclared(t *testing.T) {
	refused(t, "the private number of nodes is taken for the universe", second(Protect(ring(t, 4), NodeUnbounded, pay(1, 0))), "--nodes")
	names := must.Get(graph.StringIDs([]string{"eve", "dan", "cat", "bob", "ann"}))(t)
	s := must.Get(Protect(network(t, "ann", "cat", "dan"), NodeUnbounded, pay(1, 0), NodesOf(names)))(t)
	d := s.data
	if fmt.Sprint(d.Present) != "[false true true false true]" || fmt.Sprint(d.Network.Labels) != "[-1 0 1 -1 0]" ||
		!d.Network.Graph.HasEdge(1, 2) || !d.Network.Graph.HasEdge(2, 4) || d.Network.Graph.M() != 2 || d.Network.Attrs.At(4, 0) != 1 || d.Network.Attrs.At(1, 2) != 3 {
		t.Errorf("present %v, labels %v", d.Present, d.Network.Labels)
	}
	numbered := network(t, "0", "1", "2")
	numbered.IDs = must.Get(graph.IntIDs([]int64{7, 2, 5}))(t)
	s, err := Protect(numbered, NodeUnbounded, pay(1, 0), Nodes(8))
	if err != nil || fmt.Sprint(s.data.Present) != "[false false true false false true false true]" {
		t.Errorf("ids 2, 5 and 7 of 8: %v, %v", s.data.Present, err)
	}
	empty := &graph.Network{Graph: ring(t, 3).Graph}
	empty.Graph, _ = must.Two(graph.FromEdges(0, nil, graph.Options{}))(t)
	if s, err := Protect(empty, NodeUnbounded, pay(1, 0), Nodes(3)); err != nil || s.Public().Nodes != 3 {
		t.Errorf("nobody of three: %v", err)
	}
	for what, c := range map[string]struct {
		net    *graph.Network
		option Option
	}{
		"names and a number":  {network(t, "ann"), Nodes(5)},
		"a stranger":          {network(t, "zoe"), NodesOf(names)},
		"an id too high":      {numbered, Nodes(7)},
		"more nodes than ids": {ring(t, 6), Nodes(5)},
		"no ids":              {ring(t, 6), NodesOf(nil)},
		"a nil option":        {ring(t, 6), nil},
	} {
		if _, err := Protect(c.net, NodeUnbounded, pay(1, 0), c.option); err == nil || !strings.HasPrefix(err.Error(), "gdp:") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
