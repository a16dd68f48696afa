package graphio

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/graph"
)

// writeNodeLink writes a document for node_link_graph of networkx, one node or
// edge a line: ids as numbers or strings, labels as the member "class".
func writeNodeLink(out io.Writer, w *graph.Network) error {
	texts := make([]string, w.Graph.N()) // the ids in JSON
	_, ints := w.IDs.Integers()
	for u := range texts {
		texts[u] = w.IDs.Name(int32(u))
		if w.IDs != nil && !ints {
			text, err := jsonText(texts[u])
			if err != nil {
				return err
			}
			texts[u] = text
		}
	}
	bw := bufio.NewWriter(out)
	of := "{}"
	if words := readOffWords(w); words != nil {
		of = fmt.Sprintf(`{"%s": "%s"}`, readOffName, strings.Join(words, " "))
	}
	fmt.Fprintf(bw, `{"directed": %v, "multigraph": false, "graph": %s, "nodes": [`, w.Graph.Directed(), of)
	for u, id := range texts {
		fmt.Fprintf(bw, "%s\n{\"id\": %s", comma(u), id)
		if class, ok := class(w, u); ok {
			if w.Classes != nil {
				var err error
				if class, err = jsonText(class); err != nil {
					return err
				}
			}
			fmt.Fprintf(bw, `, "class": %s`, class)
		}
		bw.WriteByte('}')
	}
	bw.WriteString("\n], \"edges\": [")
	written := 0
	for u, v := range w.Graph.Edges() {
		fmt.Fprintf(bw, "%s\n{\"source\": %s, \"target\": %s}", comma(written), texts[u], texts[v])
		written++
	}
	bw.WriteString("\n]}\n")
	return bw.Flush()
}

// comma stands before every item but the first.
func comma(item int) string {
	if item == 0 {
		return ""
	}
	return ","
}

// jsonText returns a text as a string of JSON.
func jsonText(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", fmt.Errorf("the text %q is not UTF-8, which JSON cannot hold", quote(text))
	}
	quoted, err := json.Marshal(text)
	return string(quoted), err
}
