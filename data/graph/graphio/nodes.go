package graphio

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/graph"
)

// ReadNodes reads a list of node ids, one per line, optionally quoted and compressed by gzip: the
// declared nodes of a graph, in order. Ids are integers if all are, else strings. Empty lines are
// skipped. Of the options only Latin1 is used.
func ReadNodes(path string, o Options) (*graph.IDs, error) {
	text, err := readText(path, o)
	if err != nil {
		return nil, err
	}
	var names []string
	err = eachLine(bytes.NewReader(text), path, func(_ int, id []byte) error {
		if len(id) == 0 {
			return nil
		}
		if id[0] == '"' && id[len(id)-1] == '"' {
			var f fields
			if err := f.split(id, ','); err != nil || len(f.list) != 1 || len(f.list[0]) == 0 {
				return errors.New("must be one id, in quotation marks or without")
			}
			id = f.list[0]
		}
		names = append(names, string(id))
		return checkID(id)
	})
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, wrap(path, errors.New("the list of nodes is empty"))
	}
	ids, err := declaredIDs(names)
	if err != nil {
		return nil, wrap(path, err)
	}
	return ids, nil
}

// checkID returns an error for an id that no file can hold.
func checkID(text []byte) error {
	if !utf8.Valid(text) {
		return errors.New(notUTF8)
	}
	if bytes.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return errors.New("control character in an id")
	}
	return nil
}
