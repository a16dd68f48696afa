package graphio

import (
	"bytes"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
)

// A file that lists nodes or classes declares them. These words in it take that back: what it
// lists was read off edges and labels when it was written.
const (
	readOffName    = "read_off"
	readOffNodes   = "nodes"
	readOffClasses = "classes"
)

// readOffComment begins such a comment, of formats whose comments begin with %.
const readOffComment = "% read off: "

// readOffWords are the words for a network.
func readOffWords(w *graph.Network) (words []string) {
	if w.ReadOff.Nodes {
		words = append(words, readOffNodes)
	}
	if w.ReadOff.Classes {
		words = append(words, readOffClasses)
	}
	return words
}

// readOffIn is what such words say.
func readOffIn(words []string) (r graph.ReadOff) {
	for _, word := range words {
		r.Nodes = r.Nodes || word == readOffNodes
		r.Classes = r.Classes || word == readOffClasses
	}
	return r
}

// readOffOf is what a line says that may be such a comment.
func readOffOf(line []byte) graph.ReadOff {
	text, is := bytes.CutPrefix(line, []byte(readOffComment))
	if !is {
		return graph.ReadOff{}
	}
	return readOffIn(strings.Fields(string(text)))
}

// declaresByNumber reports whether a table of edges states that its nodes are 0 … N-1. If the nodes
// were read off, it does not, unless N exceeds [sparseNodes]: readers do not trust such an N.
func declaresByNumber(w *graph.Network) bool {
	n := w.Graph.N()
	return w.IDs == nil && (!w.ReadOff.Nodes || n == 0 || n > sparseNodes)
}
