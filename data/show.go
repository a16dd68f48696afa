package data

import (
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/data/table"
)

// String returns the name and what it holds, such as "karate: undirected graph: 34
// nodes, 78 edges, 2 classes".
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

// HTML returns a table of what is known and what it holds, for a notebook.
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

// String returns the name and what it is, such as "karate: members of a karate club".
func (e Entry) String() string { return e.Name + ": " + e.Title }

// HTML returns a table of what is known, for a notebook.
func (e Entry) HTML() string {
	var uses []string
	for _, u := range e.Uses {
		uses = append(uses, u.Paper+" ("+u.Where+")")
	}
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

// count returns "" for what there is none of, and says what nobody has counted.
func count(n int) string {
	switch {
	case n < 0:
		return "not counted"
	case n == 0:
		return ""
	}
	return fmt.Sprint(n)
}
