package graphio

import (
	"archive/zip"
	"bytes"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/npy"
	"github.com/graphdp/graphdp/data/must"
)

// testdata/numpy.npz was written by numpy 2.4.6: numpy.savez_compressed with
// arrays of many types: float64 and big-endian float32 data, int64, int16,
// uint32 and big-endian int32 indices, int8 labels, names of bytes and of code
// points, columns out of order, and a member that is none of ours.
func TestNPZOfNumPy(t *testing.T) {
	w, report := must.Two(Read("testdata/numpy.npz", Options{Direction: Directed}))(t)
	attrs := must.Get(graph.NewAttributes(3, []int64{0, 2, 2, 3, 3}, []int32{0, 2, 1}, []float32{1, 2, 0.5}))(t)
	want := &graph.Network{
		Graph: build(t, 4, true, e{U: 0, V: 1}, e{U: 1, V: 0}, e{U: 1, V: 2}),
		IDs:   stringIDs(t, "a", "b", "cc", "d"), Attrs: attrs,
		Labels: []int32{1, 0, 1, -1}, Classes: []string{"Gänse", "Füchse"},
	}
	if !w.Equal(want) {
		t.Errorf("read %s, labels %v, classes %q", show(w), w.Labels, w.Classes)
	}
	if want := (graph.Report{LoopsDropped: 1, WeightsDropped: 1}); report != want {
		t.Errorf("report %+v, want %+v", report, want)
	}
	// Without a direction, (0,1) and (1,0) are one edge and no duplicates.
	if w, report, err := Read("testdata/numpy.npz", Options{}); err != nil || w.Graph.M() != 2 || w.Graph.Directed() || report.DuplicatesDropped != 0 {
		t.Errorf("undirected: %s, report %+v, %v", show(w), report, err)
	}
}

// testdata/dense.npz: attributes as a dense matrix, names of classes as Python
// objects, which are not read.
func TestNPZDense(t *testing.T) {
	w, _ := must.Two(Read("testdata/dense.npz", Options{}))(t)
	if w.Graph.M() != 1 || w.Attrs.NNZ() != 2 || w.Attrs.At(0, 1) != 1.5 || w.Attrs.At(1, 0) != 2 || w.Labels[1] != 7 || w.Classes != nil {
		t.Errorf("read %s, attributes %v, labels %v, classes %q", show(w), w.Attrs, w.Labels, w.Classes)
	}
}

// member is an array of an archive to be.
type member struct {
	descr, shape string
	data         any
}

func zipOf(t testing.TB, members map[string]member) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, m := range members {
		f := must.Get(z.Create(name + ".npy"))(t)
		must.Do(t, npy.Write(f, m.descr, m.shape, m.data))
	}
	must.Do(t, z.Close())
	return out.Bytes()
}

// goodMembers returns the path 0 – 1 – 2 with attributes and labels.
func goodMembers() map[string]member {
	return map[string]member{
		adjShape:    {"<i8", "2,", []int64{3, 3}},
		adjIndptr:   {"<i4", "4,", []int32{0, 1, 3, 4}},
		adjIndices:  {"<i4", "4,", []int32{1, 0, 2, 1}},
		adjData:     {"<f4", "4,", []float32{1, 1, 1, 1}},
		attrShape:   {"<i8", "2,", []int64{3, 2}},
		attrIndptr:  {"<i4", "4,", []int32{0, 1, 1, 2}},
		attrIndices: {"<i4", "2,", []int32{1, 0}},
		attrData:    {"<f4", "2,", []float32{1, 2}},
		npzLabels:   {"<i4", "3,", []int32{0, 1, 0}},
	}
}

func TestNPZThatLies(t *testing.T) {
	if w, _, err := read(string(zipOf(t, goodMembers())), Options{}); err != nil || w.Graph.M() != 2 {
		t.Fatalf("the archive without a lie: %s, %v", show(w), err)
	}
	for _, c := range []struct {
		name string
		m    member
		want string
	}{
		{adjShape, member{"<i8", "2,", []int64{4, 4}}, "4 entries, but adj_shape declares 4 rows"},
		{adjShape, member{"<i8", "2,", []int64{3, 4}}, "3 by 4: must be square"},
		{adjShape, member{"<i8", "2,", []int64{1 << 40, 1 << 40}}, "must be rows and columns"},
		{adjShape, member{"<i8", "1,", []int64{3}}, "must be rows and columns"},
		{adjShape, member{"<f4", "2,", []float32{3, 3}}, "adj_shape: must be an array of integers"},
		{adjIndptr, member{"<i4", "4,", []int32{0, 3, 1, 4}}, "does not ascend"},
		{adjIndptr, member{"<i4", "4,", []int32{0, 1, 3, 5}}, "does not ascend from 0 to 4"},
		{adjIndptr, member{"<i4", "0,", []int32{}}, "0 entries"},
		{adjIndices, member{"<i4", "4,", []int32{1, 0, 3, 1}}, "entry 2 is 3: must be in [0, 2]"},
		{adjIndices, member{"<i8", "4,", []int64{1, 0, 1 << 32, 1}}, "integer 4294967296 is too large"},
		{adjIndices, member{"<u8", "4,", []uint64{1, 0, 1 << 63, 1}}, "integer 9223372036854775808 is too large"},
		{adjIndices, member{"<i4", "5,", []int32{1, 0, 2, 1, 0}}, "adj_indices has 5 entries and adj_data has 4"},
		{adjData, member{"<f4", "4,", []float32{1, 1, 0, 1}}, "entry 2 is 0"},
		{adjData, member{"<f4", "4,", []float32{1, 1, float32(math.NaN()), 1}}, "element 2 is NaN"},
		{adjData, member{"<f8", "4,", []float64{1, 1, 1, 1e300}}, "element 3 is 1e+300"},
		{adjData, member{"<f4", "4,", []float32{1, 1, 1}}, "array of 4 elements: file is cut short"},
		{adjData, member{"<f4", "2147483647,", []float32{1, 1, 1, 1}}, "array of 2147483647 elements: file is cut short"},
		{adjData, member{"<f4", "2147483648,", []float32{1, 1, 1, 1}}, "shape (2147483648,) is not supported"},
		{adjData, member{"<f4", "99999999999999999999,", []float32{1}}, "is not supported"},
		{adjData, member{"<f4", "2, 2, 1", []float32{1, 1, 1, 1}}, "shape (2, 2, 1) is not supported"},
		{adjData, member{"<f4", "3,", []float32{1, 1, 1, 1}}, "array of 3 elements is followed by further bytes"},
		{adjData, member{"|O", "4,", []float32{1, 1, 1, 1}}, "pickle"},
		{adjData, member{"<c8", "4,", []float32{1, 1, 1, 1}}, "is not supported"},
		{adjData, member{"<U1", "4,", []float32{1, 1, 1, 1}}, "must be an array of numbers"},
		{adjData, member{"', 'x': '", "4,", []float32{1, 1, 1, 1}}, "unknown header"},
		{attrShape, member{"<i8", "2,", []int64{2, 2}}, "4 entries, but attr_shape declares 2 rows"},
		{attrIndptr, member{"<i4", "4,", []int32{0, 2, 2, 2}}, ""}, // two columns out of order: sorted
		{npzLabels, member{"<i4", "2,", []int32{0, 1}}, "2 labels for 3 nodes"},
		{npzLabels, member{"<i4", "3,", []int32{0, 1, -2}}, "label -2"},
		{npzLabels, member{"<f4", "3,", []float32{0, 1, 1}}, "labels: must be an array of integers"},
		{npzClasses, member{"<U1", "1,", []uint32{'a'}}, "label 1 at position 1"},
		{npzClasses, member{"<U1", "2,", []uint32{'a', 0x110000}}, "code point 0x110000"},
		{npzClasses, member{"<i4", "2,", []int32{1, 2}}, "must be an array of strings"},
		{npzIDs, member{"<i8", "3,", []int64{1, 2, 1}}, "the same id 1"},
		{npzIDs, member{"<i8", "2,", []int64{1, 2}}, "2 ids for 3 nodes"},
		{npzIDs, member{"|S1", "3,", []byte{'a', 0xfc, 'b'}}, "string 1 is not UTF-8"},
		{npzIDs, member{"<U0", "3,", []uint32{}}, "elements of zero bytes"},
		{npzIDs, member{"<U99999999", "3,", []uint32{}}, "is not supported"},
		{attrMatrix, member{"<f4", "2, 2", []float32{1, 1, 1, 1}}, "must have 3 rows"},
		{attrMatrix, member{"<f4", "3,", []float32{1, 1, 1}}, "must have 3 rows"},
	} {
		members := goodMembers()
		members[c.name] = c.m
		w, _, err := read(string(zipOf(t, members)), Options{})
		if c.want == "" && err == nil {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || c.want == "" {
			t.Errorf("%s = %v: read %s, error %v, want one with %q", c.name, c.m, show(w), err, c.want)
		}
	}
	for name := range goodMembers() {
		members := goodMembers()
		delete(members, name)
		if _, _, err := read(string(zipOf(t, members)), Options{}); name != npzLabels && (err == nil || !strings.Contains(err.Error(), "there is no array "+name)) {
			t.Errorf("without %s: error %v", name, err)
		}
	}
}

// Wherever an archive is cut, and whatever byte is wrong, there is an error or
// the same graph, never a panic.
func TestNPZDamaged(t *testing.T) {
	good := must.Get(os.ReadFile("testdata/numpy.npz"))(t)
	want, _ := must.Two(read(string(good), Options{}))(t)
	for size := range len(good) {
		if w, _, err := read(string(good[:size]), Options{Format: NPZ}); err == nil {
			t.Fatalf("%d of %d bytes: read %s", size, len(good), show(w))
		}
	}
	noticed := 0
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x55
		w, _, err := read(string(bad), Options{Format: NPZ})
		if err != nil {
			noticed++
		} else if !w.Graph.Equal(want.Graph) {
			t.Fatalf("byte %d: another graph: %s", i, show(w))
		}
	}
	if noticed < len(good)/2 {
		t.Errorf("%d of %d wrong bytes noticed", noticed, len(good))
	}
}

// The authors of DPAR name the arrays otherwise.
func TestNPZOtherNames(t *testing.T) {
	members := map[string]member{}
	for name, m := range goodMembers() {
		name = strings.Replace(name, "adj_", "adj_matrix.", 1)
		members[strings.Replace(name, "attr_", "attr_matrix.", 1)] = m
	}
	w, _, err := read(string(zipOf(t, members)), Options{})
	if err != nil || w.Graph.M() != 2 || w.Attrs.NNZ() != 2 {
		t.Errorf("read %s, %v", show(w), err)
	}
	members[adjData] = goodMembers()[adjData]
	if _, _, err := read(string(zipOf(t, members)), Options{}); err == nil || !strings.Contains(err.Error(), "two members have the same name") {
		t.Errorf("two arrays of one name: %v", err)
	}
}

// byColumns is an array in Fortran's order.
func byColumns(shape string, data any) member {
	kind := "<f8"
	if _, whole := data.([]int64); whole {
		kind = "<i8"
	}
	return member{kind + "', 'fortran_order': True, 'order': '", shape, data}
}

// Archives of PyTorch Geometric have the ends of edges in two rows; the other arrays determine the
// number of nodes, never the edges.
func TestNPZOfEdgeIndex(t *testing.T) {
	ends := member{"<i8", "2, 4", []int64{0, 1, 1, 2, 1, 0, 2, 1}}
	x := member{"<f4", "4, 2", []float32{0, 1, 0, 0, 2, 0, 0, 0}}
	y := member{"<i8", "4,", []int64{0, 1, -1, 2}}
	for _, c := range []struct {
		members map[string]member
		o       Options
		says    string
	}{
		{map[string]member{"edge_index": ends, "x": x, "y": y, "train_mask": y}, Options{}, ""},
		{map[string]member{"edge_index": ends, "y": y}, Options{}, ""},
		{map[string]member{"edge_index": byColumns("2, 4", []int64{0, 1, 1, 0, 1, 2, 2, 1}), "x": byColumns("4, 2", []float64{0, 0, 2, 0, 1, 0, 0, 0}), "y": y}, Options{}, ""},
		{map[string]member{"edge_index": byColumns("2, 4", []int64{0, 1, 1, 0, 1, 2, 2}), "y": y}, Options{}, "array of 8 elements: file is cut short"},
		{map[string]member{"edge_index": byColumns("2000000000, 2000000000", []int64{0, 1}), "y": y}, Options{}, "too many"},
		{map[string]member{"edge_index": ends}, Options{Nodes: 4}, ""},
		{map[string]member{"edge_index": ends}, Options{}, "the number of nodes is unknown"},
		{map[string]member{"edge_index": ends}, Options{Nodes: 2}, "node 2: must be in [0, 1]"},
		{map[string]member{"edge_index": {"<i8", "4, 2", ends.data}, "y": y}, Options{}, "must have two rows, as pairs.T has"},
		{map[string]member{"edge_index": {"<i8", "2, 1", []int64{-1, 0}}, "y": y}, Options{}, "node -1"},
		{map[string]member{"edge_index": ends, "x": x, "y": {"<i8", "3,", []int64{0, 1, 2}}}, Options{}, "3 labels for 4 nodes"},
		{map[string]member{"edge_index": ends, "x": {"<f4", "1000000000, 0", []float32{}}}, Options{}, "implausible number of nodes"},
		{map[string]member{"edge_index": {"<f4", "2, 1", []float32{0, 1}}, "y": y}, Options{}, "edge_index: must be an array of integers"},
	} {
		w, _, err := read(string(zipOf(t, c.members)), c.o)
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v: %v, want %s", c.members, err, c.says)
			}
			continue
		}
		if err != nil || w.Graph.N() != 4 || w.Graph.M() != 2 || w.Graph.Directed() || w.ReadOff.Nodes {
			t.Errorf("%v: %v, %v", c.members, w, err)
			continue
		}
		if _, has := c.members["x"]; has != (w.Attrs != nil) || has && (w.Attrs.NNZ() != 2 || w.Attrs.Cols() != 2) {
			t.Errorf("%v: attributes %v", c.members, w.Attrs)
		}
		if _, has := c.members["y"]; has != (w.Labels != nil) || has && !slices.Equal(w.Labels, []int32{0, 1, -1, 2}) {
			t.Errorf("%v: labels %v", c.members, w.Labels)
		}
	}
	members := goodMembers()
	members["x"], members["y"], members["edge_index"] = x, y, ends
	if w, _, err := read(string(zipOf(t, members)), Options{}); err != nil || w.Graph.N() != 3 || w.Attrs.NNZ() != 2 || len(w.Labels) != 3 {
		t.Errorf("beside a matrix they have a meaning: %v, %v", w, err)
	}
}

func TestNPZCannotHold(t *testing.T) {
	for _, name := range []string{"a\x00", "\xff"} {
		if err := writeTo(new(bytes.Buffer), NPZ, &graph.Network{Graph: build(t, 1, false), IDs: stringIDs(t, name)}); err == nil {
			t.Errorf("wrote the id %q", name)
		}
	}
}

// A network that fits a format is written; otherwise the error names the obstacle.
func TestFit(t *testing.T) {
	attrs := must.Get(graph.NewAttributes(1, []int64{0, 1, 1}, []int32{0}, []float32{1}))(t)
	w := &graph.Network{Graph: build(t, 2, false, e{U: 0, V: 1}), IDs: stringIDs(t, "a", "b"), Attrs: attrs, Labels: []int32{0, 1}, Classes: []string{"x", "y"}}
	for format, want := range map[Format]string{
		NPZ: "", EdgeList: "attributes labels", Parquet: "attributes labels", MatrixMarket: "attributes labels ids",
		GraphML: "attributes",
	} {
		fit, lost := Fit(format, w)
		if err := writeTo(io.Discard, format, fit); err != nil || strings.Join(lost, " ") != want {
			t.Errorf("%v: %q, %v", format, lost, err)
		}
		if err := writeTo(io.Discard, format, w); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), strings.Join(lost, " or ")) {
			t.Errorf("%v: %v", format, err)
		}
	}
}
