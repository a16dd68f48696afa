package graphio

import (
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/gdp/graph"
)

// readGraphML reads a GraphML document with one graph. Nodes are numbered in
// the order in which they appear. A node attribute named "class" becomes the
// label (classes of text in ascending order), an edge attribute named "weight"
// is checked and counted; others are not looked at.
func readGraphML(r io.Reader, file string, o Options) (*graph.Network, graph.Report, error) {
	d := &graphMLReader{xml: xml.NewDecoder(r), options: o, index: map[string]int32{}, keys: map[string]graphMLKey{}}
	w, report, err := d.document()
	if err == nil {
		return w, report, nil
	}
	line, _ := d.xml.InputPos()
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		line, err = syntax.Line, errors.New("not well-formed XML: "+syntax.Msg)
	}
	return nil, graph.Report{}, at(file, line, nil, truncated(err))
}

type graphMLKey struct{ owner, name, kind string } // for, attr.name, attr.type

type graphMLReader struct {
	xml      *xml.Decoder
	options  Options
	keys     map[string]graphMLKey
	graphs   int
	directed bool
	index    map[string]int32 // node by id
	names    []string         // id by node
	declared []bool           // node by node: has it an element
	first    []int            // line where each node was first named
	edges    []graph.Edge
	classes  map[int32]string // node to class
	numbers  bool             // classes are integers
	weights  int
}

func (d *graphMLReader) document() (*graph.Network, graph.Report, error) {
	root, err := d.start()
	if err != nil {
		return nil, graph.Report{}, err
	}
	if root == nil || root.Name.Local != "graphml" {
		return nil, graph.Report{}, errors.New("want the element graphml")
	}
	err = d.children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "key":
			d.keys[attr(e, "id")] = graphMLKey{attr(e, "for"), attr(e, "attr.name"), attr(e, "attr.type")}
		case "graph":
			if d.graphs++; d.graphs > 1 {
				return errors.New("more than one graph")
			}
			d.directed = attr(e, "edgedefault") == "directed"
			return d.children(d.inGraph)
		}
		return d.xml.Skip()
	})
	if err != nil {
		return nil, graph.Report{}, err
	}
	if d.graphs == 0 {
		return nil, graph.Report{}, errors.New("no graph")
	}
	if u := slices.Index(d.declared, false); u >= 0 {
		return nil, graph.Report{}, &Error{Line: d.first[u], Text: quote(d.names[u]), Reason: "edge of a node that is not in the graph"}
	}

	w := new(graph.Network)
	var report graph.Report
	if w.Graph, report, err = graph.FromEdges(len(d.names), d.edges, graph.Options{Directed: d.options.Direction.directed(d.directed)}); err != nil {
		return nil, report, err
	}
	report.WeightsDropped = d.weights
	if w.IDs, err = idsOf(d.names); err != nil {
		return nil, report, err
	}
	d.labels(w)
	return w, report, w.Check()
}

// start is the next start element; nil at the end of the enclosing one.
func (d *graphMLReader) start() (*xml.StartElement, error) {
	for {
		token, err := d.xml.Token()
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			return &token, nil
		case xml.EndElement:
			return nil, nil
		}
	}
}

// children calls f with each child element of the current one; f reads it to its end.
func (d *graphMLReader) children(f func(xml.StartElement) error) error {
	for {
		e, err := d.start()
		if err != nil || e == nil {
			return err
		}
		if err := f(*e); err != nil {
			return err
		}
	}
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (d *graphMLReader) inGraph(e xml.StartElement) error {
	switch e.Name.Local {
	case "node":
		u, err := d.node(attr(e, "id"))
		if err != nil {
			return err
		}
		if d.declared[u] {
			return &Error{Text: quote(d.names[u]), Reason: "two nodes with one id"}
		}
		d.declared[u] = true
		return d.data("node", func(key graphMLKey, text string) error {
			if key.name == "class" {
				return d.class(u, key, text)
			}
			return nil
		})
	case "edge":
		u, err := d.node(attr(e, "source"))
		if err != nil {
			return err
		}
		v, err := d.node(attr(e, "target"))
		if err != nil {
			return err
		}
		if own := attr(e, "directed"); own != "" && (own == "true") != d.directed && d.options.Direction == AsWritten {
			return errors.New("edge whose direction is not that of the graph; read with Options.Direction")
		}
		d.edges = append(d.edges, graph.Edge{U: u, V: v})
		return d.data("edge", func(key graphMLKey, text string) error {
			if key.name != "weight" {
				return nil
			}
			x, err := weight([]byte(strings.TrimSpace(text)))
			if err != nil {
				return &Error{Text: quote(text), Reason: err.Error()}
			}
			if x != 1 {
				d.weights++
			}
			return nil
		})
	case "hyperedge":
		return errors.New("hyperedges are not supported")
	}
	return d.xml.Skip()
}

// data calls f with the data elements of a node or edge.
func (d *graphMLReader) data(owner string, f func(key graphMLKey, text string) error) error {
	return d.children(func(e xml.StartElement) error {
		if e.Name.Local == "graph" {
			return errors.New("graphs within nodes are not supported")
		}
		if e.Name.Local != "data" {
			return d.xml.Skip()
		}
		key, known := d.keys[attr(e, "key")]
		if !known || key.owner != owner && key.owner != "all" {
			return &Error{Text: quote(attr(e, "key")), Reason: "data without a key for " + owner}
		}
		var text string
		if err := d.xml.DecodeElement(&text, &e); err != nil {
			return err
		}
		return f(key, text)
	})
}

// node is the number of the node with this id, a new one if need be.
func (d *graphMLReader) node(id string) (int32, error) {
	if id == "" {
		return 0, errors.New("node without an id, or edge without a source or target")
	}
	u, ok := d.index[id]
	if !ok {
		u = int32(len(d.names))
		line, _ := d.xml.InputPos()
		d.index[id] = u
		d.names = append(d.names, id)
		d.declared = append(d.declared, false)
		d.first = append(d.first, line)
	}
	return u, nil
}

// idsOf makes ids of names: integers if all are, and none if node u is known as u.
func idsOf(names []string) (*graph.IDs, error) {
	ints := make([]int64, len(names))
	same := true
	for u, name := range names {
		x, err := strconv.ParseInt(name, 10, 64)
		if err != nil || x < 0 || strconv.FormatInt(x, 10) != name {
			return graph.StringIDs(names)
		}
		ints[u] = x
		same = same && x == int64(u)
	}
	if same {
		return nil, nil
	}
	return graph.IntIDs(ints)
}

// class notes the class of a node: a number when its key says that it is one.
func (d *graphMLReader) class(u int32, key graphMLKey, text string) error {
	if d.classes == nil {
		d.classes = map[int32]string{}
		d.numbers = key.kind == "int" || key.kind == "long"
	}
	if d.numbers {
		text = strings.TrimSpace(text)
		if x, err := strconv.ParseInt(text, 10, 32); err != nil || x < 0 {
			return &Error{Text: quote(text), Reason: "class that is not an integer of 0 or more"}
		}
	}
	d.classes[u] = text
	return nil
}

// labels turns classes into labels: numbers as they are, others by their rank.
func (d *graphMLReader) labels(w *graph.Network) {
	if d.classes == nil {
		return
	}
	if !d.numbers {
		w.Classes = slices.Compact(slices.Sorted(maps.Values(d.classes)))
	}
	w.Labels = make([]int32, len(d.names))
	for u := range w.Labels {
		class, ok := d.classes[int32(u)]
		var label int
		switch {
		case !ok:
			label = graph.Unlabeled
		case d.numbers:
			label, _ = strconv.Atoi(class) // d.class checked it
		default:
			label, _ = slices.BinarySearch(w.Classes, class)
		}
		w.Labels[u] = int32(label)
	}
}
