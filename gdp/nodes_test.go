package gdp

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// readOff is a path of named nodes whose names and classes nothing declared.
func readOff(t *testing.T, names ...string) *graph.Network {
	t.Helper()
	net := network(t, names...)
	net.ReadOff = graph.ReadOff{Nodes: true, Classes: true}
	return net
}

// Nodes that were read off the edges are refused where which there are is public; a collection of
// graphs whose nodes were is, too. Under the relations of graphs nothing of them is public.
func TestNodesAreDeclared(t *testing.T) {
	net := readOff(t, "ann", "cat", "dan")
	declares := network(t, "ann", "cat", "dan")
	for _, rel := range []Relation{EdgeLevel, NodeLevel, NodeUnbounded} {
		if _, err := Protect(classed(t, net), rel, pay(1, 0)); !errors.Is(err, ErrNodes) || !strings.Contains(err.Error(), "--nodes") {
			t.Errorf("%v: nodes that were read off are taken for public: %v", rel, err)
		}
	}
	mixed := &graph.Collection{Graphs: []*graph.Network{declares, net}}
	refused(t, "a collection", second(ProtectCollection(mixed, EdgeLevel, pay(1, 0))), ErrNodes)
	for _, rel := range []Relation{GraphLevel, GraphUnbounded} {
		if _, err := ProtectCollection(mixed, rel, pay(1, 0)); err != nil {
			t.Errorf("%v: %v", rel, err)
		}
	}
	if s, err := ProtectCollection(mixed, EdgeLevel, pay(1, 0), NodesThatOccur()); err != nil || s.Public().Nodes != 6 {
		t.Errorf("a collection with the nodes that occur: %v", err)
	}
}

// With a declaration, neighbours that differ in the only edge of a node have the same public
// nodes, in the order of the declaration.
func TestDeclaredNodesHaveTheirPlaces(t *testing.T) {
	names := must.Get(graph.StringIDs([]string{"eve", "dan", "cat", "bob", "ann"}))(t)
	for _, rel := range []Relation{EdgeLevel, NodeLevel} {
		for _, net := range []*graph.Network{readOff(t, "ann", "cat", "dan"), readOff(t, "ann", "cat")} {
			s := must.Get(Protect(classed(t, net), rel, pay(1, 0), NodesOf(names)))(t)
			if p := s.Public(); p.Nodes != 5 || !p.IDs.Equal(names) || s.data.Present != nil {
				t.Errorf("%v: public is %+v", rel, p)
			}
			if g := s.data.Network.Graph; !g.HasEdge(2, 4) || s.data.Network.Labels[2] != 1 {
				t.Errorf("%v: cat and ann are not neighbours", rel)
			}
			if g, err := s.Guarantee(); err != nil || g.Proved != 0 || g.Caution != "" {
				t.Errorf("%v: %+v, %v", rel, g, err)
			}
		}
	}
	for what, options := range map[string][]Option{
		"a stranger":  {Nodes(2)},
		"twice":       {Nodes(3), Nodes(4)},
		"both":        {Nodes(3), NodesThatOccur()},
		"none":        {Nodes(0)},
		"of no names": {NodesOf(nil)},
	} {
		_, err := Protect(ring(t, 3), EdgeLevel, pay(1, 0), options...)
		if err == nil || !strings.HasPrefix(err.Error(), "gdp:") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := Protect(network(t, "zoe", "yan"), EdgeLevel, pay(1, 0), NodesOf(names)); err == nil || strings.Contains(err.Error(), "zoe") || strings.Contains(err.Error(), "node 0") {
		t.Errorf("a stranger is accepted, or named: %v", err)
	}
}

// Who takes the nodes that occur for public is told so by ledger and guarantee, and nothing counts
// as proved; a session that takes proofs alone, and one of the same journal that declares nodes,
// do not go with it. Where nodes are declared the option changes nothing.
func TestNodesThatOccurAreNotProved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	net := readOff(t, "ann", "cat", "dan")
	for _, rel := range []Relation{EdgeLevel, NodeUnbounded} {
		options := []Option{NodesThatOccur()}
		if rel == EdgeLevel {
			options = append(options, Journal(path))
		}
		s := must.Get(Protect(classed(t, net), rel, pay(1, 0), options...))(t)
		g := must.Get(s.Guarantee())(t)
		if !math.IsInf(float64(g.Proved), 1) || !strings.Contains(g.Reason, "node set") || !strings.Contains(g.Caution, "those that occur") {
			t.Errorf("%v: %+v", rel, g)
		}
		if l, err := s.Ledger(); err != nil || !strings.Contains(fmt.Sprint(l), "those that occur") {
			t.Errorf("%v: ledger %v, %v", rel, l, err)
		}
		if p := s.Public(); p.Nodes != 3 || !p.IDs.Equal(net.IDs) {
			t.Errorf("%v: public is %+v", rel, p)
		}
	}
	refused(t, "releases on the nodes that occur become proved", second(Protect(net, EdgeLevel, pay(1, 0), NodesOf(net.IDs), Journal(path))), ErrJournal)
	refused(t, "a session that takes proofs alone is on the nodes that occur", second(Protect(net, EdgeLevel, pay(1, 0), NodesThatOccur(), ProvedOnly())))
	s := must.Get(Protect(network(t, "ann", "cat"), EdgeLevel, pay(1, 0), NodesThatOccur()))(t)
	if g, err := s.Guarantee(); err != nil || g.Proved != 0 || g.Caution != "" {
		t.Errorf("declared nodes: %+v, %v", g, err)
	}
}

// classed declares the classes of a network.
func classed(t *testing.T, net *graph.Network) *graph.Network {
	t.Helper()
	return must.Get(net.WithClasses("a", "b"))(t)
}

// Where labels are private, classes that were read off them are refused, and declared ones are not.
func TestClassesAreDeclared(t *testing.T) {
	net := readOff(t, "ann", "cat", "dan")
	net.ReadOff.Nodes = false
	if s, err := Protect(net, EdgeLevel, pay(1, 0)); err != nil || len(s.Public().Classes) != 2 {
		t.Errorf("edge: labels are public, and refused: %v", err)
	}
	for _, rel := range []Relation{NodeLevel, NodeUnbounded} {
		var options []Option
		if rel == NodeUnbounded {
			options = []Option{NodesOf(net.IDs)}
		}
		if _, err := Protect(net, rel, pay(1, 0), options...); !errors.Is(err, ErrClasses) || !strings.Contains(err.Error(), "--classes") {
			t.Errorf("%v: classes that were read off are taken for public: %v", rel, err)
		}
		for what, classes := range map[string][]string{"[c b a]": {"c", "b", "a"}, "[]": nil} {
			s, err := Protect(must.Get(net.WithClasses(classes...))(t), rel, pay(1, 0), options...)
			if err != nil || fmt.Sprint(s.Public().Classes) != what || s.Public().Labelled != (classes != nil) {
				t.Errorf("%v: %s are %v (%v)", rel, what, s.Public(), err)
			}
		}
	}
}

// Under a relation of graphs, labels whose classes were read off are not there.
func TestGraphsAreWithoutClassesThatWereReadOff(t *testing.T) {
	off, declares := readOff(t, "ann", "cat"), network(t, "ann", "cat")
	c := &graph.Collection{Graphs: []*graph.Network{off, declares}, Labels: []int32{0, 1}, Classes: []string{"x", "y"}, ReadOff: graph.ReadOff{Classes: true}}
	for _, rel := range []Relation{GraphLevel, GraphUnbounded} {
		s := must.Get(ProtectCollection(c, rel, pay(1, 0)))(t)
		d := s.data.Collection
		if s.Public().Classes != nil || d.Labels != nil || d.Graphs[0].Labels != nil || d.Graphs[0].Classes != nil || d.Graphs[1].Labels == nil || off.Labels == nil || c.Labels == nil {
			t.Errorf("%v: %+v", rel, d)
		}
		for what, option := range map[string]Option{"nodes": Nodes(2), "occurring": NodesThatOccur()} {
			refused(t, fmt.Sprintf("%v: %s are declared of what is private", rel, what), second(ProtectCollection(c, rel, pay(1, 0), option)))
		}
	}
	if s, err := ProtectCollection(c, EdgeLevel, pay(1, 0), NodesThatOccur()); err != nil || len(s.Public().GraphClasses) != 2 {
		t.Errorf("edge: %v", err)
	}
	refused(t, "one node set is declared for two graphs", second(ProtectCollection(c, EdgeLevel, pay(1, 0), Nodes(4))))
}
