package graph

import (
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/data/table"
)

// count is a number of things, named in the plural.
type count struct {
	things string
	n      int
}

// phrase returns text such as "2 loops, 1 weight", without zeros.
func phrase(counts []count) string {
	var list []string
	for _, c := range counts {
		if c.n == 1 {
			c.things = singular(c.things)
		}
		if c.n > 0 {
			list = append(list, fmt.Sprint(c.n, " ", c.things))
		}
	}
	return strings.Join(list, ", ")
}

func singular(things string) string {
	if s, ok := strings.CutSuffix(things, "sses"); ok {
		return s + "ss"
	}
	return strings.TrimSuffix(things, "s")
}

// tabulate returns a table of counts for a notebook, including zeros.
func tabulate(caption, things string, counts []count) string {
	t := table.Table{Caption: caption, Header: []string{things, "number"}}
	for _, c := range counts {
		t.Rows = append(t.Rows, []any{c.things, c.n})
	}
	return t.HTML()
}

func (g *Graph) kind() string {
	if g.Directed() {
		return "directed graph"
	}
	return "undirected graph"
}

func (g *Graph) counts() []count { return []count{{"nodes", g.N()}, {"edges", g.M()}} }

// String returns one line such as "undirected graph: 34 nodes, 78 edges".
func (g *Graph) String() string {
	if g.N() == 0 {
		return g.kind() + " without nodes"
	}
	return g.kind() + ": " + phrase(g.counts())
}

// HTML returns a table of the counts for a notebook.
func (g *Graph) HTML() string { return tabulate(g.kind(), "of", g.counts()) }

// extra returns the counts of node data.
func (w *Network) extra() []count {
	var list []count
	if w.Attrs != nil {
		list = append(list, count{"attributes", w.Attrs.Cols()})
	}
	if w.Labels != nil {
		list = append(list, count{"classes", CountClasses(w.Labels, w.Classes)})
	}
	return list
}

// CountClasses returns the number of classes, or communities, of nodes or graphs: that of the
// names, if any, or the largest label plus 1.
func CountClasses(labels []int32, names []string) int {
	most := len(names)
	for _, l := range labels {
		most = max(most, int(l)+1)
	}
	return most
}

// String returns one line such as "undirected graph: 34 nodes, 78 edges, 2 classes".
func (w *Network) String() string {
	if w == nil || w.Graph == nil {
		return "network without a graph"
	}
	text := w.Graph.String()
	if list := phrase(w.extra()); list != "" {
		text += ", " + list
	}
	return text
}

// HTML returns a table of the counts for a notebook.
func (w *Network) HTML() string {
	if w == nil || w.Graph == nil {
		return tabulate(w.String(), "of", nil)
	}
	return tabulate(w.Graph.kind(), "of", append(w.Graph.counts(), w.extra()...))
}

// counts returns totals over the graphs.
func (c *Collection) counts() []count {
	nodes, edges := 0, 0
	if c == nil {
		return nil
	}
	for _, w := range c.Graphs {
		if w == nil {
			continue
		}
		nodes += w.Graph.N()
		edges += w.Graph.M()
	}
	list := []count{{"graphs", len(c.Graphs)}, {"nodes", nodes}, {"edges", edges}}
	if c.Labels != nil {
		list = append(list, count{"classes", CountClasses(c.Labels, c.Classes)})
	}
	return list
}

// String returns one line such as "collection: 69 graphs, 12227 nodes, 15378 edges".
func (c *Collection) String() string {
	if c == nil || len(c.Graphs) == 0 {
		return "collection without graphs"
	}
	return "collection: " + phrase(c.counts())
}

// HTML returns a table of the counts for a notebook.
func (c *Collection) HTML() string { return tabulate("collection", "of", c.counts()) }
