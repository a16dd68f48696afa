package graph

import (
	"cmp"
	"strings"
)

// Report says what was dropped to make a simple graph without weights.
type Report struct {
	LoopsDropped      int    // edges from a node to itself
	DuplicatesDropped int    // edges that were there already; for an undirected graph {v,u} repeats {u,v}
	WeightsDropped    int    // edges read with a weight other than 1, which a Graph cannot keep
	AttributesDropped int    // other attributes of nodes and edges in a file, which a Network cannot keep
	Header            string // the line of a file that was taken for the names of its columns; "" when none was
	Columns           string // those of an edge list that hold its ids, where it has others, and what separates them
}

// Add adds the counts of another report, of another part of the same data.
func (r *Report) Add(other Report) {
	r.LoopsDropped += other.LoopsDropped
	r.DuplicatesDropped += other.DuplicatesDropped
	r.WeightsDropped += other.WeightsDropped
	r.AttributesDropped += other.AttributesDropped
	r.Header = cmp.Or(r.Header, other.Header)
	r.Columns = cmp.Or(r.Columns, other.Columns)
}

// counts names the counts, those that are 0 too.
func (r Report) counts() []count {
	return []count{{"loops", r.LoopsDropped}, {"duplicates", r.DuplicatesDropped}, {"weights", r.WeightsDropped}, {"attributes", r.AttributesDropped}}
}

// String returns one line such as "dropped 2 loops, 1 weight; header: id1,id2".
func (r Report) String() string {
	text := "dropped nothing"
	if list := phrase(r.counts()); list != "" {
		text = "dropped " + list
	}
	if said := r.Dialect(); said != "" {
		text += "; " + said
	}
	return text
}

// Dialect says how the lines of a file were read, as far as that is not plain.
func (r Report) Dialect() string {
	var list []string
	if r.Header != "" {
		list = append(list, "header: "+r.Header)
	}
	if r.Columns != "" {
		list = append(list, "ids in columns "+r.Columns)
	}
	return strings.Join(list, "; ")
}

// HTML returns the report as a table for a notebook.
func (r Report) HTML() string { return tabulate(r.Dialect(), "dropped", r.counts()) }
