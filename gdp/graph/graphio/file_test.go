package graphio

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp/graph"
)

// Every format is found by the name of the file, plain and compressed.
func TestFilesByName(t *testing.T) {
	w := &graph.Network{Graph: build(t, 5, false, e{U: 0, V: 1}, e{U: 1, V: 4})}
	for _, name := range []string{"x.txt", "x.csv", "x.edges", "x.npz", "x.graphml", "x.metis", "x.graph"} {
		for _, suffix := range []string{"", ".gz"} {
			dir := t.TempDir()
			path := filepath.Join(dir, name+suffix)
			if err := Write(path, w); err != nil {
				t.Fatal(err)
			}
			back, report, err := Read(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !back.Equal(w) || report != (graph.Report{}) {
				t.Errorf("%s: read %s, report %+v", path, show(back), report)
			}
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if zipped := strings.HasPrefix(string(content), "\x1f\x8b"); zipped != (suffix == ".gz") {
				t.Errorf("%s: compressed by gzip: %v", path, zipped)
			}
			if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
				t.Errorf("%s: files left: %v, %v", path, list, err)
			}
		}
	}
}

// Content goes before name where it is telling; anything else is an edge list.
func TestFilesByContent(t *testing.T) {
	w := &graph.Network{Graph: build(t, 5, false, e{U: 0, V: 1}, e{U: 1, V: 4})}
	for _, f := range []Format{EdgeList, NPZ, GraphML} {
		path := filepath.Join(t.TempDir(), "x.dat")
		out, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := WriteTo(out, f, w); err != nil {
			t.Fatal(err)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
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
	for _, path := range []string{"x.metis", "x.unknown", filepath.Join("no", "x.txt")} {
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
	if err := WriteTo(nil, Format(9), w); err == nil || !strings.Contains(err.Error(), "Format(9)") {
		t.Errorf("unknown format: %v", err)
	}
}
