package data

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/nearest"
)

// Entry describes a data set.
type Entry struct {
	Name    string   // as in [Load]
	Aliases []string // other names
	Title   string   // meaning of nodes and edges
	Format  graphio.Format
	Files   []File // none: the data set is built in

	// Counts of the graph as returned by [Load], undirected and simple; sums over the graphs of a
	// collection. Unchecked counts are -1. Nodes and classes are those documented, and thereby
	// declared, by the publisher.
	Nodes, Edges      int
	Loops, Duplicates int  // dropped on reading
	Directed          bool // published with directions, which [LoadAs] can keep
	Graphs            int  // number of graphs of a collection; else 0
	Attributes        int  // columns, 0 if nodes have none
	Classes           int  // of nodes, or of the graphs of a collection

	Home     string // address of the source; empty: no public address known
	Licence  string
	Citation string
	Notes    string // caveats
	Uses     []Use
}

// File is a file of a data set.
type File struct {
	Path   string // in the data folder, with slashes
	SHA256 string // checksum of the copy in this project's data folder; empty: none
	Source Source
}

// Source is where a file is published.
type Source struct {
	URL    string // empty: no address of the file itself is known
	SHA256 string // checksum of the published file; empty: the same as File.SHA256, or not checked
	Note   string // differences from the file in the data folder
}

// oneFile is a data set of one file.
func oneFile(path, sum string, source Source) []File { return []File{{path, sum, source}} }

// sums returns the valid checksums of a file; none: any file is valid.
func (f File) sums() []string {
	return slices.DeleteFunc([]string{f.SHA256, f.Source.SHA256}, func(s string) bool { return s == "" })
}

// Use is a paper that uses a data set.
type Use struct {
	Paper  string // key of the paper, as in docs/papers
	Where  string // its tables and figures
	Counts string // the paper's counts, if they differ from ours
}

const (
	notStated = "not stated by the source"
)

// Entries returns the registry in alphabetical order.
func Entries() []Entry {
	all := slices.Clone(builtin)
	for format, list := range map[graphio.Format][]Entry{graphio.EdgeList: edgeLists, graphio.NPZ: attributed, graphio.TU: collections} {
		for _, e := range list {
			e.Format = format
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// ErrUnknown reports an unknown data set or paper.
var ErrUnknown = errors.New("no data set")

// Lookup finds an entry by name or alias, ignoring case.
func Lookup(name string) (Entry, error) {
	e, hint := find(name)
	if hint != "" {
		return Entry{}, fmt.Errorf("data: %w is called %q; %s", ErrUnknown, name, hint)
	}
	return e, nil
}

// find is [Lookup], with a hint if there is no entry.
func find(name string) (e Entry, hint string) {
	var names, aliases []string
	for _, e := range Entries() {
		if strings.EqualFold(e.Name, name) || slices.ContainsFunc(e.Aliases, func(a string) bool { return strings.EqualFold(a, name) }) {
			return e, ""
		}
		names, aliases = append(names, e.Name), append(aliases, e.Aliases...)
	}
	return Entry{}, nearest.Hint(name, names, aliases...)
}

// OfPaper lists the entries used by a paper, by its key as in [Use], ignoring case.
func OfPaper(key string) ([]Entry, error) {
	var list []Entry
	var keys []string
	for _, e := range Entries() {
		for _, u := range e.Uses {
			keys = append(keys, u.Paper)
			if strings.EqualFold(u.Paper, key) && (len(list) == 0 || list[len(list)-1].Name != e.Name) {
				list = append(list, e)
			}
		}
	}
	if list == nil {
		slices.Sort(keys)
		return nil, fmt.Errorf("data: %w is used by a paper %q; %s", ErrUnknown, key, nearest.Hint(key, slices.Compact(keys)))
	}
	return list, nil
}

// NotHeld returns, by name, why this project has no copy of some data sets.
func NotHeld() map[string]string {
	whys := map[string]string{}
	for _, e := range Entries() {
		for _, f := range e.Files {
			if f.SHA256 != "" {
				continue
			}
			why := cmp.Or(f.Source.Note, "this project has no copy of it")
			for _, name := range append([]string{e.Name}, e.Aliases...) {
				whys[name] = "no data: " + why
			}
		}
	}
	return whys
}
