package graphio

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/graph"
)

// writeEdgeList writes "u v" lines in ascending order under the comments that
// make them read back as the same graph.
func writeEdgeList(out io.Writer, w *graph.Network, separator byte) error {
	bw := bufio.NewWriterSize(out, 1<<16)
	g := w.Graph
	name := func(b []byte, u int32) []byte { return strconv.AppendInt(b, int64(u), 10) }
	if g.Directed() {
		bw.WriteString("# directed\n")
	}
	if declaresByNumber(w) {
		fmt.Fprintf(bw, "# nodes %d\n", g.N())
	} else {
		if w.IDs == nil {
			// numbers are the ids
		} else if ints, ok := w.IDs.Integers(); ok {
			name = func(b []byte, u int32) []byte { return strconv.AppendInt(b, ints[u], 10) }
		} else {
			if err := checkWords(w.IDs, separator); err != nil {
				return err
			}
			bw.WriteString("# string ids\n")
			name = func(b []byte, u int32) []byte { return append(b, w.IDs.Name(u)...) }
		}
		for u := range int32(g.N()) {
			if g.Degree(u)+g.InDegree(u) == 0 {
				bw.Write(append(name(append(bw.AvailableBuffer(), "# node "...), u), '\n'))
			}
		}
	}
	for u, v := range g.Edges() {
		bw.Write(append(name(append(name(bw.AvailableBuffer(), u), separator), v), '\n'))
	}
	return bw.Flush()
}

// checkWords refuses ids that would not read back as one field of a line, here or
// by networkx and NumPy, to which a # anywhere begins a comment.
func checkWords(ids *graph.IDs, separator byte) error {
	for u := range int32(ids.Len()) {
		id := ids.Name(u)
		if strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r == 0x7f || r == ',' || r == '#' }) ||
			separator == ',' && id[0] == '"' || !utf8.ValidString(id) || id != strings.TrimSpace(id) || isComment([]byte(id)) || strings.HasPrefix(id, "\ufeff") {
			return fmt.Errorf("node %d has the id %q, which an edge list cannot hold: write .npz or .graphml", u, quote(id))
		}
	}
	return nil
}
