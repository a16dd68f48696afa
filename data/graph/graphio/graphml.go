package graphio

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
)

// readGraphML reads a GraphML document with one graph. A node attribute named
// "class" becomes the label (classes of text in ascending order), an edge
// attribute named "weight" is checked and counted; others are counted.
func readGraphML(r *bufio.Reader, file string, o Options) (*graph.Network, graph.Report, error) {
	d := &graphMLReader{xml: xml.NewDecoder(r), options: o, keys: map[string]graphMLKey{}}
	if o.Latin1 { // what comes is UTF-8 by now, whatever the document says
		d.xml.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	}
	w, report, err := d.document()
	if err == nil {
		return w, report, nil
	}
	line := d.line()
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		line, err = syntax.Line, errors.New("not well-formed XML: "+syntax.Msg)
	}
	return nil, graph.Report{}, at(file, line, nil, truncated(err))
}

type graphMLKey struct{ owner, name, kind string } // for, attr.name, attr.type

// number reports whether values are integers.
func (k graphMLKey) number() bool { return k.kind == "int" || k.kind == "long" }

type graphMLReader struct {
	assembly
	xml     *xml.Decoder
	options Options
	keys    map[string]graphMLKey
	graphs  int
}

func (d *graphMLReader) document() (*graph.Network, graph.Report, error) {
	root, err := d.start()
	if err != nil {
		return nil, graph.Report{}, err
	}
	if root == nil || root.Name.Local != "graphml" {
		return nil, graph.Report{}, errors.New("the root element must be graphml")
	}
	err = d.children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "key":
			key := graphMLKey{attr(e, "for"), attr(e, "attr.name"), attr(e, "attr.type")}
			if d.keys[attr(e, "id")] = key; key.name == "class" && key.owner != "edge" && d.graphs == 0 {
				d.labelled, d.numbers = true, key.number()
			}
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
	return d.network(d.options)
}

// start returns the next start element; nil at the end of the enclosing one.
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

func (d *graphMLReader) line() int {
	line, _ := d.xml.InputPos()
	return line
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
		u, err := d.declare(attr(e, "id"), d.line())
		if err != nil {
			return err
		}
		return d.data("node", func(key graphMLKey, text string) error {
			if key.name == "class" {
				return d.class(u, text)
			}
			d.attributes++
			return nil
		})
	case "edge":
		if err := d.edge(attr(e, "source"), attr(e, "target"), d.line()); err != nil {
			return err
		}
		if own := attr(e, "directed"); own != "" && (own == "true") != d.directed && d.options.Direction == AsWritten {
			return errors.New("the direction of the edge differs from that of the graph: such a graph is read as directed or as undirected")
		}
		return d.data("edge", func(key graphMLKey, text string) error {
			if key.name == "weight" {
				return d.weight(text)
			}
			d.attributes++
			return nil
		})
	case "data":
		if key := d.keys[attr(e, "key")]; key.name == readOffName && key.owner == "graph" {
			var text string
			if err := d.xml.DecodeElement(&text, &e); err != nil {
				return err
			}
			d.readOff = d.readOff.Or(readOffIn(strings.Fields(text)))
			return nil
		}
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
