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

// Entry is what is known of a data set.
type Entry struct {
	Name    string   // as in [Load]
	Aliases []string // other names
	Title   string   // what nodes and edges are
	Format  graphio.Format
	Files   []File // none: the data set is part of the program

	// Counts of the graph as [Load] gives it: undirected, simple. They are sums
	// over the graphs of a collection. A count that has not been checked is -1. Nodes and classes
	// are those that the publisher documents, and declared by that.
	Nodes, Edges      int
	Loops, Duplicates int  // dropped on reading
	Directed          bool // published with directions, which [LoadAs] can keep
	Graphs            int  // of a collection; else 0
	Attributes        int  // columns, 0 when nodes have none
	Classes           int  // of nodes, or of graphs in a collection

	Home     string // address of the source; empty: no public address known
	Licence  string
	Citation string
	Notes    string // what one should know before using it
	Uses     []Use
}

// File is a file of a data set.
type File struct {
	Path   string // in the data folder, with slashes
	SHA256 string // of the file in this project's data folder; empty: it has none
	Source Source
}

// Source is where a file is published.
type Source struct {
	URL    string // empty: no address of the file itself is known
	SHA256 string // of what is there; empty: the same as File.SHA256, or not checked
	Note   string // how it differs from the file in the data folder
}

// oneFile is a data set of one file.
func oneFile(path, sum string, source Source) []File { return []File{{path, sum, source}} }

// sums returns the check sums that a file may have; none: anything goes.
func (f File) sums() []string {
	return slices.DeleteFunc([]string{f.SHA256, f.Source.SHA256}, func(s string) bool { return s == "" })
}

// Use is a paper that uses a data set.
type Use struct {
	Paper  string // key of the paper, as in docs/papers
	Where  string // its tables and figures
	Counts string // where the paper's counts differ from ours: what it says
}

const (
	notStated = "not stated by the source"
	noAddress = "" // no public address known
)

// Entries lists the registry in alphabetical order.
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

// ErrUnknown says that there is no data set of a name, or of a paper.
var ErrUnknown = errors.New("no data set")

// Lookup finds an entry by name or alias, in any case.
func Lookup(name string) (Entry, error) {
	e, hint := find(name)
	if hint != "" {
		return Entry{}, fmt.Errorf("data: %w is called %q; %s", ErrUnknown, name, hint)
	}
	return e, nil
}

// find is [Lookup], with a hint at other names where there is no entry.
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

// OfPaper lists the entries that a paper uses, by its key in any case, as in
// [Use].
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

// NotHeld returns why this project has no copy of data sets, by their names.
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
