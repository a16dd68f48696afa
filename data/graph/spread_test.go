package graph

import (
	"fmt"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// A path a-b-c with a label, a row and a name each.
func path(t *testing.T) *Network {
	t.Helper()
	g, _ := must.Two(FromEdges(3, []Edge{{0, 1}, {1, 2}}, Options{}))(t)
	x := must.Get(NewAttributes(2, []int64{0, 1, 1, 3}, []int32{1, 0, 1}, []float32{5, 6, 7}))(t)
	ids := must.Get(StringIDs([]string{"c", "a", "b"}))(t)
	return &Network{Graph: g, IDs: ids, Attrs: x, Labels: []int32{0, 1, 0}, Classes: []string{"x", "y"}}
}

func TestSpread(t *testing.T) {
	w := path(t)
	names := must.Get(StringIDs([]string{"a", "b", "c", "d"}))(t)
	wide, present := must.Two(w.Spread(4, names))(t)
	must.Do(t, wide.Check())
	// c-a-b: places 2, 0, 1.
	if fmt.Sprint(present, wide.Labels) != "[true true true false] [1 0 0 -1]" || !wide.IDs.Equal(names) ||
		!wide.Graph.HasEdge(2, 0) || !wide.Graph.HasEdge(0, 1) || wide.Graph.M() != 2 ||
		wide.Attrs.Rows() != 4 || wide.Attrs.At(2, 1) != 5 || wide.Attrs.At(1, 0) != 6 || wide.Attrs.At(1, 1) != 7 || wide.Attrs.NNZ() != 3 {
		t.Errorf("spread to %+v, present %v", wide, present)
	}
	// The same again, and a network that nothing moves in, stay themselves.
	if again, _, err := wide.Spread(4, names); err != nil || again != wide {
		t.Errorf("%v is not %v, %v", again, wide, err)
	}
	w.IDs = nil
	if same, present, err := w.Spread(3, nil); err != nil || same != w || fmt.Sprint(present) != "[true true true]" {
		t.Errorf("nothing moves: %v, %v, %v", same, present, err)
	}
	w.IDs = must.Get(IntIDs([]int64{4, 0, 2}))(t)
	wide, present, err := w.Spread(5, nil)
	if err != nil || fmt.Sprint(present) != "[true false true false true]" || !wide.Graph.HasEdge(4, 0) || wide.IDs != nil {
		t.Errorf("ids 4, 0, 2 of 5: %v, %v", present, err)
	}
	for what, try := range map[string]func() error{
		"an id too high":     func() error { _, _, err := w.Spread(4, nil); return err },
		"another number":     func() error { _, _, err := w.Spread(5, names); return err },
		"names and a number": func() error { _, _, err := path(t).Spread(9, nil); return err },
		"a stranger": func() error {
			ids := must.Get(StringIDs([]string{"a", "b", "d"}))(t)
			_, _, err := path(t).Spread(3, ids)
			return err
		},
		"too few": func() error { w := path(t); w.IDs = nil; _, _, err := w.Spread(2, nil); return err },
	} {
		if try() == nil {
			t.Errorf("%s is accepted", what)
		}
	}
}
