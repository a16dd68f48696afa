package graph

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

func TestIDsKnowEveryNode(t *testing.T) {
	for name, make := range map[string]func() (*IDs, error){
		"sorted integers": func() (*IDs, error) { return IntIDs([]int64{0, 7, 1 << 40}) },
		"integers":        func() (*IDs, error) { return IntIDs([]int64{9, 3, 5, 1}) },
		"sorted strings":  func() (*IDs, error) { return StringIDs([]string{"a", "b"}) },
		"strings":         func() (*IDs, error) { return StringIDs([]string{"Zoë", "a b", "7"}) },
		"none":            func() (*IDs, error) { return StringIDs(nil) },
	} {
		ids, err := make()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for u := range int32(ids.Len()) {
			if v, ok := ids.Node(ids.Name(u)); !ok || v != u {
				t.Errorf("%s: node %d is known as %q, which is node %d, %v", name, u, ids.Name(u), v, ok)
			}
		}
		for _, stranger := range []string{"4", "c", "", "-1"} {
			if v, ok := ids.Node(stranger); ok {
				t.Errorf("%s: id %q is node %d", name, stranger, v)
			}
		}
	}
	var none *IDs
	if none.Name(5) != "5" || none.Len() != 0 {
		t.Error("nil ids do not name nodes by number")
	}
	if _, ok := none.Node("0"); ok {
		t.Error("nil ids know a node")
	}
	if ints, ok := none.Integers(); ok || ints != nil {
		t.Error("nil ids have integers")
	}
}

func TestIDsRefuse(t *testing.T) {
	for _, c := range []struct {
		call func() (*IDs, error)
		want string
	}{
		{func() (*IDs, error) { return IntIDs([]int64{4, 2, 4}) }, "nodes 0 and 2 have the same id 4"},
		{func() (*IDs, error) { return IntIDs([]int64{4, -2}) }, "node 1 has id -2"},
		{func() (*IDs, error) { return StringIDs([]string{"a", "a"}) }, "the same id a"},
		{func() (*IDs, error) { return StringIDs([]string{"a", ""}) }, "node 1 has an empty id"},
	} {
		if _, err := c.call(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

func TestAttributesRefuse(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	for _, c := range []struct {
		cols    int
		offsets []int64
		indices []int32
		values  []float32
		want    string
	}{
		{-1, []int64{0}, nil, nil, "-1 columns"},
		{2, nil, nil, nil, "begin with 0"},
		{2, []int64{1}, nil, nil, "begin with 0"},
		{2, []int64{0, 1}, nil, nil, "must agree"},
		{2, []int64{0, 1}, []int32{0}, nil, "must agree"},
		{2, []int64{0, 2, 1}, []int32{0}, []float32{1}, "row 0 has offsets 0 and 2"},
		{2, []int64{0, 1, 0, 2}, []int32{0, 1}, []float32{1, 1}, "row 1 has offsets 1 and 0"},
		{2, []int64{0, 1}, []int32{2}, []float32{1}, "column 2"},
		{2, []int64{0, 1}, []int32{-1}, []float32{1}, "column -1"},
		{2, []int64{0, 2}, []int32{1, 1}, []float32{1, 1}, "column 1 after 1"},
		{2, []int64{0, 1}, []int32{1}, []float32{nan}, "row 0, column 1 is NaN"},
		{2, []int64{0, 1}, []int32{1}, []float32{inf}, "-Inf"},
	} {
		if _, err := NewAttributes(c.cols, c.offsets, c.indices, c.values); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one with %q", c, err, c.want)
		}
	}
}

func testNetwork(t *testing.T) *Network {
	t.Helper()
	ids := must.Get(StringIDs([]string{"x", "y", "z"}))(t)
	attrs := must.Get(NewAttributes(4, []int64{0, 2, 2, 3}, []int32{0, 3, 1}, []float32{1, 2, 3}))(t)
	w := &Network{
		Graph: mustBuild(t, 3, []Edge{{0, 1}, {1, 2}}, false), IDs: ids, Attrs: attrs,
		Labels: []int32{1, Unlabeled, 0}, Classes: []string{"A", "B"},
	}
	must.Do(t, w.Check())
	return w
}

func TestAttributesAt(t *testing.T) {
	a := testNetwork(t).Attrs
	want := [3][4]float32{{1, 0, 0, 2}, {}, {0, 3, 0, 0}}
	for u := range int32(3) {
		for c := range int32(4) {
			if a.At(u, c) != want[u][c] {
				t.Errorf("At(%d, %d) = %v, want %v", u, c, a.At(u, c), want[u][c])
			}
		}
	}
	if a.Rows() != 3 || a.Cols() != 4 || a.NNZ() != 3 {
		t.Errorf("%d rows, %d columns, %d entries", a.Rows(), a.Cols(), a.NNZ())
	}
}

func TestInducedNetworkKeepsWhatNodesAre(t *testing.T) {
	w := testNetwork(t)
	s := must.Get(w.Induced([]int32{2, 0}))(t)
	must.Do(t, s.Check())
	if s.IDs.Name(0) != "z" || s.IDs.Name(1) != "x" || !slices.Equal(s.Labels, []int32{0, 1}) {
		t.Errorf("ids %q %q, labels %v", s.IDs.Name(0), s.IDs.Name(1), s.Labels)
	}
	if s.Attrs.At(0, 1) != 3 || s.Attrs.At(1, 3) != 2 || s.Graph.M() != 0 {
		t.Errorf("attributes %v and %v, %d edges", s.Attrs.At(0, 1), s.Attrs.At(1, 3), s.Graph.M())
	}
	plain := &Network{Graph: w.Graph}
	if s, err := plain.Induced([]int32{2, 1}); err != nil || s.IDs.Name(0) != "2" || s.IDs.Name(1) != "1" || s.Labels != nil {
		t.Errorf("without ids: %v %v, %v", s.IDs.Name(0), s.IDs.Name(1), err)
	}
}

func TestNetworkCheckAndEqual(t *testing.T) {
	w := testNetwork(t)
	other := must.Get(w.Induced([]int32{0, 1}))(t)
	for _, c := range []struct {
		change func(*Network)
		want   string
	}{
		{func(x *Network) { x.Graph = nil }, "without a graph"},
		{func(x *Network) { x.IDs = other.IDs }, "2 ids for 3 nodes"},
		{func(x *Network) { x.Attrs = other.Attrs }, "2 rows of attributes for 3 nodes"},
		{func(x *Network) { x.Labels = other.Labels }, "2 labels for 3 nodes"},
		{func(x *Network) { x.Labels = []int32{0, 1, 2} }, "label 2 at position 2"},
		{func(x *Network) { x.Labels = []int32{0, -2, 1} }, "label -2 at position 1"},
	} {
		x := *w
		c.change(&x)
		if err := x.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
		if x.Graph != nil && x.Equal(w) {
			t.Errorf("%s: but equal", c.want)
		}
	}
	if x := *w; !x.Equal(w) {
		t.Error("a network is not equal to itself")
	}
}

func TestCollectionCheck(t *testing.T) {
	w := testNetwork(t)
	bad := *w
	bad.Labels = bad.Labels[:1]
	for want, c := range map[string]*Collection{
		"1 labels for 3 nodes":  {Graphs: []*Network{w, &bad}},
		"1 labels for 2 graphs": {Graphs: []*Network{w, w}, Labels: []int32{0}},
		"label 1 at position 0": {Graphs: []*Network{w}, Labels: []int32{1}, Classes: []string{"A"}},
	} {
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	must.Do(t, (&Collection{Graphs: []*Network{w, w}, Labels: []int32{0, 4}}).Check())
}
