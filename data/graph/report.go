package graph

import "cmp"

// Report says what was dropped to make a simple graph without weights.
type Report struct {
	LoopsDropped      int    // edges from a node to itself
	DuplicatesDropped int    // edges that were there already; for an undirected graph {v,u} repeats {u,v}
	WeightsDropped    int    // edges read with a weight other than 1, which a Graph cannot keep
	AttributesDropped int    // other attributes of nodes and edges in a file, which a Network cannot keep
	Header            string // the line of a file that was taken for the names of its columns; "" when none was
}

// Add adds the counts of another report, of another part of the same data.
func (r *Report) Add(other Report) {
	r.LoopsDropped += other.LoopsDropped
	r.DuplicatesDropped += other.DuplicatesDropped
	r.WeightsDropped += other.WeightsDropped
	r.AttributesDropped += other.AttributesDropped
	r.Header = cmp.Or(r.Header, other.Header)
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
	if r.Header != "" {
		text += "; header: " + r.Header
	}
	return text
}

// HTML returns the report as a table for a notebook.
func (r Report) HTML() string {
	caption := ""
	if r.Header != "" {
		caption = "header: " + r.Header
	}
	return tabulate(caption, "dropped", r.counts())
}
