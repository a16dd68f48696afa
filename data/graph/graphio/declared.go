package graphio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
)

// declares reports whether the options declare the ids.
func (o Options) declares() bool { return o.Nodes > 0 || o.NodeIDs != nil }

// named reports whether the declared ids are not integers.
func (o Options) named() bool {
	_, whole := o.NodeIDs.Integers()
	return o.NodeIDs != nil && !whole
}

// settled derives from the declaration what would otherwise be inferred from edges.
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

// spread moves the nodes of a network to their declared positions; with Occurring it only checks
// that these exist. An error names an undeclared node: it is for the curator.
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

// namesColumns reports whether Columns are names rather than numbers.
func (o Options) namesColumns() bool {
	_, err := strconv.Atoi(o.Columns[0] + o.Columns[1])
	return o.Columns != [2]string{} && err != nil
}

// isHeader decides from the declared ids whether the words of a line name the columns: two of them
// must be a known pair of names. It reads no other line, so that adding or removing an edge changes
// nothing. It returns an error if the line is neither a header nor an edge.
func (o Options) isHeader(words [][]byte) (bool, error) {
	if len(words) < 2 {
		return false, nil // no edge either
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

// ErrSparse reports a file that declares far more nodes than its edges touch.
var ErrSparse = errors.New("implausible number of nodes")

// believed returns [ErrSparse] for such a file, unless the options declare as many nodes: a few
// bytes of header must not allocate gigabytes.
func (o Options) believed(nodes, edges int, called string) error {
	if nodes <= o.Nodes || nodes <= sparseNodes+64*edges {
		return nil
	}
	return fmt.Errorf("%w: the file declares %d nodes, but has only %d %s; if the number is right, give the option nodes", ErrSparse, nodes, edges, called)
}

// sparseNodes is the number of nodes that a file may declare in addition to 64 per edge. A larger
// number, accepted because of the edges, counts as inferred from them.
const sparseNodes = 1 << 22

// ErrUndeclared reports a text without a line "# nodes N" above its edges.
var ErrUndeclared = errors.New(`no line "# nodes N" among the comments at the top`)

// ReadDeclared reads the comments at the top of an edge list up to the line that declares the
// nodes, and nothing after it, which may be private. Without such a line it also reads the first
// character after the comments.
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

// A file that lists nodes or classes declares them. These words in a file revoke that: the list was
// inferred from edges and labels when it was written.
const (
	readOffName    = "read_off"
	readOffNodes   = "nodes"
	readOffClasses = "classes"
)

// readOffComment is the start of such a comment, in formats with % comments.
const readOffComment = "% read off: "

// readOffWords returns the words for a network.
func readOffWords(w *graph.Network) (words []string) {
	if w.ReadOff.Nodes {
		words = append(words, readOffNodes)
	}
	if w.ReadOff.Classes {
		words = append(words, readOffClasses)
	}
	return words
}

// readOffIn returns the meaning of such words.
func readOffIn(words []string) (r graph.ReadOff) {
	for _, word := range words {
		r.Nodes = r.Nodes || word == readOffNodes
		r.Classes = r.Classes || word == readOffClasses
	}
	return r
}

// readOffOf returns the meaning of a line that may be such a comment.
func readOffOf(line []byte) graph.ReadOff {
	text, is := bytes.CutPrefix(line, []byte(readOffComment))
	if !is {
		return graph.ReadOff{}
	}
	return readOffIn(strings.Fields(string(text)))
}

// declaresByNumber reports whether a table of edges declares its nodes as 0 … N-1. If the nodes
// were inferred, it does not, unless N exceeds [sparseNodes]: readers do not trust such an N.
func declaresByNumber(w *graph.Network) bool {
	n := w.Graph.N()
	return w.IDs == nil && (!w.ReadOff.Nodes || n == 0 || n > sparseNodes)
}
