package app

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/study"
)

// mostNodes is the largest number that --nodes takes: above it, nodes without edges alone would
// need gigabytes.
const mostNodes = 1 << 26

// declare sets in the options of a reader what --nodes says: a number, a file of ids, or nothing.
func (r reading) declare(a *app, o *graphio.Options) error {
	if r.nodes == "" || r.nodes == study.Occurring {
		return nil
	}
	if n, err := strconv.Atoi(r.nodes); err == nil {
		if n < 1 || n > mostNodes {
			return usageError{fmt.Errorf("--nodes %s: must be from 1 to %d", r.nodes, mostNodes)}
		}
		o.Nodes = n
		return nil
	}
	ids, err := await(a, "reading "+r.nodes, func() (*graph.IDs, error) { return graphio.ReadNodes(r.nodes, *o) })
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usageError{fmt.Errorf("--nodes %s: neither a file nor a number; give N for the ids 0 … N-1, a file with one id per line, or %s", r.nodes, study.Occurring)}
	case err != nil:
		return fmt.Errorf("--nodes %s: %w", r.nodes, err)
	}
	o.NodeIDs = ids
	return nil
}

// options are --nodes as options of a session. Under edge and node the graph was read with the
// nodes that are declared; under node-unbounded nodes have the places of the ids that there can be,
// in the data set too from then on.
func (p private) options(rel gdp.Relation) ([]gdp.Option, error) {
	switch {
	case p.occurring:
		return []gdp.Option{gdp.NodesThatOccur()}, nil
	case rel != gdp.NodeUnbounded || p.Collection != nil:
		return nil, nil
	}
	n, option := p.read.Nodes, gdp.Nodes(p.read.Nodes)
	if ids := p.read.NodeIDs; ids != nil {
		n, option = ids.Len(), gdp.NodesOf(ids)
	}
	wide, _, err := p.Spread(n, p.read.NodeIDs)
	if err != nil {
		return nil, fmt.Errorf("--nodes: %w", err)
	}
	p.Network = *wide
	return []gdp.Option{option}, nil
}

// declared refuses a file that does not say which nodes there are, or which classes they can have,
// where that is public: it was read off edges and labels that are private. What would declare nodes
// is said in the file's words, which are for its curator alone.
func (r reading) declared(d *data.Dataset, name string, rel gdp.Relation) error {
	graphs, each := []*graph.Network{&d.Network}, ""
	if d.Collection != nil {
		graphs, each = d.Collection.Graphs, " in each graph"
	}
	i := slices.IndexFunc(graphs, func(w *graph.Network) bool { return w.ReadOff.Nodes })
	if (rel == gdp.NodeLevel || rel == gdp.NodeUnbounded) && d.Network.ReadOff.Classes {
		return usageError{fmt.Errorf("%s declares no classes, and labels are private under the relation %v: a class with one node would reveal that node. "+
			"Give --classes A,B,… with all possible classes, or --classes %s to run without labels", name, rel, noClasses)}
	}
	if rel.OfGraphs() || r.nodes != "" || i < 0 {
		return nil
	}
	return usageError{fmt.Errorf("%s declares no nodes, and edges are private under the relation %v: a node that occurs in one edge would reveal that edge. "+
		"Declare the nodes%s: %s; or give --nodes %s if the list of occurring nodes is public, in which case nothing is proved", name, rel, each, inWords(graphs[i]), study.Occurring)}
}

// markReadOff marks the nodes as read off private edges where --nodes says so, whatever the file
// declares: a program that wrote the file may have read them off.
func (r reading) markReadOff(d *data.Dataset) {
	if r.nodes == study.Occurring {
		for _, w := range d.Graphs().Graphs {
			w.ReadOff.Nodes = true
		}
	}
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
	case whole && slices.Max(list) >= graph.MaxNodes:
		return fmt.Sprintf("ids %d to %d: --nodes FILE, with an id in each line", slices.Min(list), slices.Max(list))
	case whole:
		return fmt.Sprintf("ids %d to %d: --nodes %d, if that is public, or a file with an id in each line", slices.Min(list), slices.Max(list), slices.Max(list)+1)
	}
	return "ids are names: --nodes FILE, with one in each line"
}

// private is a data set for a session, and what was declared of it.
type private struct {
	*data.Dataset
	read      graphio.Options // how it was read
	occurring bool            // its nodes are those that occur
}

// readPrivate is [app.open] of a graph for a session. What is found by looking at edges is neither
// taken for public nor noted.
func (a *app) readPrivate(name string, r reading, rel gdp.Relation) (p private, err error) {
	graphs := rel.OfGraphs()
	switch {
	case graphs && r.nodes != "":
		return p, usageError{fmt.Errorf("--nodes %s: under the relation %v the nodes are private; leave it out", r.nodes, rel)}
	case graphs && r.classes != "":
		return p, usageError{fmt.Errorf("--classes %s: under the relation %v the labels are private; leave it out", r.classes, rel)}
	case rel == gdp.NodeUnbounded && r.nodes == "":
		return p, usageError{fmt.Errorf("node-unbounded needs --nodes: the number of possible ids, a file of them, or %s", study.Occurring)}
	}
	if p.read, err = r.options(a, graphio.Undirected); err != nil {
		return p, err
	}
	p.occurring = r.nodes == study.Occurring
	// A file that declares nothing is read whatever it holds, and refused for that alone.
	p.read.Occurring = r.nodes == "" || rel == gdp.NodeUnbounded && !p.occurring
	known := r
	if rel == gdp.NodeUnbounded {
		known.nodes = "" // of a data set, too
	}
	if p.Dataset, err = a.openAs(name, known, p.read, graphs); err != nil {
		return p, err
	}
	if err := r.declared(p.Dataset, name, rel); err != nil {
		return p, err
	}
	if p.Report.Header != "" && !graphs {
		a.note("%s: header: %s", name, p.Report.Header)
	}
	return p, nil
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
	for i, class := range names {
		if class == "" || slices.Contains(names[:i], class) {
			return usageError{fmt.Errorf("--classes %s: class %d is empty or repeated", r.classes, i+1)}
		}
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
