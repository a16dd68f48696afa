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
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/table"
)

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

// about returns the table of the entry, if there is one.
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
