package app

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
)

// report is the page of an audit.
var report = template.Must(template.New("report").Parse(`<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Audit of {{.Name}}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.4 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
th{text-align:left;vertical-align:top;white-space:nowrap;padding-right:1rem}svg{max-width:100%;height:auto;background:#fff}</style>
<h1>Audit of {{.Name}}</h1>
<table>{{range .Lines}}<tr><th>{{index . 0}}</th><td>{{index . 1}}</td></tr>
{{end}}</table>
{{.Drawn}}
`))

// page writes an audit as an HTML page, with the pair of graphs if known.
func (r audited) page(w io.Writer, pair [2]*graph.Network) error {
	var lines [][]string
	text := rows{new(bytes.Buffer)}
	r.write(text)
	text.row("seed", "%d", r.Seed)
	for line := range strings.Lines(text.String()) {
		name, said, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "\t") {
			name, said = "", name
		}
		lines = append(lines, []string{name, said})
	}
	var drawn []byte
	if pair[0] != nil && pair[1] != nil {
		var err error
		if drawn, err = drawnPair(pair).SVG(); err != nil {
			return err
		}
	}
	return report.Execute(w, map[string]any{"Name": r.Method, "Lines": lines, "Drawn": template.HTML(drawn)})
}

// drawnPair draws two graphs side by side and marks the edges that only one has.
func drawnPair(pair [2]*graph.Network) *figure.Figure {
	var differ []graph.Edge
	a, b := pair[0].Graph, pair[1].Graph
	if a.N() == b.N() {
		for u, v := range b.Edges() {
			if !a.HasEdge(u, v) {
				differ = append(differ, graph.Edge{U: u, V: v})
			}
		}
	}
	var drawn []*figure.Figure
	for i, w := range pair {
		style := figure.NetworkStyle{Title: fmt.Sprintf("graph %d", i), MarkedPairs: differ}
		if a.N() == b.N() {
			style.Like = b
		}
		drawn = append(drawn, figure.Network(w.Graph, style))
	}
	return figure.Panel("", 2, drawn...)
}
