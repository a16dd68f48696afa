package graphio

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
)

// readNodeLink reads a graph in JSON: an object with "nodes", a list of objects
// with an "id", and "links" or "edges", a list of objects with a "source" and a
// "target", as networkx and d3 write it; "directed" may be true. Nodes without
// ids, as of old in d3, are called 0, 1, 2 … in their order. The member "class"
// of a node becomes its label in the network, "weight" of an edge is checked and
// counted; other members of nodes and edges are counted.
func readNodeLink(r *bufio.Reader, file string, o Options) (*graph.Network, graph.Report, error) {
	text, err := whole(r, "")
	if err != nil {
		return nil, graph.Report{}, wrap(file, truncated(err))
	}
	if bad := firstInvalid(text); bad >= 0 {
		return nil, graph.Report{}, &Error{File: file, Line: lineAt(text, bad), Reason: notUTF8}
	}
	if err := wellFormed(text); err != nil {
		return nil, graph.Report{}, at(file, 0, nil, err)
	}
	n := &nodeLinkReader{assembly: assembly{schemaless: true}, text: text, json: json.NewDecoder(bytes.NewReader(text))}
	w, report, err := n.document(o)
	if err != nil {
		return nil, graph.Report{}, at(file, n.line(), nil, err)
	}
	return w, report, nil
}

// wellFormed checks the syntax of a document.
func wellFormed(text []byte) error {
	var document json.RawMessage
	var syntax *json.SyntaxError
	err := json.Unmarshal(text, &document)
	switch {
	case !errors.As(err, &syntax):
		return err
	case syntax.Error() == "unexpected end of JSON input":
		return truncated(io.EOF)
	}
	return &Error{Line: lineAt(text, int(syntax.Offset)), Reason: "not well-formed JSON: " + syntax.Error()}
}

type nodeLinkReader struct {
	assembly
	text    []byte
	json    *json.Decoder
	nodes   int // read
	bare    int // of these, without an id
	counted int // bytes of text whose lines are counted
	lines   int // of these, ended
}

// line returns the line that the decoder has reached.
func (n *nodeLinkReader) line() int {
	reached := int(n.json.InputOffset())
	n.lines += bytes.Count(n.text[n.counted:reached], []byte{'\n'})
	n.counted = reached
	return n.lines + 1
}

// lineAt returns the line, counted from 1, of a place in a text.
func lineAt(text []byte, offset int) int {
	return 1 + bytes.Count(text[:min(offset, len(text))], []byte{'\n'})
}

const wantNodeLink = `must be an object with "nodes" and "links" or "edges"`

func (n *nodeLinkReader) document(o Options) (*graph.Network, graph.Report, error) {
	if err := n.expect('{', "the document"); err != nil {
		return nil, graph.Report{}, err
	}
	seen := map[string]bool{}
	for n.json.More() {
		key, err := n.json.Token()
		if err != nil {
			return nil, graph.Report{}, err
		}
		name := key.(string) // a key of an object is one
		if seen[name] {
			return nil, graph.Report{}, fmt.Errorf("the member %q occurs twice", quote(name))
		}
		seen[name] = true
		if err := n.member(name); err != nil {
			return nil, graph.Report{}, err
		}
	}
	if _, err := n.json.Token(); err != nil { // the }
		return nil, graph.Report{}, err
	}
	switch {
	case !seen["nodes"] || !seen["links"] && !seen["edges"]:
		return nil, graph.Report{}, fmt.Errorf("%s, found %s", wantNodeLink, members(seen))
	case seen["links"] && seen["edges"]:
		return nil, graph.Report{}, errors.New(`found both "links" and "edges": remove one`)
	}
	return n.network(o)
}

// members names what an object has, for an error.
func members(seen map[string]bool) string {
	if len(seen) == 0 {
		return "nothing"
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		list = append(list, strconv.Quote(quote(name)))
	}
	return strings.Join(list[:min(len(list), 8)], ", ")
}

// member reads the value of a member of the document.
func (n *nodeLinkReader) member(name string) error {
	switch name {
	case "directed":
		var value any
		if err := n.json.Decode(&value); err != nil {
			return err
		}
		var ok bool
		if n.directed, ok = value.(bool); !ok {
			return errors.New(`"directed" must be true or false`)
		}
		return nil
	case "graph":
		var of map[string]any
		if err := n.json.Decode(&of); err != nil && !errors.As(err, new(*json.UnmarshalTypeError)) {
			return err
		}
		words, _ := of[readOffName].(string)
		n.readOff = readOffIn(strings.Fields(words))
		return nil
	case "nodes":
		return n.each(name, n.oneNode)
	case "links", "edges":
		return n.each(name, n.oneEdge)
	}
	var skipped json.RawMessage
	return n.json.Decode(&skipped)
}

// expect reads the bracket that something begins with.
func (n *nodeLinkReader) expect(bracket json.Delim, what string) error {
	token, err := n.json.Token()
	if err != nil {
		return err
	}
	if token != bracket {
		return fmt.Errorf("%s does not begin with %v: %s", what, bracket, wantNodeLink)
	}
	return nil
}

// each reads a list of objects.
func (n *nodeLinkReader) each(name string, f func(object map[string]json.RawMessage) error) error {
	if err := n.expect('[', strconv.Quote(name)); err != nil {
		return err
	}
	for n.json.More() {
		var object map[string]json.RawMessage
		if err := n.json.Decode(&object); err != nil || object == nil {
			return fmt.Errorf("%q must be a list of objects", name)
		}
		if err := f(object); err != nil {
			return err
		}
	}
	_, err := n.json.Token() // the ]
	return err
}

func (n *nodeLinkReader) oneNode(object map[string]json.RawMessage) error {
	id := strconv.Itoa(n.nodes)
	n.nodes++
	if raw, ok := object["id"]; ok {
		var err error
		if id, err = n.id(raw); err != nil {
			return err
		}
		n.strings = n.strings || raw[0] == '"'
	} else {
		n.bare++
	}
	if n.bare > 0 && n.bare < n.nodes {
		return errors.New("some nodes have no id: give an id to all nodes or to none")
	}
	u, err := n.declare(id, n.line())
	if err != nil {
		return err
	}
	for name, raw := range object {
		switch {
		case name == "id":
		case name != "class":
			n.attributes++
		case raw[0] == '"':
			var class string
			if err := json.Unmarshal(raw, &class); err != nil {
				return err
			}
			if err := n.class(u, class, false); err != nil {
				return err
			}
		case string(raw) != "null":
			if err := n.class(u, string(raw), true); err != nil {
				return err
			}
		}
	}
	return nil
}

func (n *nodeLinkReader) oneEdge(object map[string]json.RawMessage) error {
	var ends [2]string
	for i, name := range []string{"source", "target"} {
		raw, ok := object[name]
		if !ok {
			return fmt.Errorf("an edge has no %s", name)
		}
		var err error
		if ends[i], err = n.id(raw); err != nil {
			return err
		}
	}
	for name, raw := range object {
		switch name {
		case "source", "target":
		case "weight":
			if err := n.weight(string(raw)); err != nil {
				return err
			}
		default:
			n.attributes++
		}
	}
	return n.edge(ends[0], ends[1], n.line())
}

// id returns the text of an id, a number or a string.
func (n *nodeLinkReader) id(raw json.RawMessage) (string, error) {
	switch c := raw[0]; {
	case c == '"':
		var id string
		err := json.Unmarshal(raw, &id)
		return id, err
	case c == '-' || '0' <= c && c <= '9':
		return string(raw), nil
	}
	return "", &Error{Text: quote(raw), Reason: "want an id that is a number or a string"}
}
