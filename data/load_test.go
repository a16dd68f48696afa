package data

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
)

// shared returns the project's data folder; tests that need it are skipped without.
func shared(t testing.TB) string {
	t.Helper()
	dir := os.Getenv(Folder)
	if dir == "" {
		t.Skip("GDP_DATA does not name the data folder")
	}
	return dir
}

func TestRegistryIsComplete(t *testing.T) {
	hexSum := regexp.MustCompile(`^[0-9a-f]{64}$`)
	seen, paths := map[string]string{}, map[string]bool{}
	for _, e := range Entries() {
		for _, name := range append(e.Aliases, e.Name) {
			if other := seen[strings.ToLower(name)]; other != "" {
				t.Errorf("%s and %s are both called %s", other, e.Name, name)
			}
			seen[strings.ToLower(name)] = e.Name
			if got, err := Lookup(strings.ToUpper(name)); err != nil || got.Name != e.Name {
				t.Errorf("%s is %s, %v; want %s", name, got.Name, err, e.Name)
			}
		}
		if e.Title == "" || e.Licence == "" || e.Citation == "" || e.Nodes <= 0 || e.Edges == 0 {
			t.Errorf("%s: a field is missing: %+v", e.Name, e)
		}
		_, isBuiltin := programs[e.Name]
		if len(e.Uses) == 0 && !isBuiltin {
			t.Errorf("%s is used by no paper", e.Name)
		}
		for _, u := range e.Uses {
			if u.Paper == "" || u.Where == "" {
				t.Errorf("%s: use %+v", e.Name, u)
			}
		}
		if (e.Format == graphio.TU) != (e.Graphs > 0) || (len(e.Files) == 0) != isBuiltin {
			t.Errorf("%s: format %v, %d graphs, %d files", e.Name, e.Format, e.Graphs, len(e.Files))
		}
		for _, f := range e.Files {
			if paths[f.Path] {
				t.Errorf("%s belongs to two data sets", f.Path)
			}
			paths[f.Path] = true
			folder := map[graphio.Format]string{graphio.EdgeList: "edges/", graphio.NPZ: "attributed/", graphio.TU: "collections/" + e.Name + "/"}[e.Format]
			if folder == "" || !strings.HasPrefix(f.Path, folder) {
				t.Errorf("%s: %s is not in %s", e.Name, f.Path, folder)
			}
			for _, sum := range f.sums() {
				if !hexSum.MatchString(sum) {
					t.Errorf("%s: check sum %q", e.Name, sum)
				}
			}
			if u, err := url.Parse(f.Source.URL); err != nil || f.Source.URL != "" && u.Scheme != "https" {
				t.Errorf("%s: address %q", e.Name, f.Source.URL)
			}
			if f.SHA256 == "" && f.Source.URL == "" && f.Source.Note == "" {
				t.Errorf("%s: nothing is said of where %s comes from", e.Name, f.Path)
			}
		}
	}
	for name, want := range map[string]string{
		"no-such": "; there are ", "": "; there are ", "karat": `; did you mean "karate"? There are `, "minesota": `; did you mean "minnesota"? There are `,
	} {
		if _, err := Lookup(name); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "cora-ml") {
			t.Errorf("%q: error %v does not list the names", name, err)
		}
	}
	if list, err := OfPaper("dpar"); err != nil || len(list) != 4 || list[0].Name != "coauthor-cs" || list[3].Name != "reddit" {
		t.Errorf("of DPAR: %v, %v", list, err)
	}
	if list, err := OfPaper("DPGN"); !errors.Is(err, ErrUnknown) || err.Error() != `data: no data set is used by a paper "DPGN"; did you mean "DPGS"? There are DPAR, DPGGAN, DPGS, PGB, PrivDPR, PrivGraph, SE-PrivGEmb` {
		t.Errorf("of an unknown paper: %v, %v", list, err)
	}
}

// Every file of the data folder is registered with its checksum, and every data set present has the
// registered counts.
func TestEveryDataSetOfTheFolder(t *testing.T) {
	dir := shared(t)
	list := must.Get(os.ReadFile(filepath.Join(dir, "SHA256SUMS")))(t)
	registered := map[string]string{}
	loaded := 0
	for _, e := range Entries() {
		there := true
		for _, f := range e.Files {
			registered["./"+f.Path] = f.SHA256
			there = there && f.SHA256 != ""
		}
		if !there {
			continue
		}
		loaded++
		d, err := Load(e.Name) // checks sums and counts
		if err != nil {
			t.Error(err)
			continue
		}
		if d.Collection == nil {
			if err := d.Check(); err != nil {
				t.Errorf("%s: %v", e.Name, err)
			}
			if d.Graph.Directed() {
				t.Errorf("%s: directed", e.Name)
			}
		} else if err := d.Collection.Check(); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		off := d.ReadOff
		if c := d.Collection; c != nil {
			off = c.ReadOff
			for _, w := range c.Graphs {
				if w.ReadOff != (graph.ReadOff{}) {
					off = w.ReadOff
				}
			}
		}
		if off != (graph.ReadOff{}) {
			t.Errorf("%s: %+v was read off", e.Name, off)
		}
		want := graph.Report{LoopsDropped: e.Loops, DuplicatesDropped: e.Duplicates}
		if e.Name == "musae-chameleon" {
			want.Header = "id1,id2"
		}
		if d.Report != want {
			t.Errorf("%s: report %+v, want %+v", e.Name, d.Report, want)
		}
	}
	files := 0
	for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n") {
		sum, path, _ := strings.Cut(line, "  ")
		files++
		if registered[path] != sum {
			t.Errorf("%s: registered with the sum %q, want %s", path, registered[path], sum)
		}
	}
	if loaded < 28 || files < 32 {
		t.Errorf("%d data sets and %d files only", loaded, files)
	}
}

// PrivDPR's files are directed graphs: specification of PrivDPR, section 5.8.
func TestDirections(t *testing.T) {
	shared(t)
	for name, want := range map[string]struct{ arcs, sources, sinks int }{
		"privdpr-cora":     {5278, 131, 834},
		"privdpr-citeseer": {4552, 691, 1309},
		"privdpr-p2p":      {20777, 21, 2434},
		"privdpr-chicago":  {20627, 3367, 1993},
	} {
		d, err := LoadAs(name, graphio.Directed)
		if err != nil {
			t.Error(err)
			continue
		}
		sources, sinks := 0, 0
		for u := range int32(d.Graph.N()) {
			if d.Graph.InDegree(u) == 0 {
				sources++
			}
			if d.Graph.Degree(u) == 0 {
				sinks++
			}
		}
		if !d.Graph.Directed() || d.Graph.M() != want.arcs || sources != want.sources || sinks != want.sinks {
			t.Errorf("%s: %d arcs, %d nodes without an arc in, %d without one out; want %+v", name, d.Graph.M(), sources, sinks, want)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	t.Setenv(Folder, dir)
	t.Setenv("XDG_CACHE_HOME", cache)
	if _, err := Load("pgb-facebook"); !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "gdp data get pgb-facebook") ||
		!strings.Contains(err.Error(), filepath.Join(dir, "edges", "pgb-facebook.txt")) || !strings.Contains(err.Error(), "959f39040b5fc7f3") {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := Load("coauthor-cs"); !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "see https://github.com/shchur/gnn-benchmark") {
		t.Errorf("a file without an address: %v", err)
	}
	place := func(folder, text string) {
		path := filepath.Join(folder, "edges", "pgb-facebook.txt")
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	}
	place(dir, "0 1\n")
	if _, err := Load("pgb-facebook"); err == nil || !strings.Contains(err.Error(), "damaged or another file") || !strings.Contains(err.Error(), "gdp data get pgb-facebook --force") {
		t.Errorf("another file: %v", err)
	}
	if d, err := Load("Karate"); err != nil || d.Graph.M() != 78 || d.Entry.Name != "karate" {
		t.Errorf("karate: %v", err)
	}
	// A file of unknown checksum is checked by its counts.
	path := filepath.Join(dir, "edges", "aminer-dblp.txt")
	must.Do(t, os.WriteFile(path, []byte("0 1\n"), 0o644))
	if _, err := Load("aminer-dblp"); err == nil || !strings.Contains(err.Error(), "Nodes:2 Edges:1") {
		t.Errorf("wrong counts: %v", err)
	}
}

// GDP_DATA takes precedence over the cache, and the cache suffices.
func TestFolders(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "/cache")
	t.Setenv(Folder, "")
	if got, err := Folders(); err != nil || strings.Join(got, " ") != "/cache/graphdp" {
		t.Errorf("%v, %v", got, err)
	}
	t.Setenv(Folder, "/data")
	if got, err := Folders(); err != nil || strings.Join(got, " ") != "/data /cache/graphdp" {
		t.Errorf("%v, %v", got, err)
	}
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	if got, err := Folders(); err != nil || strings.Join(got, " ") != "/data" {
		t.Errorf("without a cache: %v, %v", got, err)
	}
	t.Setenv(Folder, "")
	if _, err := Folders(); err == nil || !strings.Contains(err.Error(), "GDP_DATA") {
		t.Errorf("without any folder: %v", err)
	}
}

// Labels have class names, numbers if a file has none: the number of classes is public, even of one
// that no node has.
func TestClassesAreNamed(t *testing.T) {
	d := must.OrSkip(Load("cora-ml"))(t, ErrNotFound)
	if len(d.Classes) != d.Entry.Classes || d.Classes[6] != "6" {
		t.Errorf("classes %q", d.Classes)
	}
}

// The nodes and classes of a data set are declared by its entry; those of a file are not, even if
// it is a copy of a data set.
func TestDataSetsDeclareTheirNodes(t *testing.T) {
	folder := t.TempDir()
	t.Setenv(Folder, folder)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	path := filepath.Join(folder, "edges", "copy.txt")
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must.Do(t, os.WriteFile(path, []byte("0 1\n"), 0o600))
	if d, err := Open(path, graphio.Options{}); err != nil || !d.ReadOff.Nodes {
		t.Errorf("a file: %v", err)
	}
	for _, name := range []string{"karate", "us-states", "made-up"} {
		if d, err := Load(name); err != nil || d.ReadOff != (graph.ReadOff{}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A folder is a collection for any number of graphs, if that may be private.
func TestOpenCollection(t *testing.T) {
	folder := t.TempDir()
	for n := range 3 {
		if n > 0 {
			must.Do(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.txt", n)), []byte("0 1\n"), 0o600))
		}
		d, err := OpenCollection(folder, graphio.Options{Occurring: true})
		if err != nil || d.Collection == nil || len(d.Collection.Graphs) != n {
			t.Errorf("%d graphs: %v, %v", n, d, err)
		}
		d, err = Open(folder, graphio.Options{})
		if n == 0 && err == nil || n > 0 && (err != nil || (d.Collection == nil) != (n == 1)) {
			t.Errorf("open %d graphs: %v, %v", n, d, err)
		}
	}
	if d, err := OpenCollection("karate", graphio.Options{}); err != nil || d.Collection != nil {
		t.Errorf("karate: %v", err)
	}
}

// Data sets that this project has no copy of have a reason; others have none.
func TestNotHeld(t *testing.T) {
	whys := NotHeld()
	for name, want := range map[string]string{
		"reddit": "no data: no file of this graph is published in a format that is read here", "amazon0505": "no data: this project has no copy of it", "cora": "", "karate": "",
	} {
		if whys[name] != want {
			t.Errorf("%s: %q, want %q", name, whys[name], want)
		}
	}
	for name := range whys {
		if e, err := Lookup(name); err != nil || !slices.ContainsFunc(e.Files, func(f File) bool { return f.SHA256 == "" }) {
			t.Errorf("%s: %v, %v", name, e, err)
		}
	}
}
