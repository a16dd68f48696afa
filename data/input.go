package data

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/nearest"
)

// MostNodes is the largest number of nodes that an [Input] can declare by number: above it,
// isolated nodes alone would need gigabytes.
const MostNodes = 1 << 26

// NoClasses as the classes of an [Input] drops all labels.
const NoClasses = "none"

// Headers lists the values of Input.Header, in the order of [graphio.Header].
var Headers = []string{"auto", "no", "yes"}

// Input is a graph to open: a data set, or a file with its curator's declarations. Empty fields
// leave the decision to the file.
type Input struct {
	Name      string          // of a file, a folder or a data set; "-" reads In
	In        io.Reader       // for the name "-"
	Nodes     string          // N for the ids 0 … N-1, a file with one id per line, or [graph.Occurring]
	Classes   string          // A,B,…, or [NoClasses]
	Format    string          // by the extension of its files
	Header    string          // one of Headers
	Columns   string          // id columns of an edge list or a table of edges: SOURCE,TARGET, names or numbers from 1
	Separator string          // of an edge list, by [graphio.SeparatorNamed]
	Latin1    bool            // text is Latin-1, not UTF-8
	Features  string          // table that declares the nodes, with their features and classes
	Table     graphio.Columns // description of its columns
	table     *graphio.Table  // its content
}

// InputError is an invalid field of an [Input], whatever its file contains.
type InputError struct {
	Field, Value string // the field's name in lower case; empty if Value is the input's name
	Err          error
}

func (e *InputError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("data: %s %v", e.Value, e.Err)
	}
	return fmt.Sprintf("data: %s=%s: %v", e.Field, e.Value, e.Err)
}

// Unwrap returns the reason.
func (e *InputError) Unwrap() error { return e.Err }

// Open reads the input.
func (in Input) Open(direction graphio.Direction) (*Dataset, error) {
	o, err := in.options(direction)
	if err != nil {
		return nil, err
	}
	return in.read(o, false, in.Nodes != "")
}

// Private is an input opened for a session.
type Private struct {
	*Dataset                   // with the declared nodes in their positions
	Read        *graph.Network // a single graph as read, with the nodes of the universe that occur
	Universe    int            // number of possible nodes; 0 without a universe
	UniverseIDs *graph.IDs     // their ids; nil for 0, 1, …
}

// OpenPrivate reads the input for a session. It returns no error that depends on edges: the session
// checks whether nodes are declared. If universe is true, Nodes declares the possible ids, and
// which of them occur is private. If graphs is true, the input is a collection, even if it holds
// one graph or none.
func (in Input) OpenPrivate(universe, graphs bool) (p Private, err error) {
	o, err := in.options(graphio.Undirected)
	if err != nil {
		return p, err
	}
	universe = universe && in.Nodes != graph.Occurring
	o.Occurring = in.Nodes == "" && in.table == nil || universe
	if p.Dataset, err = in.read(o, graphs, in.Nodes != "" && !universe); err != nil {
		return p, err
	}
	read := p.Network
	p.Read = &read
	if !universe || p.Collection != nil {
		return p, nil
	}
	if p.Universe, p.UniverseIDs = o.Nodes, o.NodeIDs; p.UniverseIDs != nil {
		p.Universe = p.UniverseIDs.Len()
	}
	wide, _, err := p.Spread(p.Universe, p.UniverseIDs)
	if err != nil {
		return p, fmt.Errorf("data: nodes=%s: %w", in.Nodes, err)
	}
	p.Network = *wide
	return p, nil
}

// read reads the input with the options of a reader. nodes reports whether Nodes would redeclare
// the nodes of a data set.
func (in Input) read(o graphio.Options, graphs, nodes bool) (d *Dataset, err error) {
	switch {
	case in.Name == "-":
		net, report, err := graphio.ReadFrom(in.In, "standard input", o)
		if err != nil {
			return nil, err
		}
		d = &Dataset{Network: *net, Report: report}
	case graphs:
		d, err = OpenCollection(in.Name, o)
	default:
		d, err = Open(in.Name, o)
	}
	switch {
	case o.Occurring && !graphs && errors.Is(err, graphio.ErrSparse): // with more edges, the session would refuse it
		return nil, &InputError{"", in.Name, fmt.Errorf("declares no nodes, or an implausible number of them: %w", err)}
	case err != nil:
		return nil, err
	case d.Entry.Name != "" && (nodes || in.Features != "" || in.Classes != "" || in.Format != "" || in.Latin1 || in.Columns != "" || in.Separator != "" || in.Header != "" && in.Header != Headers[0]):
		return nil, &InputError{"", in.Name, errors.New("is a data set, which needs no options of files: remove format, header, columns, separator, latin1, nodes, features and classes")}
	}
	if in.Nodes == graph.Occurring { // whatever the file declares: its writer may have inferred it
		for _, w := range d.Graphs().Graphs {
			w.ReadOff.Nodes = true
		}
	}
	if err := in.join(d); err != nil {
		return nil, err
	}
	return d, in.name(d)
}

// join adds the features and labels of the table to the nodes.
func (in Input) join(d *Dataset) error {
	switch {
	case in.table == nil:
		return nil
	case d.Collection != nil:
		return &InputError{"features", in.Features, errors.New("a table describes the nodes of one graph, but the input is a collection")}
	case d.Attrs != nil || d.Labels != nil:
		return &InputError{"features", in.Features, fmt.Errorf("%s already has features or labels", in.Name)}
	}
	d.Attrs, d.Labels, d.Classes = in.table.Attrs, in.table.Labels, in.table.Classes
	d.ReadOff.Classes = d.Labels != nil
	return nil
}

// options returns the reader options of the input's fields.
func (in *Input) options(direction graphio.Direction) (o graphio.Options, err error) {
	o = graphio.Options{Direction: direction, Latin1: in.Latin1}
	if in.Format != "" {
		if o.Format, err = graphio.FormatNamed(in.Format); err != nil {
			return o, &InputError{"format", in.Format, err}
		}
	}
	i := slices.Index(Headers, in.Header)
	if i < 0 && in.Header != "" {
		return o, &InputError{"header", in.Header, errors.New(nearest.Hint(in.Header, Headers))}
	}
	o.Header = graphio.Header(max(i, 0))
	if in.Columns != "" {
		list, err := csv.NewReader(strings.NewReader(in.Columns)).Read()
		if err != nil || len(list) != 2 || list[0] == "" || list[1] == "" || list[0] == list[1] {
			return o, &InputError{"columns", in.Columns, errors.New("must be two names or numbers of columns, such as source,target or 2,3")}
		}
		o.Columns = [2]string(list)
	}
	if in.Separator != "" {
		if o.Separator, err = graphio.SeparatorNamed(in.Separator); err != nil {
			return o, &InputError{"separator", in.Separator, err}
		}
	}
	switch {
	case in.Features != "" && in.Nodes != "":
		return o, &InputError{"nodes", in.Nodes, errors.New("the table of features also declares the nodes: remove one of the two")}
	case in.Features == "" && !in.Table.Empty():
		return o, &InputError{"", in.Name, errors.New("has no table of nodes: id, label, use and missing need the option features")}
	case in.Features != "":
		if in.table, err = graphio.ReadTable(in.Features, o, in.Table); err != nil {
			return o, err
		}
		o.NodeIDs = in.table.IDs
		return o, nil
	case in.Nodes == "" || in.Nodes == graph.Occurring:
		return o, nil
	}
	if n, err := strconv.Atoi(in.Nodes); err == nil {
		if n < 1 || n > MostNodes {
			return o, &InputError{"nodes", in.Nodes, fmt.Errorf("must be from 1 to %d", MostNodes)}
		}
		o.Nodes = n
		return o, nil
	}
	o.NodeIDs, err = graphio.ReadNodes(in.Nodes, o)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return o, &InputError{"nodes", in.Nodes, fmt.Errorf("neither a file nor a number: give N for the ids 0 … N-1, a file with one id per line, or %s", graph.Occurring)}
	case err != nil:
		return o, fmt.Errorf("data: nodes=%s: %w", in.Nodes, err)
	}
	return o, nil
}

// name declares the classes of nodes.
func (in Input) name(d *Dataset) error {
	if in.Classes == "" {
		return nil
	}
	var names []string
	if in.Classes != NoClasses {
		names = strings.Split(in.Classes, ",")
	}
	for i, class := range names {
		if class == "" || slices.Contains(names[:i], class) {
			return &InputError{"classes", in.Classes, fmt.Errorf("class %d is empty or repeated", i+1)}
		}
	}
	for _, w := range d.Graphs().Graphs {
		named, err := w.WithClasses(names...)
		if err != nil {
			return fmt.Errorf("data: classes=%s: %w", in.Classes, err)
		}
		*w = *named
	}
	return nil
}
