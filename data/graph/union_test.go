package graph

import (
	"fmt"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// part returns a network with labels and attributes.
func part(t *testing.T, n int, edges []Edge, o Options) *Network {
	t.Helper()
	g, _ := must.Two(FromEdges(n, edges, o))(t)
	offsets, columns, values, labels := []int64{0}, []int32{}, []float32{}, make([]int32, n)
	for u := range int32(n) {
		labels[u] = u % 2
		columns, values = append(columns, u%3), append(values, float32(n))
		offsets = append(offsets, int64(len(columns)))
	}
	attrs := must.Get(NewAttributes(3, offsets, columns, values))(t)
	return &Network{Graph: g, Attrs: attrs, Labels: labels, Classes: []string{"a", "b"}}
}

// The union has the edges, attributes and labels of every graph, at the positions of its nodes.
func TestUnion(t *testing.T) {
	for _, o := range []Options{{}, {Directed: true}} {
		c := &Collection{Graphs: []*Network{
			part(t, 3, []Edge{{0, 1}, {2, 1}}, o), part(t, 0, nil, o), part(t, 1, nil, o), part(t, 4, []Edge{{3, 0}, {1, 2}}, o),
		}}
		u := must.Get(c.Union())(t)
		if got := fmt.Sprint(c.Sizes()); got != "[3 0 1 4]" {
			t.Errorf("sizes %s", got)
		}
		first := int32(0)
		for i, w := range c.Graphs {
			for a := range int32(8) {
				for b := range int32(8) {
					inside := a >= first && b >= first && int(max(a, b)-first) < w.Graph.N()
					if inside && u.Graph.HasEdge(a, b) != w.Graph.HasEdge(a-first, b-first) {
						t.Errorf("graph %d: the pair %d, %d", i, a-first, b-first)
					}
				}
			}
			for v := range int32(w.Graph.N()) {
				if u.Labels[first+v] != w.Labels[v] || u.Attrs.At(first+v, v%3) != w.Attrs.At(v, v%3) {
					t.Errorf("graph %d: node %d", i, v)
				}
			}
			first += int32(w.Graph.N())
		}
		if u.Graph.M() != 4 || u.Graph.N() != 8 || u.Graph.Directed() != o.Directed || u.Attrs.NNZ() != 8 || len(u.Classes) != 2 {
			t.Errorf("a union of %d nodes and %d edges", u.Graph.N(), u.Graph.M())
		}
	}
}

func TestUnionRefuses(t *testing.T) {
	plain := part(t, 2, nil, Options{})
	unlabelled, bare, narrow := *plain, *plain, *part(t, 2, nil, Options{})
	unlabelled.Labels, bare.Attrs = nil, nil
	narrow.Classes = []string{"b", "a"}
	for says, other := range map[string]*Network{
		"differ in directedness": part(t, 2, nil, Options{Directed: true}), "classes": &unlabelled, "attributes": &bare, "same classes": &narrow, "without a graph": {},
	} {
		if _, err := (&Collection{Graphs: []*Network{plain, plain, other}}).Union(); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "2") {
			t.Errorf("%s: %v", says, err)
		}
	}
	if u, err := new(Collection).Union(); err != nil || u.Graph.N() != 0 {
		t.Errorf("no graphs: %v", err)
	}
}
