package graphio

import (
	"bytes"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
)

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
