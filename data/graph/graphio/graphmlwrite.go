package graphio

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/graph"
)

// writeGraphML writes nodes, edges, and labels as a node attribute "class".
func writeGraphML(out io.Writer, w *graph.Network, _ byte) error {
	if err := checkNames(w.IDs); err != nil {
		return err
	}
	bw := bufio.NewWriter(out)
	g := w.Graph
	direction := "undirected"
	if g.Directed() {
		direction = "directed"
	}
	bw.WriteString(xml.Header + `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">` + "\n")
	if w.Labels != nil {
		kind := "int"
		if w.Classes != nil {
			kind = "string"
		}
		fmt.Fprintf(bw, ` <key id="class" for="node" attr.name="class" attr.type="%s"/>`+"\n", kind)
	}
	words := readOffWords(w)
	if words != nil {
		fmt.Fprintf(bw, ` <key id="%[1]s" for="graph" attr.name="%[1]s" attr.type="string"/>`+"\n", readOffName)
	}
	fmt.Fprintf(bw, ` <graph edgedefault="%s">`+"\n", direction)
	if words != nil {
		fmt.Fprintf(bw, `  <data key="%s">%s</data>`+"\n", readOffName, strings.Join(words, " "))
	}
	for u := range int32(g.N()) {
		bw.WriteString(`  <node id="`)
		if err := escape(bw, w.IDs.Name(u)); err != nil {
			return err
		}
		class, ok := class(w, int(u))
		if !ok {
			bw.WriteString("\"/>\n")
			continue
		}
		bw.WriteString(`"><data key="class">`)
		if err := escape(bw, class); err != nil {
			return err
		}
		bw.WriteString("</data></node>\n")
	}
	for u, v := range g.Edges() {
		bw.WriteString(`  <edge source="`)
		xml.EscapeText(bw, []byte(w.IDs.Name(u)))
		bw.WriteString(`" target="`)
		xml.EscapeText(bw, []byte(w.IDs.Name(v)))
		bw.WriteString("\"/>\n")
	}
	bw.WriteString(" </graph>\n</graphml>\n")
	return bw.Flush()
}

// escape writes text, and returns an error for characters that XML cannot represent.
func escape(out io.Writer, text string) error {
	for _, r := range text {
		if r == utf8.RuneError || r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return fmt.Errorf("the text %q has a character that XML cannot hold", quote(text))
		}
	}
	return xml.EscapeText(out, []byte(text))
}
