package graph

import (
	"fmt"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// Labels are numbered by the declared classes, whichever occur.
func TestWithClasses(t *testing.T) {
	w := path(t) // of the classes x, y, x
	w.ReadOff = ReadOff{Nodes: true, Classes: true}
	for _, c := range []struct {
		names []string
		want  string
	}{{[]string{"z", "y", "x"}, "[2 1 2] [z y x]"}, {nil, "[] []"}} {
		named, err := w.WithClasses(c.names...)
		if err != nil || fmt.Sprint(named.Labels, named.Classes) != c.want || named.ReadOff != (ReadOff{Nodes: true}) || named.Check() != nil {
			t.Errorf("%v: %+v, %v", c.names, named, err)
		}
	}
	w.Classes, w.Labels = nil, []int32{1, Unlabeled, 0}
	if named, err := w.WithClasses("0", "a", "1"); err != nil || fmt.Sprint(named.Labels) != "[2 -1 0]" {
		t.Errorf("numbers: %v", err)
	}
	w.Labels = nil
	if named, err := w.WithClasses("a"); err != nil || fmt.Sprint(named.Labels) != "[-1 -1 -1]" {
		t.Errorf("no labels: %v", err)
	}
	for what, names := range map[string][]string{"not declared": {"x"}, "twice": {"x", "y", "x"}, "empty": {"x", "y", ""}} {
		if _, err := path(t).WithClasses(names...); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
	if path(t).Labels[1] != 1 {
		t.Error("a label of the network itself was changed")
	}
}

// Inferred parts stay marked in subgraphs and unions, until nodes are declared.
func TestReadOffStays(t *testing.T) {
	w := path(t)
	w.ReadOff = ReadOff{Nodes: true, Classes: true}
	if sub, err := w.Induced([]int32{2, 0}); err != nil || sub.ReadOff != w.ReadOff {
		t.Errorf("induced: %+v, %v", sub, err)
	}
	for _, graphs := range [][]*Network{{w, path(t)}, {path(t), w}} {
		if union, err := (&Collection{Graphs: graphs}).Union(); err != nil || union.ReadOff != w.ReadOff {
			t.Errorf("union: %+v, %v", union, err)
		}
	}
	wide, _, err := w.Spread(3, w.IDs)
	if err != nil || wide.ReadOff != (ReadOff{Classes: true}) || !w.ReadOff.Nodes || !wide.Equal(w) {
		t.Errorf("spread where it was: %+v, %v", wide, err)
	}
	names := must.Get(StringIDs([]string{"a", "b", "c", "d"}))(t)
	w.Seen = []int32{1, 2, 0}
	wide, _, err = w.Spread(4, names)
	if err != nil || wide.ReadOff != (ReadOff{Classes: true}) || fmt.Sprint(wide.Seen) != "[2 0 1 3]" || wide.Check() != nil {
		t.Errorf("spread: %+v, %v", wide, err)
	}
}

func TestWithoutReadOff(t *testing.T) {
	off := path(t)
	off.ReadOff.Classes = true
	c := &Collection{Graphs: []*Network{off, path(t)}, Labels: []int32{0, 1}, Classes: []string{"p", "q"}}
	if bare := c.WithoutReadOff(); bare.Labels == nil || bare.Graphs[0].Labels != nil || bare.Graphs[0].Classes != nil || bare.Graphs[1].Labels == nil || off.Labels == nil {
		t.Errorf("%+v", bare)
	}
	c.ReadOff.Classes = true
	if bare := c.WithoutReadOff(); bare.Labels != nil || bare.Classes != nil || c.Labels == nil {
		t.Errorf("%+v", bare)
	}
}
