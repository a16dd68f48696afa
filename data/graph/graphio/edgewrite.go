package graphio

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

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
			name = func(b []byte, u int32) []byte { return appendID(b, w.IDs.Name(u), separator) }
		}
		for u := range int32(g.N()) {
			if g.Degree(u)+g.InDegree(u) == 0 {
				bw.Write(append(appendID(append(bw.AvailableBuffer(), "# node "...), w.IDs.Name(u), ' '), '\n'))
			}
		}
	}
	for u, v := range g.Edges() {
		bw.Write(append(name(append(name(bw.AvailableBuffer(), u), separator), v), '\n'))
	}
	return bw.Flush()
}

// appendID appends an id as a field, between quotation marks where it would not read back.
func appendID(b []byte, id string, separator byte) []byte {
	quoted := strings.ContainsAny(id, ",;\"#|") || id != strings.TrimSpace(id) || isComment([]byte(id)) || id[0] == '{' || strings.HasPrefix(id, "\ufeff")
	if !quoted && (separator == ',' || strings.IndexByte(id, ' ') < 0) {
		return append(b, id...)
	}
	return append(append(append(b, '"'), strings.ReplaceAll(id, `"`, `""`)...), '"')
}

// checkWords refuses ids that would not read back as one field of a line. Between blanks, where
// no program reads quotation marks, these are ids that need some.
func checkWords(ids *graph.IDs, separator byte) error {
	for u := range int32(ids.Len()) {
		id := ids.Name(u)
		if checkID([]byte(id)) != nil {
			return fmt.Errorf("node %d has the id %q, which an edge list cannot hold: write .npz or .graphml", u, quote(id))
		}
		if separator == ' ' && string(appendID(nil, id, separator)) != id {
			return fmt.Errorf("node %d has the id %q, which a list with blanks between ids cannot hold: write .csv, .npz or .graphml", u, quote(id))
		}
	}
	return nil
}
