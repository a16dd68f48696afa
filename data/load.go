package data

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
)

// ErrNotFound reports that the files of a data set are in no folder.
var ErrNotFound = errors.New("not found")

// Load finds a data set by name in the folder of GDP_DATA or in the cache, verifies its files and
// reads it. Graphs are undirected: see [LoadAs]. Nodes and classes are declared: see the package
// comment. It downloads nothing; if a file is missing, the error is [ErrNotFound] and explains how
// to get it.
func Load(name string) (*Dataset, error) { return LoadAs(name, graphio.Undirected) }

// MustLoad is [Load] for notebooks and examples: it panics on error.
func MustLoad(name string) *Dataset {
	d, err := Load(name)
	if err != nil {
		panic(err)
	}
	return d
}

// LoadAs is [Load] with a choice of direction. Only entries marked Directed have meaningful
// directions.
func LoadAs(name string, direction graphio.Direction) (*Dataset, error) {
	e, err := Lookup(name)
	if err != nil {
		return nil, err
	}
	if load, ok := programs[e.Name]; ok {
		return load(), nil
	}
	paths, err := Find(name)
	if err != nil {
		return nil, err
	}
	d, err := open(paths[0], graphio.Options{Format: e.Format, Direction: direction})
	if err != nil {
		return nil, err
	}
	d.Entry = e
	d.declare()
	if d.Collection == nil && d.Labels != nil && d.Classes == nil {
		d.Classes = numbered(e.Classes)
	}
	return d, d.checkCounts(paths[0], direction)
}

// declare marks nodes and classes of the data set as declared, since its publisher documents them.
func (d *Dataset) declare() {
	d.ReadOff = graph.ReadOff{}
	if d.Collection != nil {
		d.Collection.ReadOff = graph.ReadOff{}
		for _, w := range d.Collection.Graphs {
			w.ReadOff = graph.ReadOff{}
		}
	}
}

// numbered names classes that the file does not name. Their number is public: it is from the
// registry, not from the file.
func numbered(n int) []string {
	var names []string
	for i := range n {
		names = append(names, strconv.Itoa(i))
	}
	return names
}

// Open reads the file or folder called name if it exists, and else loads the data set of that name,
// for which only the option Direction is used. A folder with one graph is that graph: see
// [OpenCollection].
func Open(name string, o graphio.Options) (*Dataset, error) {
	d, err := OpenCollection(name, o)
	if err == nil && d.Entry.Name == "" && d.Collection != nil && len(d.Collection.Graphs) == 1 {
		return &Dataset{Network: *d.Collection.Graphs[0], Report: d.Report}, nil
	}
	return d, err
}

// OpenCollection is like [Open], but a folder is a collection even if it holds one graph: the
// number of graphs may be private.
func OpenCollection(name string, o graphio.Options) (*Dataset, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if strings.ContainsRune(name, filepath.Separator) || filepath.Ext(name) != "" { // a file name
			return nil, fmt.Errorf("data: no file %s", name)
		}
		if _, hint := find(name); hint != "" {
			return nil, fmt.Errorf("data: no file %s, and %w is called %q; %s", name, ErrUnknown, name, hint)
		}
		return LoadAs(name, o.Direction)
	}
	return open(name, o)
}

// open reads one graph or a collection.
func open(path string, o graphio.Options) (*Dataset, error) {
	if o.Format == graphio.TU {
		path = filepath.Dir(path)
	}
	if graphio.IsCollection(path) {
		c, report, err := graphio.ReadCollection(path, o)
		if err != nil {
			return nil, err
		}
		return &Dataset{Collection: c, Report: report}, nil
	}
	network, report, err := graphio.Read(path, o)
	if err != nil {
		return nil, err
	}
	return &Dataset{Network: *network, Report: report}, nil
}

// Find returns the paths of the files of a data set, after verifying them. If a file is missing,
// the error is [ErrNotFound] and explains how to get it.
func Find(name string) ([]string, error) {
	e, err := Lookup(name)
	if err != nil {
		return nil, err
	}
	folders, err := Folders()
	if err != nil && len(e.Files) > 0 {
		return nil, fmt.Errorf("data: %s: %w: %s", e.Name, ErrNotFound, strings.TrimPrefix(err.Error(), "data: "))
	}
	var paths []string
	for _, f := range e.Files {
		path, err := f.find(folders)
		if errors.Is(err, fs.ErrNotExist) {
			err = e.notFound(f, folders)
		}
		if err != nil {
			return nil, e.damaged(f, err)
		}
		paths = append(paths, path)
		if filepath.Dir(path) != filepath.Dir(paths[0]) {
			return nil, fmt.Errorf("data: %s: %s and %s should be in one folder", e.Name, paths[0], path)
		}
	}
	return paths, nil
}

// Counts holds the counts of a data set, like those of [Entry].
type Counts struct{ Nodes, Edges, Graphs, Attributes, Classes int }

// Counts returns the counts, over all graphs of a collection.
func (d *Dataset) Counts() Counts {
	if d.Collection == nil {
		c := Counts{Nodes: d.Graph.N(), Edges: d.Graph.M(), Classes: graph.CountClasses(d.Labels, nil)}
		if d.Attrs != nil {
			c.Attributes = d.Attrs.Cols()
		}
		return c
	}
	c := Counts{Graphs: len(d.Collection.Graphs), Classes: graph.CountClasses(d.Collection.Labels, nil)}
	for _, w := range d.Collection.Graphs {
		c.Nodes += w.Graph.N()
		c.Edges += w.Graph.M()
	}
	return c
}

// checkCounts compares a data set with its entry: the only check of a file without a known
// checksum.
func (d *Dataset) checkCounts(path string, direction graphio.Direction) error {
	got, e := d.Counts(), d.Entry
	want := Counts{Nodes: e.Nodes, Edges: e.Edges, Graphs: e.Graphs, Attributes: e.Attributes, Classes: e.Classes}
	if e.Edges < 0 || direction == graphio.Directed {
		want.Edges = got.Edges
	}
	if got != want {
		return fmt.Errorf("data: %s: %s has %+v, want %+v", e.Name, path, got, want)
	}
	return nil
}

// notFound explains how to get a file.
func (e Entry) notFound(f File, folders []string) error {
	get := "there is no address to download it from"
	if f.Source.URL != "" {
		get = fmt.Sprintf("run `gdp data get %s`, or data.Get, to download it from %s", e.Name, f.Source.URL)
	}
	if e.Home != "" && f.Source.URL == "" {
		get += ", but see " + e.Home
	}
	if f.Source.Note != "" && f.Source.URL == "" {
		get += " (" + f.Source.Note + ")"
	}
	return fmt.Errorf("data: %s: %w: %s is not in %s; %s, or %s", e.Name, ErrNotFound, f.Path, strings.Join(folders, " or "), get, f.byHand(folders[0]))
}

// damaged adds to the error of an invalid file how to repair it.
func (e Entry) damaged(f File, err error) error {
	if !errors.As(err, new(damagedError)) || f.Source.URL == "" {
		return err
	}
	return fmt.Errorf("%w; run `gdp data get %s --force`, or data.Renew, to download it again", err, e.Name)
}

// Folder is the environment variable that names the data folder.
const Folder = "GDP_DATA"

// Folders lists the folders searched for data sets: that of GDP_DATA, if set, then the cache.
func Folders() ([]string, error) {
	var list []string
	if dir := os.Getenv(Folder); dir != "" {
		list = append(list, dir)
	}
	cache, err := cacheFolder()
	if err != nil {
		if len(list) > 0 { // no cache, but it is not needed
			return list, nil
		}
		return nil, err
	}
	return append(list, cache), nil
}

// cacheFolder returns the folder of downloads.
func cacheFolder() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("data: no cache folder: %w; name a data folder in %s", err, Folder)
	}
	return filepath.Join(dir, "graphdp"), nil
}

// find returns the path of a file of a data set, after checking its checksum.
func (f File) find(folders []string) (path string, err error) {
	for _, dir := range folders {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		err := f.check(path)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return path, err
		}
	}
	return "", fs.ErrNotExist
}

// damagedError is the error of an existing but invalid file.
type damagedError struct{ error }

func (e damagedError) Unwrap() error { return e.error }

// check compares the checksum of the file at path with the valid ones.
func (f File) check(path string) error {
	sum, err := SHA256(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("data: %w", err)
	}
	if err != nil {
		return damagedError{fmt.Errorf("data: %w", err)}
	}
	if allowed := f.sums(); len(allowed) > 0 && !slices.Contains(allowed, sum) {
		return damagedError{fmt.Errorf("data: %s is damaged or another file: its SHA-256 is %s, want %s", path, sum, strings.Join(allowed, " or "))}
	}
	return nil
}

// SHA256 returns the SHA-256 of a file in hexadecimal.
func SHA256(path string) (string, error) {
	f, err := file.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// byHand explains how to place a file that cannot be found or fetched.
func (f File) byHand(folder string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "place it by hand at %s", filepath.Join(folder, filepath.FromSlash(f.Path)))
	if sums := f.sums(); len(sums) > 0 {
		fmt.Fprintf(&b, " (SHA-256 %s)", strings.Join(sums, " or "))
	}
	return b.String()
}
