package graphio

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// extensions lists all extensions that can be written, with the contents of their formats.
var extensions = map[string]struct {
	format                       Format
	ids, labels, attrs, directed bool
}{
	".txt": {EdgeList, true, false, false, true}, ".edges": {EdgeList, true, false, false, true}, ".edgelist": {EdgeList, true, false, false, true},
	".el": {EdgeList, true, false, false, true}, ".csv": {EdgeList, true, false, false, true}, ".tsv": {EdgeList, true, false, false, true},
	".npz": {NPZ, true, true, true, true}, ".graphml": {GraphML, true, true, false, true}, ".xml": {GraphML, true, true, false, true},
	".mtx":     {MatrixMarket, false, false, false, true},
	".parquet": {Parquet, true, false, false, true},
}

// What is written under a name reads back equal, plain and compressed.
func TestFilesByName(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for extension, c := range extensions {
		for _, suffix := range []string{"", ".gz", ".GZ"} {
			dir := t.TempDir()
			path := filepath.Join(dir, "x.y"+extension+suffix)
			if f, err := FormatOf(path); err != nil || f != c.format {
				t.Errorf("format of %s: %v, %v, want %v", path, f, err, c.format)
			}
			for range 60 {
				w := randomNetwork(t, r, c.ids, c.labels, c.attrs, c.directed)
				tidyLabels(w)
				must.Do(t, Write(path, w))
				back, report := must.Two(Read(path, Options{}))(t)
				if !back.Equal(w) || report != (graph.Report{}) {
					t.Errorf("%s: wrote %s, read %s, %v", path, show(w), show(back), report)
				}
			}
			content := must.Get(os.ReadFile(path))(t)
			if zipped := strings.HasPrefix(string(content), "\x1f\x8b"); zipped != (suffix != "") {
				t.Errorf("%s: compressed by gzip: %v", path, zipped)
			}
			if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
				t.Errorf("%s: files left: %v, %v", path, list, err)
			}
		}
	}
}

// A folder, and a name that ends in a slash, stand for a TU folder.
func TestTUFolderByName(t *testing.T) {
	w := &graph.Network{Graph: build(t, 5, false, e{U: 0, V: 1}, e{U: 1, V: 4}), Labels: []int32{0, 1, 0, 0, 1}, Classes: []string{"4", "7"}}
	there := t.TempDir()
	for _, path := range []string{there, filepath.Join(there, "new") + "/"} {
		if f, err := FormatOf(path); f != TU || err != nil {
			t.Errorf("format of %s: %v, %v", path, f, err)
		}
		must.Do(t, Write(path, w))
		if back, _, err := Read(path, Options{}); err != nil || !back.Equal(w) {
			t.Errorf("%s: read %s, %v", path, show(back), err)
		}
	}
}

// An unknown name is an error that lists the known ones.
func TestFormatOfRefuses(t *testing.T) {
	for path, want := range map[string]string{
		"x.npy":        `did you mean ".npz"? There are .txt, .edges, .edgelist, .el, .csv, .tsv, .npz, .graphml, .xml, .mtx, .parquet, each also with .gz`,
		"x":            "there are .txt, ",
		"a.txt/x":      "there are .txt, ",
		"x.gz":         "there are .txt, ",
		"x.graphlm.gz": `did you mean ".graphml"`,
	} {
		f, err := FormatOf(path)
		if err == nil || f != Auto || !strings.HasPrefix(err.Error(), "graphio: "+path+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("format of %s: %v, %v; want an error with %q", path, f, err, want)
		}
		if again := Write(path, &graph.Network{Graph: build(t, 1, false)}); again == nil || again.Error() != err.Error() {
			t.Errorf("writing %s: %v", path, again)
		}
	}
}

// A file in an unsupported format is not taken for an edge list, unless the options say so.
func TestUnsupportedFormats(t *testing.T) {
	for _, extension := range []string{".gml", ".json", ".METIS", ".graph", ".adjlist.gz"} {
		name := "g" + extension
		_, _, err := ReadFrom(strings.NewReader("0 1\n"), name, Options{})
		if err == nil || !strings.Contains(err.Error(), name+": format .") || !strings.Contains(err.Error(), "is not supported; convert to .graphml, .npz, ") {
			t.Errorf("%s: %v", name, err)
		}
		if w, _, err := ReadFrom(strings.NewReader("0 1\n"), name, Options{Format: EdgeList}); err != nil || w.Graph.M() != 1 {
			t.Errorf("%s, declared to be an edge list: %v", name, err)
		}
	}
	for _, text := range []string{"graph [ node [ id 0 ] ]", "Creator \"igraph\"\ngraph\n["} {
		if _, _, err := read(text, Options{}); err == nil || !strings.Contains(err.Error(), "looks like GML, not like an edge") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A table in a .csv has commas, one in a .tsv tabs.
func TestSeparators(t *testing.T) {
	for extension, separator := range map[string]string{".txt": " ", ".csv": ",", ".tsv": "\t"} {
		path := filepath.Join(t.TempDir(), "x"+extension)
		must.Do(t, Write(path, &graph.Network{Graph: build(t, 2, false, e{U: 0, V: 1})}))
		if content, err := os.ReadFile(path); err != nil || string(content) != "# nodes 2\n0"+separator+"1\n" {
			t.Errorf("%s: %q, %v", extension, content, err)
		}
	}
}

// Content goes before name where it is telling; anything else is an edge list.
func TestFilesByContent(t *testing.T) {
	w := &graph.Network{Graph: build(t, 5, false, e{U: 0, V: 1}, e{U: 1, V: 4})}
	for _, f := range []Format{EdgeList, NPZ, GraphML, MatrixMarket, Parquet} {
		path := filepath.Join(t.TempDir(), "x.dat")
		out := must.Get(os.Create(path))(t)
		must.Do(t, writeTo(out, f, w))
		must.Do(t, out.Close())
		if back, _, err := Read(path, Options{}); err != nil || !back.Equal(w) {
			t.Errorf("%v: read %s, %v", f, show(back), err)
		}
	}
}

func TestFileErrors(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := Read(filepath.Join(dir, "none.txt"), Options{}); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "graphio: ") {
		t.Errorf("no file: %v", err)
	}
	if _, _, err := ReadCollection(filepath.Join(dir, "none"), Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	if _, _, err := Read(dir, Options{}); err == nil || !strings.Contains(err.Error(), "_A.txt") {
		t.Errorf("a folder without graphs: %v", err)
	}
	w := &graph.Network{Graph: build(t, 2, true, e{U: 0, V: 1})}
	for _, path := range []string{"x.gml", "x.unknown", filepath.Join("no", "x.txt")} {
		if err := Write(filepath.Join(dir, path), w); err == nil || !strings.HasPrefix(err.Error(), "graphio: ") {
			t.Errorf("%s: error %v", path, err)
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("files left by failed writes: %v, %v", list, err)
	}
	if _, _, err := read("0 1\n", Options{Format: TU}); err == nil || !strings.Contains(err.Error(), "as TU") {
		t.Errorf("a TU set of a stream: %v", err)
	}
	if err := writeTo(nil, Format(99), w); err == nil || !strings.Contains(err.Error(), "Format(99)") {
		t.Errorf("unknown format: %v", err)
	}
}
