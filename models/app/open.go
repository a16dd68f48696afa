package app

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/spf13/cobra"
)

// reading holds the flags that declare how to read a file.
type reading struct{ data.Input }

// flags adds the flags of the commands that read graphs.
func (r *reading) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&r.Format, "format", "", "format of the file, by `extension`, such as csv or npz (default: detected)")
	f.StringVar(&r.Header, "header", data.Headers[0], "the first line of an edge list names its columns: auto, no or yes")
	f.StringVar(&r.Columns, "columns", "", "columns of the two ids: `SOURCE,TARGET`, by name or by number from 1 (default: by known names, else 1,2)")
	f.StringVar(&r.Separator, "separator", "", "what separates fields: "+strings.Join(graphio.Separators(), ", ")+" (default: detected)")
	f.BoolVar(&r.Latin1, "latin1", false, "the file is Latin-1 text, not UTF-8")
	f.StringVar(&r.Nodes, "nodes", "", "declared nodes: `N` for the ids 0 … N-1, a file with one id per line, or occurring (default: as the file declares)")
	f.StringVar(&r.Classes, "classes", "", "declared classes: `A,B,...`, or none (default: as the file declares)")
	f.StringVar(&r.Features, "features", "", "table of the nodes, which it declares, with their features: `FILE` of CSV with a row of names")
	f.StringVar(&r.Table.ID, "id", "", "`COLUMN` of the ids in the table of --features (default: its first)")
	f.StringVar(&r.Table.Label, "label", "", "`COLUMN` of the labels in the table of --features")
	f.StringArrayVar(&r.Table.Features, "use", nil, "column of the table that is a feature: `NAME` of numbers, or NAME=A,B,... of words (repeatable; default: all, of numbers)")
	f.StringSliceVar(&r.Table.Missing, "missing", nil, "`CELLS` of the table without a value, such as empty,NA; they count as 0 or as no label")
	reads.flag(c, "nodes")
	reads.flag(c, "features")
	complete(c, "format", func() []string {
		list := graphio.Extensions()
		for i, extension := range list {
			list[i] = strings.TrimPrefix(extension, ".")
		}
		return list
	})
	complete(c, "separator", graphio.Separators)
	complete(c, "header", func() []string { return data.Headers })
	register(c, "nodes", func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return beginning(begun, []string{graph.Occurring}), cobra.ShellCompDirectiveDefault // and files
	})
}

// open reads a file or folder, standard input for "-", or the data set of that name.
func (a *app) open(name string, r reading, direction graphio.Direction) (*data.Dataset, error) {
	return opened(a, name, r, func(in data.Input) (*data.Dataset, error) { return in.Open(direction) })
}

// read is [app.open] for a graph to compute with. It notes data of the file that the graph lacks.
func (a *app) read(name string, r reading) (*data.Dataset, error) {
	d, err := a.open(name, r, graphio.Undirected)
	if err == nil {
		a.noteReport(name, d)
	}
	return d, err
}

// noteReport notes data of a file that the graph lacks.
func (a *app) noteReport(name string, d *data.Dataset) {
	if d.Entry.Name == "" && d.Report != (graph.Report{}) {
		a.note("%s: %v", name, d.Report)
	}
}

// single refuses a collection of graphs.
func single(d *data.Dataset, name, command string) error {
	if d.Collection == nil {
		return nil
	}
	return fmt.Errorf("%s is a collection of %d graphs; %s needs a single graph", name, len(d.Collection.Graphs), command)
}

// private is a graph for sessions under a relation.
type private struct {
	data.Private
	nodes    string // as declared
	relation gdp.Relation
}

// openPrivate opens a graph for sessions. Facts that come from edges are neither treated as public
// nor noted.
func (a *app) openPrivate(name string, r reading, rel gdp.Relation) (private, error) {
	p := private{nodes: r.Nodes, relation: rel}
	switch {
	case rel.OfGraphs() && r.Nodes != "":
		return p, usagef("--nodes %s: under the relation %v the nodes are private; leave it out", r.Nodes, rel)
	case rel.OfGraphs() && r.Classes != "":
		return p, usagef("--classes %s: under the relation %v the labels are private; leave it out", r.Classes, rel)
	case rel.OfGraphs() && r.Features != "":
		return p, usagef("--features %s: under the relation %v the nodes are private; leave it out", r.Features, rel)
	case rel == gdp.NodeUnbounded && r.Features != "":
		return p, usagef("--features %s: under node-unbounded, which nodes there are is private; give a graph file with features, and --nodes", r.Features)
	case rel == gdp.NodeUnbounded && r.Nodes == "":
		return p, usagef("node-unbounded needs --nodes: the number of possible ids, a file of them, or %s", graph.Occurring)
	}
	var err error
	p.Private, err = opened(a, name, r, func(in data.Input) (data.Private, error) {
		return in.OpenPrivate(rel == gdp.NodeUnbounded, rel.OfGraphs())
	})
	if err != nil {
		return p, err
	}
	if err := method.Declared(name, r.Nodes, rel, p.Graphs()); err != nil {
		return p, usageError{err}
	}
	if said := p.Report.Dialect(); said != "" && !rel.OfGraphs() {
		a.note("%s: %s", name, said)
	}
	return p, nil
}

// protect opens a session.
func (p private) protect(b gdp.Budget, options ...gdp.Option) (*gdp.Session, error) {
	if p.Collection != nil {
		return gdp.ProtectCollection(p.Collection, p.relation, b, append(options, method.DeclaredNodes(p.relation, p.nodes, 0, nil)...)...)
	}
	return gdp.Protect(p.Read, p.relation, b, append(options, method.DeclaredNodes(p.relation, p.nodes, p.Universe, p.UniverseIDs)...)...)
}

// opened opens a graph by do. An error in a declaration names its flag.
func opened[T any](a *app, name string, r reading, do func(data.Input) (T, error)) (T, error) {
	var none T
	a.meter.tell("reading "+name, 0)
	if err := a.fits(name, "", nil); err != nil {
		return none, err
	}
	in, doing := r.Input, "reading "+name
	in.Name, in.In = name, a.in
	if r.Nodes != "" {
		doing += " with the nodes " + r.Nodes
	}
	if r.Features != "" {
		doing += " with the features " + r.Features
	}
	got, err := await(a, doing, func() (T, error) { return do(in) })
	var wrong *data.InputError
	switch {
	case errors.As(err, &wrong) && wrong.Field != "":
		err = usagef("--%s %s: %w", wrong.Field, wrong.Value, wrong.Err)
	case errors.As(err, &wrong):
		err = usagef("%s %w", wrong.Value, wrong.Err)
	case errors.Is(err, data.ErrUnknown):
		err = usageError{err}
	}
	return got, err
}

// fits refuses a graph that needs more memory than available, by the header of its file, before the
// graph is read and anything is spent. A run needs additional memory that depends on the method and
// its configuration.
func (a *app) fits(name, of string, config any) error {
	if a.memory == nil || name == "-" {
		return nil
	}
	nodes, edges, ok := graphio.Size(name)
	have := a.memory()
	if !ok || have == 0 {
		return nil
	}
	need := 16*int64(nodes) + 8*int64(edges) // its rows, and their validation
	advice := "it needs a machine with more"
	if config != nil {
		need += method.Holds(config, nodes, edges)
		advice += ", or use a mode or settings that need less memory: gdp methods " + of
	}
	if need <= have {
		return nil
	}
	return fmt.Errorf("%s has %d nodes and at least %d edges: %.1f GB of memory available, at least %.1f GB needed; %s", name, nodes, edges, float64(have)/1e9, float64(need)/1e9, advice)
}

// available returns the memory that a program can use, in bytes, from Linux's limits of the machine
// and of the process group; 0 if unknown.
func available() (bytes int64) {
	if text, err := file.Read("/proc/meminfo"); err == nil {
		_, rest, _ := strings.Cut(string(text), "MemAvailable:")
		number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if kb, err := strconv.ParseInt(number, 10, 64); err == nil {
			bytes = kb << 10
		}
	}
	if text, err := file.Read("/sys/fs/cgroup/memory.max"); err == nil {
		if most, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && bytes > 0 {
			bytes = min(bytes, most)
		}
	}
	return bytes
}
