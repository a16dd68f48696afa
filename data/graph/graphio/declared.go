package graphio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/graphdp/graphdp/data/graph"
)

// declares reports whether the options say which ids there are.
func (o Options) declares() bool { return o.Nodes > 0 || o.NodeIDs != nil }

// named reports whether they say so by names that are not integers.
func (o Options) named() bool {
	_, whole := o.NodeIDs.Integers()
	return o.NodeIDs != nil && !whole
}

// settled decides by what is declared what else would be found out by looking at edges.
func (o Options) settled() (Options, error) {
	if o.Nodes > 0 && o.NodeIDs != nil {
		return o, errors.New("Options give both a number of nodes and their ids: give one of them")
	}
	if o.NodeIDs != nil && o.NodeIDs.Len() == 0 {
		return o, errors.New("the list of nodes is empty")
	}
	if o.namesColumns() && o.Header == NoHeader {
		return o, errors.New("columns are given by names, and header=no: give their numbers")
	}
	if o.IDs == AutoIDs && o.declares() {
		if o.IDs = IntegerIDs; o.named() {
			o.IDs = StringIDs
		}
	}
	return o, nil
}

// spread puts the nodes of a network at the places that the options declare for them; with
// Occurring it only checks that there are such places. The error names a node without one: it is
// for the curator.
func (o Options) spread(w *graph.Network) (*graph.Network, error) {
	if !o.declares() {
		return w, nil
	}
	n := o.Nodes
	if o.NodeIDs != nil {
		n = o.NodeIDs.Len()
	}
	list, whole := w.IDs.Integers()
	for u := range int32(w.Graph.N()) {
		if o.NodeIDs != nil {
			if _, ok := o.NodeIDs.Node(w.IDs.Name(u)); !ok {
				return nil, &Error{Text: w.IDs.Name(u), Reason: fmt.Sprintf("a node has an id that is not among the %d declared ids", n)}
			}
		} else if whole && list[u] >= int64(n) || w.IDs == nil && int(u) >= n {
			return nil, &Error{Text: w.IDs.Name(u), Reason: fmt.Sprintf("a node has an id above %d, the largest declared id", n-1)}
		}
	}
	if o.Occurring {
		return w, nil
	}
	wide, _, err := w.Spread(n, o.NodeIDs)
	return wide, err
}

// namesColumns reports whether Columns are names, and not numbers.
func (o Options) namesColumns() bool {
	_, err := strconv.Atoi(o.Columns[0] + o.Columns[1])
	return o.Columns != [2]string{} && err != nil
}

// isHeader decides by the declared ids whether the words of a line name the columns: two of them
// have to be a known pair of names. No other line is looked at, so that an edge more or less
// changes nothing. It is an error where the line is neither that nor an edge.
func (o Options) isHeader(words [][]byte) (bool, error) {
	if len(words) < 2 {
		return false, nil // which is no edge either
	}
	_, known := endsIn(words)
	edge := !hasNames(words) && !(known && len(words[0]) == 0)
	if o.named() {
		for i, word := range words {
			if _, is := o.NodeIDs.Node(string(word)); is && (i < 2 || !known) {
				edge = true
			}
		}
	}
	switch {
	case edge:
		return false, nil
	case known:
		return true, nil
	case o.named():
		return false, errors.New("ids are not declared; if they name the columns, give the option header=yes")
	}
	return false, errors.New("ids are strings, but the nodes are declared as numbers: declare a list of ids or, if they name the columns, give the option header=yes")
}

// ErrSparse marks a file that declares far more nodes than its edges touch.
var ErrSparse = errors.New("implausible number of nodes")

// believed is [ErrSparse] of such a file, where the options do not say that there are as many: a
// head is a few bytes and must not be trusted with gigabytes.
func (o Options) believed(nodes, edges int, called string) error {
	if nodes <= o.Nodes || nodes <= sparseNodes+64*edges {
		return nil
	}
	return fmt.Errorf("%w: the file declares %d nodes, but has only %d %s; if the number is right, give the option nodes", ErrSparse, nodes, edges, called)
}

// sparseNodes is how many nodes a file may declare beyond 64 an edge. A larger number counts as
// read off the edges, which it was believed for.
const sparseNodes = 1 << 22

// ErrUndeclared marks a text that has no line "# nodes N" above its edges.
var ErrUndeclared = errors.New(`no line "# nodes N" among the comments at the top`)

// ReadDeclared reads the comments at the top of an edge list up to the line that declares the
// nodes, and nothing after it: what is below may be private. Where there is none, the first
// character that is no comment's is read too.
func ReadDeclared(r io.Reader) (nodes int, err error) {
	const longest = 1 << 16 // of all comments
	if r == nil {
		return 0, errors.New("no reader given")
	}
	d, line, one := dialect{nodes: -1}, []byte(nil), make([]byte, 1)
	for read := 0; read < longest; read++ {
		switch _, err := io.ReadFull(r, one); {
		case errors.Is(err, io.EOF):
			one[0] = '\n'
			read = longest // the last line
		case err != nil:
			return 0, err
		}
		if line = append(line, one[0]); one[0] != '\n' {
			if text := bytes.TrimSpace(line); len(text) > 0 && !isComment(text) {
				return 0, ErrUndeclared
			}
			continue
		}
		if err := d.comment(line); err != nil {
			return 0, fmt.Errorf("%q: %w", bytes.TrimSpace(line), err)
		}
		if d.declared {
			return d.nodes, nil
		}
		line = line[:0]
	}
	return 0, ErrUndeclared
}
