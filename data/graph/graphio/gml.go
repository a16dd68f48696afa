package graphio

import (
	"bufio"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/graph"
)

// readGML reads a GML document with one graph. A node is called by its label,
// where every node has one and no two the same, else by its id. The key "class"
// of a node becomes its label in the network, "weight" of an edge is checked and
// counted; other keys are counted.
func readGML(r io.Reader, file string, o Options) (*graph.Network, graph.Report, error) {
	g := &gmlReader{assembly: assembly{schemaless: true}, text: bufio.NewReader(r), line: 1}
	w, report, err := g.document(o)
	if err != nil {
		return nil, graph.Report{}, at(file, g.line, nil, truncated(err))
	}
	return w, report, nil
}

type gmlReader struct {
	assembly
	text   *bufio.Reader
	line   int
	labels []string // of the nodes, "" where there is none
}

func (g *gmlReader) document(o Options) (*graph.Network, graph.Report, error) {
	graphs := 0
	err := g.pairs(true, func(key string, v gmlValue) error {
		if key != "graph" {
			return g.skip(v)
		}
		if graphs++; graphs > 1 {
			return errors.New("more than one graph")
		}
		if err := v.wantList(key); err != nil {
			return err
		}
		return g.pairs(false, g.inGraph)
	})
	if err != nil {
		return nil, graph.Report{}, err
	}
	if graphs == 0 {
		return nil, graph.Report{}, errors.New("no graph")
	}
	labelled := g.labelled()
	if !labelled {
		for _, label := range g.labels {
			g.attributes += min(1, len(label))
		}
	}
	w, report, err := g.network(o)
	if err == nil && labelled {
		w.IDs, err = idsOf(g.labels)
	}
	return w, report, err
}

// labelled reports whether labels can stand for the nodes.
func (g *gmlReader) labelled() bool {
	seen := map[string]bool{"": true}
	for _, label := range g.labels {
		if seen[label] {
			return false
		}
		seen[label] = true
	}
	return len(g.labels) > 0 && len(g.labels) == len(g.names)
}

func (g *gmlReader) inGraph(key string, v gmlValue) error {
	switch key {
	case "directed":
		if v.text != "0" && v.text != "1" {
			return &Error{Text: quote(v.text), Reason: "want directed to be 0 or 1"}
		}
		g.directed = v.text == "1"
	case readOffName:
		g.readOff = g.readOff.Or(readOffIn(strings.Fields(v.text)))
		return g.skip(v)
	case "node", "edge":
		if err := v.wantList(key); err != nil {
			return err
		}
		if key == "node" {
			return g.oneNode()
		}
		return g.oneEdge()
	default:
		return g.skip(v)
	}
	return nil
}

func (g *gmlReader) oneNode() error {
	line := g.line
	var id, label, class gmlValue
	err := g.pairs(false, func(key string, v gmlValue) error {
		switch key {
		case "id":
			return v.set(&id)
		case "label":
			return v.set(&label)
		case "class":
			return v.set(&class)
		}
		g.attributes++
		return g.skip(v)
	})
	if err != nil {
		return err
	}
	u, err := g.declare(id.text, line)
	if err != nil {
		return err
	}
	for len(g.labels) <= int(u) {
		g.labels = append(g.labels, "")
	}
	g.labels[u] = label.text
	if class.given {
		return g.class(u, class.text, !class.quoted)
	}
	return nil
}

func (g *gmlReader) oneEdge() error {
	line := g.line
	var source, target gmlValue
	err := g.pairs(false, func(key string, v gmlValue) error {
		switch key {
		case "source":
			return v.set(&source)
		case "target":
			return v.set(&target)
		case "weight":
			return g.weight(v.text)
		}
		g.attributes++
		return g.skip(v)
	})
	if err != nil {
		return err
	}
	return g.edge(source.text, target.text, line)
}

// gmlValue is a value: a number or word, a string, or the beginning of a list.
type gmlValue struct {
	text   string
	quoted bool
	list   bool // what follows are the pairs of the list, up to ]
	given  bool
}

func (v gmlValue) wantList(key string) error {
	if !v.list {
		return &Error{Text: quote(v.text), Reason: fmt.Sprintf("want %s [ … ]", key)}
	}
	return nil
}

// set keeps the value of a key that may occur once.
func (v gmlValue) set(to *gmlValue) error {
	if v.list || to.given {
		return &Error{Text: quote(v.text), Reason: "want one value of each key"}
	}
	*to = v
	to.given = true
	return nil
}

// pairs calls f with each key and value up to the end of the list; f must read a
// value that is a list. The outermost list ends with the document.
func (g *gmlReader) pairs(outermost bool, f func(key string, v gmlValue) error) error {
	for {
		key, err := g.token()
		switch {
		case err == io.EOF && outermost:
			return nil
		case err != nil:
			return err
		case key.text == "]" && !key.quoted && !outermost:
			return nil
		case key.quoted || key.list || !isKey(key.text):
			return &Error{Text: quote(key.text), Reason: "want a key"}
		}
		v, err := g.token()
		if err != nil {
			return err
		}
		if v.text == "]" && !v.quoted {
			return &Error{Text: quote(key.text), Reason: "key without a value"}
		}
		if err := f(key.text, v); err != nil {
			return err
		}
	}
}

// skip reads a list to its end.
func (g *gmlReader) skip(v gmlValue) error {
	depth := 0
	for {
		switch {
		case v.list:
			depth++
		case v.text == "]" && !v.quoted:
			depth--
		}
		if depth == 0 {
			return nil
		}
		var err error
		if v, err = g.token(); err != nil {
			return err
		}
	}
}

func isKey(text string) bool {
	for i, c := range []byte(text) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// token returns the next word, number, string or bracket. Comments, lines that begin
// with #, are skipped.
func (g *gmlReader) token() (gmlValue, error) {
	for {
		c, err := g.text.ReadByte()
		switch {
		case err != nil:
			return gmlValue{}, err
		case c == '\n':
			g.line++
		case c == ' ' || c == '\t' || c == '\r':
		case c == '#':
			if err := g.until(func(c byte) bool { return c == '\n' }, nil); err != nil {
				return gmlValue{}, err
			}
		case c == '"':
			return g.quoted()
		case c == '[':
			return gmlValue{text: "[", list: true}, nil
		case c == ']':
			return gmlValue{text: "]"}, nil
		default:
			word := []byte{c}
			if err := g.until(func(c byte) bool { return strings.IndexByte(" \t\r\n[]\"#", c) >= 0 }, &word); err != nil && err != io.EOF {
				return gmlValue{}, err
			}
			return gmlValue{text: string(word)}, g.valid(word)
		}
	}
}

// quoted reads a string, whose first quotation mark has been read.
func (g *gmlReader) quoted() (gmlValue, error) {
	line := g.line
	var content []byte
	err := g.until(func(c byte) bool { return c == '"' }, &content)
	if err == io.EOF {
		return gmlValue{}, &Error{Line: line, Text: quote(content), Reason: "string without an end"}
	}
	if err != nil {
		return gmlValue{}, err
	}
	if _, err := g.text.ReadByte(); err != nil {
		return gmlValue{}, err
	}
	return gmlValue{text: html.UnescapeString(string(content)), quoted: true}, g.valid(content)
}

// until appends bytes to content, unless that is nil, up to one that ends it,
// which is left to be read.
func (g *gmlReader) until(end func(byte) bool, content *[]byte) error {
	for {
		c, err := g.text.ReadByte()
		if err != nil {
			return err
		}
		if end(c) {
			return g.text.UnreadByte()
		}
		if c == '\n' {
			g.line++
		}
		if content != nil {
			*content = append(*content, c)
		}
	}
}

func (g *gmlReader) valid(text []byte) error {
	if !utf8.Valid(text) {
		return &Error{Text: quote(text), Reason: notUTF8}
	}
	return nil
}
