package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/graphio"
	"github.com/graphdp/graphdp/models/trial"
)

// declare sets in the options of a reader what --nodes says: a number, a file of ids, or nothing.
func (r reading) declare(o *graphio.Options) error {
	if r.nodes == "" || r.nodes == trial.Occurring {
		return nil
	}
	if n, err := strconv.Atoi(r.nodes); err == nil {
		if n < 1 || n > graph.MaxNodes {
			return usageError{fmt.Errorf("--nodes %s: want 1 … %d", r.nodes, graph.MaxNodes)}
		}
		o.Nodes = n
		return nil
	}
	ids, err := graphio.ReadNodes(r.nodes)
	if err != nil {
		return fmt.Errorf("--nodes %s: %w", r.nodes, err)
	}
	o.NodeIDs = ids
	return nil
}

// nodesOption is --nodes as an option of a session. Under edge and node the graph was read with the
// nodes that are declared.
func (r reading) nodesOption(rel gdp.Relation) ([]gdp.Option, error) {
	if r.nodes == trial.Occurring {
		return []gdp.Option{gdp.NodesThatOccur()}, nil
	}
	if rel != gdp.NodeUnbounded {
		return nil, nil
	}
	var o graphio.Options
	if err := r.declare(&o); err != nil {
		return nil, err
	}
	if o.NodeIDs != nil {
		return []gdp.Option{gdp.NodesOf(o.NodeIDs)}, nil
	}
	return []gdp.Option{gdp.Nodes(o.Nodes)}, nil
}

// places puts the nodes that are there at the places of those that there can be.
func (r reading) places(w *graph.Network) (*graph.Network, error) {
	var o graphio.Options
	if err := r.declare(&o); err != nil {
		return nil, err
	}
	if o.NodeIDs != nil {
		o.Nodes = o.NodeIDs.Len()
	}
	wide, _, err := w.Spread(o.Nodes, o.NodeIDs)
	return wide, err
}

// declared refuses a file that does not say which nodes there are, where that is public: it was
// read off the edges, and they are private. What would declare it is said in the file's words, which
// are for its curator alone.
func (r reading) declared(d *data.Dataset, name string, rel gdp.Relation) error {
	graphs, each := []*graph.Network{&d.Network}, ""
	if d.Collection != nil {
		graphs, each = d.Collection.Graphs, " in each graph"
	}
	i := slices.IndexFunc(graphs, func(w *graph.Network) bool { return w.ReadOff.Nodes })
	if rel.OfGraphs() || r.nodes != "" || i < 0 {
		return nil
	}
	return usageError{fmt.Errorf("%s does not say which nodes there are, and those that occur in its edges are no public list: edges are private under the relation %v, and one that is the only one of its node would be given away. "+
		"Give the nodes%s: %s; or --nodes %s, where the list is known to be public as it is: no guarantee covers it, and nothing is proved then", name, rel, each, inWords(graphs[i]), trial.Occurring)}
}

// inWords says how the nodes of a graph could be declared.
func inWords(w *graph.Network) string {
	n := w.Graph.N()
	list, whole := w.IDs.Integers()
	switch {
	case n == 0:
		return "--nodes N, or a file of ids"
	case w.IDs == nil:
		return fmt.Sprintf("ids 0 to %d: --nodes %d, if that is public", n-1, n)
	case whole:
		return fmt.Sprintf("ids %d to %d: --nodes %d, if that is public, or a file with an id in each line", slices.Min(list), slices.Max(list), slices.Max(list)+1)
	}
	return "ids are names: --nodes FILE, with one in each line"
}

// readPrivate is [app.open] of a graph for a session. What is found by looking at edges is neither
// taken for public nor noted.
func (a *app) readPrivate(name string, r reading, rel gdp.Relation) (*data.Dataset, error) {
	graphs := rel.OfGraphs()
	switch {
	case graphs && r.nodes != "":
		return nil, usageError{fmt.Errorf("--nodes %s: under the relation %v everything in a graph is private, its nodes too", r.nodes, rel)}
	case rel == gdp.NodeUnbounded && r.nodes == "":
		return nil, usageError{fmt.Errorf("node-unbounded needs --nodes: the number of ids that there can be, a file of them, or %s", trial.Occurring)}
	}
	o, err := r.options(graphio.Undirected)
	if err != nil {
		return nil, err
	}
	// A file that declares nothing is read whatever it holds, and refused for that alone.
	o.Occurring = r.nodes == "" || rel == gdp.NodeUnbounded && r.nodes != trial.Occurring
	known := r
	if rel == gdp.NodeUnbounded {
		known.nodes = "" // of a data set, too
	}
	d, err := a.openAs(name, known, o, graphs)
	if err != nil {
		return nil, err
	}
	if rel != gdp.NodeUnbounded {
		if err := r.declared(d, name, rel); err != nil {
			return nil, err
		}
	}
	if d.Report.Header != "" && !graphs {
		a.note("%s: header: %s", name, d.Report.Header)
	}
	return d, nil
}

// classified declares the classes of nodes.
func (r reading) classified(d *data.Dataset) error {
	if r.classes == "" {
		return nil
	}
	var names []string
	if r.classes != noClasses {
		names = strings.Split(r.classes, ",")
	}
	graphs := []*graph.Network{&d.Network}
	if d.Collection != nil {
		graphs = d.Collection.Graphs
	}
	for _, w := range graphs {
		named, err := w.WithClasses(names...)
		if err != nil {
			return fmt.Errorf("--classes %s: %w", r.classes, err)
		}
		*w = *named
	}
	return nil
}

// noClasses says that nodes have no labels.
const noClasses = "none"
