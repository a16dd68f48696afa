package graphio

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/graph"
)

// graphMLDocument is the parsed part of a GraphML document.
type graphMLDocument struct {
	XMLName xml.Name
	Keys    []graphMLKey   `xml:"key"`
	Graphs  []graphMLGraph `xml:"graph"`

	keys       map[string]graphMLKey
	weights    int // weights other than 1
	attributes int // dropped
}

type graphMLKey struct {
	ID    string `xml:"id,attr"`
	Owner string `xml:"for,attr"`
	Name  string `xml:"attr.name,attr"`
	Kind  string `xml:"attr.type,attr"`
}

type graphMLGraph struct {
	Default    string        `xml:"edgedefault,attr"`
	Data       []graphMLData `xml:"data"`
	Nodes      []graphMLNode `xml:"node"`
	Edges      []graphMLEdge `xml:"edge"`
	Hyperedges []struct{}    `xml:"hyperedge"`
}

type graphMLNode struct {
	ID     string        `xml:"id,attr"`
	Data   []graphMLData `xml:"data"`
	Graphs []struct{}    `xml:"graph"`
}

type graphMLEdge struct {
	Source   string        `xml:"source,attr"`
	Target   string        `xml:"target,attr"`
	Directed string        `xml:"directed,attr"`
	Data     []graphMLData `xml:"data"`
}

type graphMLData struct {
	Key  string `xml:"key,attr"`
	Text string `xml:",chardata"`
}

// readGraphML reads a GraphML document with one graph. A node attribute "class" becomes the label
// (text classes in ascending order); an edge attribute "weight" is checked and counted; others are
// counted.
func readGraphML(r *bufio.Reader, file string, o Options) (*graph.Network, graph.Report, error) {
	decoder := xml.NewDecoder(r)
	if o.Latin1 { // the text has been converted to UTF-8, whatever the document declares
		decoder.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	}
	var d graphMLDocument
	if err := decoder.Decode(&d); err != nil {
		line, _ := decoder.InputPos()
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			line, err = syntax.Line, errors.New("not well-formed XML: "+syntax.Msg)
		}
		return nil, graph.Report{}, at(file, line, nil, truncated(err))
	}
	w, report, err := d.network(o)
	if err != nil {
		return nil, graph.Report{}, at(file, 0, nil, err)
	}
	return w, report, nil
}

func (d *graphMLDocument) network(o Options) (w *graph.Network, report graph.Report, err error) {
	switch {
	case d.XMLName.Local != "graphml":
		return nil, report, errors.New("the root element must be graphml")
	case len(d.Graphs) == 0:
		return nil, report, errors.New("no graph")
	case len(d.Graphs) > 1:
		return nil, report, errors.New("more than one graph")
	case len(d.Graphs[0].Hyperedges) > 0:
		return nil, report, errors.New("hyperedges are not supported")
	}
	g := d.Graphs[0]
	d.keys = map[string]graphMLKey{}
	for _, key := range d.Keys {
		d.keys[key.ID] = key
	}
	names, classes, err := d.nodes(g.Nodes)
	if err != nil {
		return nil, report, err
	}
	edges, err := d.edges(g, names, o)
	if err != nil {
		return nil, report, err
	}
	w = new(graph.Network)
	if w.Graph, report, err = graph.FromEdges(len(names), edges, graph.Options{Directed: o.Direction.directed(g.Default == "directed")}); err != nil {
		return nil, report, err
	}
	report.WeightsDropped, report.AttributesDropped = d.weights, d.attributes
	if w.IDs, err = idsOf(names); err != nil {
		return nil, report, err
	}
	for _, data := range g.Data {
		if key := d.keys[data.Key]; key.Name == readOffName && key.Owner == "graph" {
			w.ReadOff = w.ReadOff.Or(readOffIn(strings.Fields(data.Text)))
		}
	}
	if err := d.labels(w, classes); err != nil {
		return nil, report, err
	}
	return w, report, w.Check()
}

// nodes returns the ids of the nodes, and the classes of those with one.
func (d *graphMLDocument) nodes(list []graphMLNode) (names []string, classes map[int32]string, err error) {
	seen := map[string]bool{}
	classes = map[int32]string{}
	for u, node := range list {
		switch {
		case node.ID == "":
			return nil, nil, fmt.Errorf("node %d has no id: add the attribute", u+1)
		case seen[node.ID]:
			return nil, nil, &Error{Text: quote(node.ID), Reason: "two nodes have the same id"}
		case len(node.Graphs) > 0:
			return nil, nil, &Error{Text: quote(node.ID), Reason: "graphs within nodes are not supported"}
		}
		seen[node.ID] = true
		names = append(names, node.ID)
		for _, data := range node.Data {
			switch key, err := d.key(data, "node"); {
			case err != nil:
				return nil, nil, err
			case key.Name == "class":
				classes[int32(u)] = data.Text
			default:
				d.attributes++
			}
		}
	}
	return names, classes, nil
}

// key returns the key of a data element of a node or an edge.
func (d *graphMLDocument) key(data graphMLData, owner string) (graphMLKey, error) {
	key, known := d.keys[data.Key]
	if !known || key.Owner != owner && key.Owner != "all" {
		return key, &Error{Text: quote(data.Key), Reason: "data without a declared key for " + owner}
	}
	return key, nil
}

func (d *graphMLDocument) edges(g graphMLGraph, names []string, o Options) ([]graph.Edge, error) {
	index := make(map[string]int32, len(names))
	for u, name := range names {
		index[name] = int32(u)
	}
	edges := make([]graph.Edge, len(g.Edges))
	for i, e := range g.Edges {
		for side, name := range [2]string{e.Source, e.Target} {
			u, ok := index[name]
			if name == "" {
				return nil, fmt.Errorf("edge %d has no source or target: add the attribute", i+1)
			}
			if !ok {
				return nil, &Error{Text: quote(name), Reason: "an end of the edge is not a node of the graph"}
			}
			if side == 0 {
				edges[i].U = u
			} else {
				edges[i].V = u
			}
		}
		if e.Directed != "" && (e.Directed == "true") != (g.Default == "directed") && o.Direction == AsWritten {
			return nil, &Error{Text: quote(e.Source + " " + e.Target), Reason: "the direction of the edge differs from that of the graph: such a graph is read as directed or as undirected"}
		}
		for _, data := range e.Data {
			key, err := d.key(data, "edge")
			if err != nil {
				return nil, err
			}
			if key.Name != "weight" {
				d.attributes++
				continue
			}
			x, err := weight([]byte(strings.TrimSpace(data.Text)))
			if err != nil {
				return nil, &Error{Text: quote(data.Text), Reason: err.Error()}
			}
			if x != 1 {
				d.weights++
			}
		}
	}
	return edges, nil
}

// labels turns classes into labels: numbers if their key declares so, else ranks.
func (d *graphMLDocument) labels(w *graph.Network, classes map[int32]string) error {
	i := slices.IndexFunc(d.Keys, func(key graphMLKey) bool { return key.Name == "class" && key.Owner != "edge" })
	if i < 0 {
		return nil
	}
	numbers := d.Keys[i].Kind == "int" || d.Keys[i].Kind == "long"
	w.Labels = make([]int32, w.Graph.N())
	for u := range w.Labels {
		w.Labels[u] = graph.Unlabeled
	}
	if !numbers {
		w.ReadOff.Classes = true
		if len(classes) > 0 {
			w.Classes = slices.Compact(slices.Sorted(maps.Values(classes)))
		}
	}
	for u, class := range classes {
		label, _ := slices.BinarySearch(w.Classes, class)
		if numbers {
			x, err := strconv.ParseInt(strings.TrimSpace(class), 10, 32)
			if err != nil || x < 0 {
				return &Error{Text: quote(class), Reason: "class is not an integer of at least 0"}
			}
			label = int(x)
		}
		w.Labels[u] = int32(label)
	}
	return nil
}

// writeGraphML writes nodes, edges, and labels as a node attribute "class".
func writeGraphML(out io.Writer, w *graph.Network, _ byte) error {
	if err := checkNames(w.IDs); err != nil {
		return err
	}
	bw := bufio.NewWriter(out)
	g := w.Graph
	direction := "undirected"
	if g.Directed() {
		direction = "directed"
	}
	bw.WriteString(xml.Header + `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">` + "\n")
	if w.Labels != nil {
		kind := "int"
		if w.Classes != nil {
			kind = "string"
		}
		fmt.Fprintf(bw, ` <key id="class" for="node" attr.name="class" attr.type="%s"/>`+"\n", kind)
	}
	words := readOffWords(w)
	if words != nil {
		fmt.Fprintf(bw, ` <key id="%[1]s" for="graph" attr.name="%[1]s" attr.type="string"/>`+"\n", readOffName)
	}
	fmt.Fprintf(bw, ` <graph edgedefault="%s">`+"\n", direction)
	if words != nil {
		fmt.Fprintf(bw, `  <data key="%s">%s</data>`+"\n", readOffName, strings.Join(words, " "))
	}
	for u := range int32(g.N()) {
		bw.WriteString(`  <node id="`)
		if err := escape(bw, w.IDs.Name(u)); err != nil {
			return err
		}
		class, ok := class(w, int(u))
		if !ok {
			bw.WriteString("\"/>\n")
			continue
		}
		bw.WriteString(`"><data key="class">`)
		if err := escape(bw, class); err != nil {
			return err
		}
		bw.WriteString("</data></node>\n")
	}
	for u, v := range g.Edges() {
		bw.WriteString(`  <edge source="`)
		xml.EscapeText(bw, []byte(w.IDs.Name(u)))
		bw.WriteString(`" target="`)
		xml.EscapeText(bw, []byte(w.IDs.Name(v)))
		bw.WriteString("\"/>\n")
	}
	bw.WriteString(" </graph>\n</graphml>\n")
	return bw.Flush()
}

// escape writes text, and returns an error for characters that XML cannot represent.
func escape(out io.Writer, text string) error {
	for _, r := range text {
		if r == utf8.RuneError || r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return fmt.Errorf("the text %q has a character that XML cannot hold", quote(text))
		}
	}
	return xml.EscapeText(out, []byte(text))
}
