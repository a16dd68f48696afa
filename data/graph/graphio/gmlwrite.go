package graphio

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/graph"
)

// writeGML writes nodes with their ids as labels, as networkx does, edges, and
// labels as the key "class".
func writeGML(out io.Writer, w *graph.Network) error {
	if err := checkNames(w.IDs, GML); err != nil {
		return err
	}
	bw := bufio.NewWriter(out)
	bw.WriteString("graph [\n")
	if w.Graph.Directed() {
		bw.WriteString("  directed 1\n")
	}
	if words := readOffWords(w); words != nil {
		fmt.Fprintf(bw, "  %s \"%s\"\n", readOffName, strings.Join(words, " "))
	}
	for u := range int32(w.Graph.N()) {
		label, err := escapeGML(w.IDs.Name(u))
		if err != nil {
			return err
		}
		fmt.Fprintf(bw, "  node [ id %d label %s", u, label)
		if class, ok := class(w, int(u)); ok {
			if w.Classes != nil {
				if class, err = escapeGML(class); err != nil {
					return err
				}
			}
			fmt.Fprintf(bw, " class %s", class)
		}
		bw.WriteString(" ]\n")
	}
	for u, v := range w.Graph.Edges() {
		fmt.Fprintf(bw, "  edge [ source %d target %d ]\n", u, v)
	}
	bw.WriteString("]\n")
	return bw.Flush()
}

// escapeGML returns a text as a string of GML: between quotation marks, in ASCII.
func escapeGML(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", fmt.Errorf("the text %q is not UTF-8, which GML cannot hold", quote(text))
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '"':
			b.WriteString("&quot;")
		case r == 0 || r >= 0x80 && r < 0xa0:
			return "", fmt.Errorf("the text %q has a control character, which GML cannot hold", quote(text))
		case r < ' ' || r > '~':
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String(), nil
}
