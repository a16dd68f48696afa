package graphio

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/npy"
	"github.com/graphdp/graphdp/data/must"
)

// fuzzOne checks that a reader neither panics nor returns an invalid network, and that its result
// survives writing and reading.
func fuzzOne(t *testing.T, content []byte, o Options) {
	w, _, err := ReadFrom(bytes.NewReader(content), "x", o)
	if err != nil {
		if !strings.HasPrefix(err.Error(), "graphio: x") {
			t.Errorf("error without the file: %v", err)
		}
		return
	}
	must.Do(t, w.Check())
	var out bytes.Buffer
	f := o.Format
	if f == Auto {
		f = EdgeList
	}
	if err := writeTo(&out, f, w); err != nil {
		return // something that the format cannot hold when written by us
	}
	back, _, err := ReadFrom(bytes.NewReader(out.Bytes()), "x", Options{Format: f, Nodes: o.Nodes})
	if err != nil {
		t.Fatalf("%v\nof what was written: %q", err, out.String())
	}
	if !back.Equal(w) {
		t.Fatalf("read %s\nwrote %q\nread %s", show(w), out.String(), show(back))
	}
}

func FuzzEdgeList(f *testing.F) {
	for _, seed := range []string{
		"0 1\n1 2\n", "# nodes 5\n# directed\n0,1\n", "id1,id2\n7, 70000000000\n", "a b\nb c\n", "% x\n\n5 5 1.0\n# node 3\n",
		"# string ids\n# node 7\n1 02\n", "\ufeff0\t1\r\n", "-1 2\n", "0 1 NaN\n", "9223372036854775807 2147483648\n", "1,,2",
	} {
		for kind := range byte(6) {
			f.Add([]byte(seed), kind)
		}
	}
	f.Fuzz(func(t *testing.T, content []byte, kind byte) {
		o := Options{Format: EdgeList, IDs: IDKind(kind % 3), Header: Header(kind / 3 % 2 * 2), Direction: Direction(kind / 6 % 3)}
		if kind/18%4 == 1 {
			o.Nodes = 100
		}
		fuzzOne(t, content, o)
	})
}

func FuzzNPZ(f *testing.F) {
	for _, name := range []string{"numpy.npz", "dense.npz"} {
		content := must.Get(os.ReadFile("testdata/" + name))(f)
		f.Add(content)
	}
	f.Add(zipOf(f, goodMembers()))
	f.Fuzz(func(t *testing.T, content []byte) { fuzzOne(t, content, Options{Format: NPZ}) })
}

// FuzzNPY reaches the arrays, which checksums protect in FuzzNPZ: it replaces each member of a
// valid archive in turn.
func FuzzNPY(f *testing.F) {
	names := []string{adjShape, adjIndptr, adjIndices, adjData, attrShape, attrIndptr, attrIndices, attrData, npzLabels, npzIDs, npzClasses, npzDirected, attrMatrix}
	for i, name := range names {
		m, ok := goodMembers()[name]
		if !ok {
			m = member{"<U3", "3,", make([]uint32, 9)}
		}
		var array bytes.Buffer
		must.Do(f, npy.Write(&array, m.descr, m.shape, m.data))
		f.Add(array.Bytes(), byte(i))
	}
	f.Fuzz(func(t *testing.T, array []byte, which byte) {
		var content bytes.Buffer
		z := zip.NewWriter(&content)
		put := func(name string, data []byte) {
			file := must.Get(z.CreateHeader(&zip.FileHeader{Name: name + ".npy"}))(t)
			must.Get(file.Write(data))(t)
		}
		lie := names[int(which)%len(names)]
		put(lie, array)
		for name, m := range goodMembers() {
			if name != lie {
				var good bytes.Buffer
				must.Do(t, npy.Write(&good, m.descr, m.shape, m.data))
				put(name, good.Bytes())
			}
		}
		must.Do(t, z.Close())
		fuzzOne(t, content.Bytes(), Options{Format: NPZ})
	})
}

func FuzzGraphML(f *testing.F) {
	for _, name := range []string{"networkx.graphml", "networkx-directed.graphml"} {
		content := must.Get(os.ReadFile("testdata/" + name))(f)
		f.Add(content)
	}
	f.Add([]byte("<graphml><key id='c' for='all' attr.name='class' attr.type='int'/><graph><node id='0'><data key='c'>7</data></node><edge source='0' target='0'/></graph></graphml>"))
	f.Fuzz(func(t *testing.T, content []byte) { fuzzOne(t, content, Options{Format: GraphML}) })
}

func FuzzMatrixMarket(f *testing.F) {
	for _, seed := range []string{
		"%%MatrixMarket matrix coordinate pattern symmetric\n%\n3 3 2\n2 1\n3 2\n", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 1.5\n1 1 1\n",
		"%%MatrixMarket matrix coordinate integer general\n0 0 0\n",
	} {
		f.Add([]byte(seed), byte(0))
	}
	f.Fuzz(func(t *testing.T, content []byte, direction byte) {
		fuzzOne(t, content, Options{Format: MatrixMarket, Direction: Direction(direction % 3)})
	})
}

// FuzzAuto reaches the format detection.
func FuzzAuto(f *testing.F) {
	for _, seed := range []string{"source,target\na,b\n", "graph [ ]", "{\"nodes\": []}", "%%MatrixMarket x", "\xff\xfea", "a b {}\n", "\ufeff<?xml"} {
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, content []byte, latin1 bool) { fuzzOne(t, content, Options{Latin1: latin1}) })
}

func FuzzTU(f *testing.F) {
	x := tuFiles()
	f.Add(x["X/T_A.txt"], x["X/T_graph_indicator.txt"], x["X/T_graph_labels.txt"], x["X/T_node_labels.txt"], x["X/T_node_attributes.txt"])
	f.Add("1, 2\n", "1\n1\n", "1\n", "", "")
	f.Fuzz(func(t *testing.T, edges, indicator, graphLabels, nodeLabels, attrs string) {
		contents := map[string]string{"T" + tuEdges: edges, "T" + tuIndicator: indicator}
		for name, text := range map[string]string{tuGraphLabels: graphLabels, tuNodeLabels: nodeLabels, tuNodeAttrs: attrs} {
			if text != "" {
				contents["T"+name] = text
			}
		}
		c, _, err := ReadCollectionFS(files(contents), "x", Options{})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "graphio: x") {
				t.Errorf("error without the folder: %v", err)
			}
			return
		}
		must.Do(t, c.Check())
		out := &tuWriter{files: map[string]*bytes.Buffer{tuEdges: {}, tuIndicator: {}}}
		if err := out.collection(c); err != nil {
			return // a graph without nodes
		}
		again := map[string]string{}
		for suffix, content := range out.files {
			again["T"+suffix] = content.String()
		}
		back, report, err := ReadCollectionFS(files(again), "x", Options{})
		if err != nil || len(back.Graphs) != len(c.Graphs) || report != (graph.Report{}) {
			t.Fatalf("%v, report %+v\nof what was written: %q", err, report, again)
		}
		for i := range c.Graphs {
			if g, h := c.Graphs[i], back.Graphs[i]; !g.Graph.Equal(h.Graph) || !g.Attrs.Equal(h.Attrs) || fmt.Sprint(names(g)) != fmt.Sprint(names(h)) {
				t.Fatalf("graph %d: %s became %s", i, show(g), show(h))
			}
		}
	})
}

// names returns the classes of the nodes.
func names(w *graph.Network) []string {
	var list []string
	for _, l := range w.Labels {
		list = append(list, w.Classes[l])
	}
	return list
}
