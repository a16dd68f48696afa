package app

import (
	"errors"
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/spf13/cobra"
)

// reading is how files are to be read.
type reading struct {
	format, header string
	latin1         bool
	nodes, classes string
	holds          func(nodes, edges int) int64 // bytes that are held beside the graph, at least; nil for none
	instead        string                       // what needs less
}

// flags adds the flags of the commands that read graphs.
func (r *reading) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&r.format, "format", "", "format of the file, by `extension`, such as csv or npz (default: detected)")
	f.StringVar(&r.header, "header", "auto", "the first line of an edge list names its columns: auto, no or yes")
	f.BoolVar(&r.latin1, "latin1", false, "the file is Latin-1 text, not UTF-8")
	f.StringVar(&r.nodes, "nodes", "", "declared nodes: `N` for the ids 0 … N-1, a file with one id per line, or occurring (default: as the file declares)")
	f.StringVar(&r.classes, "classes", "", "declared classes: `A,B,...`, or none (default: as the file declares)")
	reads.flag(c, "nodes")
	complete(c, "format", func() []string {
		list := graphio.Extensions()
		for i, extension := range list {
			list[i] = strings.TrimPrefix(extension, ".")
		}
		return list
	})
	complete(c, "header", func() []string { return headers })
	register(c, "nodes", func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return beginning(begun, []string{study.Occurring}), cobra.ShellCompDirectiveDefault // and files
	})
}

var headers = []string{"auto", "no", "yes"} // by [graphio.Header]

// options are the flags as options of package graphio.
func (r reading) options(a *app, direction graphio.Direction) (o graphio.Options, err error) {
	o = graphio.Options{Direction: direction, Latin1: r.latin1}
	if err := r.declare(a, &o); err != nil {
		return o, err
	}
	if r.format != "" {
		if o.Format, err = graphio.FormatNamed(r.format); err != nil {
			return o, usageError{fmt.Errorf("--format: %w", err)}
		}
	}
	i, err := oneOf("header", r.header, headers)
	o.Header = graphio.Header(i)
	return o, err
}

// changed reports whether a file is to be read in another way than by itself.
func (r reading) changed() bool {
	return r.format != "" || r.header != headers[0] || r.latin1 || r.nodes != "" || r.classes != ""
}

// open reads a file or folder, standard input for "-", or the data set of that name.
func (a *app) open(name string, r reading, direction graphio.Direction) (*data.Dataset, error) {
	o, err := r.options(a, direction)
	if err != nil {
		return nil, err
	}
	return a.openAs(name, r, o, false)
}

// openAs is [app.open] with the options of the reader; a folder is a collection whatever it holds,
// if that is asked for.
func (a *app) openAs(name string, r reading, o graphio.Options, collection bool) (d *data.Dataset, err error) {
	a.meter.tell("reading "+name, 0)
	if name != "-" {
		if err := a.fits(name, r); err != nil {
			return nil, err
		}
		open := data.Open
		if collection {
			open = data.OpenCollection
		}
		d, err = await(a, "reading "+name, func() (*data.Dataset, error) { return open(name, o) })
		switch {
		case errors.Is(err, data.ErrUnknown):
			err = usageError{err}
		case o.Occurring && !collection && errors.Is(err, graphio.ErrSparse): // with more edges, [reading.declared] would refuse it
			err = usageError{fmt.Errorf("%s declares no nodes, or a number that does not fit its edges: %w", name, err)}
		case err == nil && d.Entry.Name != "" && r.changed():
			err = usageError{fmt.Errorf("%s is a data set; leave out --format, --header, --latin1, --nodes and --classes, which describe files", name)}
		}
	} else {
		d, err = await(a, "reading standard input", func() (*data.Dataset, error) {
			net, report, err := graphio.ReadFrom(a.in, "standard input", o)
			if err != nil {
				return nil, err
			}
			return &data.Dataset{Network: *net, Report: report}, nil
		})
	}
	if err == nil {
		err = r.classified(d)
	}
	if err != nil {
		return nil, err
	}
	r.markReadOff(d)
	return d, nil
}

// read is [app.open] of a graph to compute with: what a file holds and a graph does not is
// noted.
func (a *app) read(name string, r reading) (*data.Dataset, error) {
	o, err := r.options(a, graphio.Undirected)
	if err != nil {
		return nil, err
	}
	return a.readAs(name, r, o)
}

// readAs is [app.read] with the options of the reader.
func (a *app) readAs(name string, r reading, o graphio.Options) (*data.Dataset, error) {
	d, err := a.openAs(name, r, o, false)
	if err == nil && d.Entry.Name == "" && d.Report != (graph.Report{}) {
		a.note("%s: %v", name, d.Report)
	}
	return d, err
}

// inFlags is a text that speaks of flags where packages speak of their options.
var inFlags = strings.NewReplacer(
	"Options.Header = NoHeader or OneHeader", "--header no or yes", "Options.Header = OneHeader", "--header yes", "Options.Header = NoHeader", "--header no",
	"set Options.Format", "set --format", "Options.Latin1", "--latin1", "Options.NodeIDs", "--nodes", "Options.Nodes", "--nodes",
	"; read with Options.Direction", "", ", and NAME/ for a TU folder", "", " (Session.Reserve)", "",
	"keep to that, or give another name", "keep to that, or pay for another release by --draw 2", "it needs a δ above 0", "give a --delta above 0, such as 1e-5",
)

// single refuses a collection of graphs.
func single(d *data.Dataset, name, command string) error {
	if d.Collection == nil {
		return nil
	}
	return fmt.Errorf("%s is a collection of %d graphs; %s needs a single graph", name, len(d.Collection.Graphs), command)
}
