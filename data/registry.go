// Package data loads data sets by name: every graph of the papers studied here, with its format,
// checksum, counts, licence and source.
//
// [Load] looks for the files of a data set in the folder that the environment variable GDP_DATA
// names, then in the user's cache folder; it checks their SHA-256 and reads them. [Get] downloads
// what has a public address into the cache, by web.Ask of data/web. Nothing is downloaded unless
// Get is called. [Karate], [States] and [MadeUp] need no file.
//
// The nodes of a data set, and the classes of its nodes and graphs, count as declared
// ([graph.ReadOff]), though files of edges do not list them: which nodes there are is part of what
// its publisher documents, and was public before anyone here read an edge. An [Entry] has the
// counts and the check sums that say so. For data of your own, that is for you to say.
//
// The packages below it hold all that is plain, without privacy: graphs and their files,
// statistics, figures, tables.
//
// Both folders have the same layout: edges/ for edge lists, attributed/ for graphs with attributes
// and labels, collections/NAME/ for lists of graphs. So a file can be placed by hand; every error
// says where.
package data

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/data/table"
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

// Dataset is a data set in memory: one graph with its node data (Graph, Labels, …), or a Collection
// of graphs.
type Dataset struct {
	Entry         Entry             // zero if it was read from a file
	graph.Network                   // empty for a collection
	Collection    *graph.Collection // nil for a single graph
	Report        graph.Report      // what the reader dropped
}

// Graphs returns the graphs of the data set, a single graph as a collection of one.
func (d *Dataset) Graphs() *graph.Collection {
	switch {
	case d == nil:
		return nil
	case d.Collection != nil:
		return d.Collection
	}
	return graph.CollectionOf(&d.Network)
}

// String returns the name and a summary, such as "karate: undirected graph: 34 nodes, 78 edges, 2
// classes".
func (d *Dataset) String() string {
	if d == nil {
		return "no data set"
	}
	text := d.Network.String()
	if d.Collection != nil {
		text = d.Collection.String()
	}
	if d.Entry.Name == "" {
		return text
	}
	return d.Entry.Name + ": " + text
}

// HTML returns a table with entry and summary, for a notebook.
func (d *Dataset) HTML() string {
	if d == nil {
		return table.Table{Caption: d.String()}.HTML()
	}
	if d.Collection != nil {
		return d.Collection.HTML() + d.about()
	}
	return d.Network.HTML() + d.about()
}

// about returns the table of the entry, if any.
func (d *Dataset) about() string {
	if d.Entry.Name == "" {
		return ""
	}
	return d.Entry.HTML()
}

// String returns the name and the description, such as "karate: members of a karate club".
func (e Entry) String() string { return e.Name + ": " + e.Title }

// HTML returns a table of the entry, for a notebook.
func (e Entry) HTML() string {
	uses := lists.Map(e.Uses, func(u Use) string { return u.Paper + " (" + u.Where + ")" })
	t := table.Table{Caption: e.String(), Header: []string{"of", "value"}}
	for _, row := range [][2]string{
		{"other names", strings.Join(e.Aliases, ", ")}, {"nodes", count(e.Nodes)}, {"edges", count(e.Edges)}, {"graphs", count(e.Graphs)},
		{"attributes", count(e.Attributes)}, {"classes", count(e.Classes)}, {"source", e.Home}, {"licence", e.Licence},
		{"citation", e.Citation}, {"notes", e.Notes}, {"used by", strings.Join(uses, "; ")},
	} {
		if row[1] != "" {
			t.Rows = append(t.Rows, []any{row[0], row[1]})
		}
	}
	return t.HTML()
}

// count formats a count: "" for none, and a note for an unknown one.
func count(n int) string {
	switch {
	case n < 0:
		return "not counted"
	case n == 0:
		return ""
	}
	return fmt.Sprint(n)
}
