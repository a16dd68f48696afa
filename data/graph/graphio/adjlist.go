package graphio

import (
	"bytes"
	"errors"
	"io"

	"github.com/graphdp/graphdp/data/graph"
)

// readAdjacencyList reads lines of an id and the ids of its neighbours, as
// networkx writes them, with the ids and comments of an edge list. An edge of an
// undirected graph may be in one of the lists of its ends or in both.
func readAdjacencyList(r io.Reader, file string, o Options) (*graph.Network, graph.Report, error) {
	var p *edgeParser
	var edges []graph.Edge
	lines, separated := 0, false // separated: a line was seen that shows what is between fields
	err := eachLine(r, file, func(_ int, text []byte) error {
		lines++
		if isComment(text) || len(text) == 0 {
			return nil
		}
		comma := bytes.IndexByte(text, ',') >= 0
		if p == nil {
			first, _ := split(text, comma)
			strings := o.IDs == StringIDs || o.IDs == AutoIDs && !allIntegers(first)
			p = newEdgeParser(&dialect{strings: strings, nodes: -1})
		}
		if !separated && (comma || bytes.ContainsAny(text, " \t")) {
			p.comma, separated = comma, true
		}
		if comma && !p.comma {
			return errors.New("comma in a line whose fields are separated by blanks: use one separator")
		}
		words, err := split(text, p.comma)
		if err != nil {
			return err
		}
		var u int32
		for i, word := range words {
			v, err := p.id(word)
			if err != nil {
				return err
			}
			if i == 0 {
				u = v
			} else {
				edges = append(edges, graph.Edge{U: u, V: v})
			}
		}
		return nil
	})
	if err != nil {
		return nil, graph.Report{}, err
	}
	if p == nil && !o.declares() && !o.Occurring {
		return nil, graph.Report{}, &Error{File: file, Reason: "no lines of nodes"}
	}
	if p == nil {
		p = newEdgeParser(&dialect{strings: o.IDs == StringIDs, nodes: -1})
	}
	blocks := []parsedBlock{{edges: edges, lines: lines}}
	ids, n, err := number(p.dialect, []*edgeParser{p}, blocks, o)
	if err != nil {
		return nil, graph.Report{}, wrap(file, err)
	}
	g, report, err := fromMatrix(n, blocks[0].edges, o.Direction.directed(false))
	if err != nil {
		return nil, graph.Report{}, wrap(file, err)
	}
	return &graph.Network{Graph: g, IDs: ids, ReadOff: graph.ReadOff{Nodes: true}}, report, nil
}

// split cuts a line of any number of fields.
func split(line []byte, comma bool) ([][]byte, error) {
	if !comma {
		return bytes.Fields(line), nil
	}
	words := bytes.Split(line, []byte{','})
	for i, word := range words {
		var err error
		if words[i], err = unquoted(bytes.TrimSpace(word)); err != nil {
			return nil, err
		}
		if len(words[i]) == 0 {
			return nil, errors.New("empty field: remove the extra separator")
		}
	}
	return words, nil
}

func allIntegers(words [][]byte) bool {
	for _, word := range words {
		if !isInteger(word) {
			return false
		}
	}
	return true
}
