package main

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/audits"
	"github.com/graphdp/graphdp/models/method"
)

// finding is an audit whose lower bound exceeds the ε that the mode claims.
type finding struct {
	method                   string
	relation                 gdp.Relation
	claimed, audited, proved float64
	strict                   string // proved ε of the method's strict mode, or "–"
}

// The figure's geometry, in pixels at the size shown.
const (
	figureWidth           = 760
	rowHeight             = 24
	axisLeft, axisRight   = 232, 570 // of ε = 0 and ε = mostEpsilon
	mostEpsilon           = 6
	figureTop             = 74
	columnProved, columnS = 625, 707
)

// neighbours describes the difference between two neighbouring graphs.
var neighbours = map[gdp.Relation]string{gdp.EdgeLevel: "edge", gdp.NodeLevel: "node, replace", gdp.NodeUnbounded: "node, add/remove"}

// look has the colours of both themes. A picture embedded in a page follows the reader's system; it
// brings its own background, so that it can be read on any page.
const look = `<style>
svg { font: 13px -apple-system, "Segoe UI", "Liberation Sans", Arial, sans-serif; }
.card { fill: #ffffff; } .ink { fill: #24292f; } .soft { fill: #57606a; } .grid { stroke: #d0d7de; } .gap { stroke: #bc4c00; }
.claimed { fill: #ffffff; stroke: #24292f; stroke-width: 1.6; } .audited { fill: #bc4c00; } .name { font-family: ui-monospace, "Liberation Mono", monospace; }
.title { font-weight: 600; font-size: 15px; }
@media (prefers-color-scheme: dark) {
.card { fill: #0d1117; } .ink { fill: #e6edf3; } .soft { fill: #9ea7b3; } .grid { stroke: #30363d; } .gap { stroke: #f0883e; }
.claimed { fill: #0d1117; stroke: #e6edf3; } .audited { fill: #f0883e; }
}
</style>
`

// refuted returns a finding for each method with a published mode that an audit refutes at ε = 1,
// the largest first.
func refuted(methods []method.Method) (rows []finding, err error) {
	for _, m := range methods {
		f, err := broken(m)
		if err != nil {
			return nil, err
		}
		if f == nil {
			continue
		}
		if f.strict, err = strictOf(m, f.relation); err != nil {
			return nil, err
		}
		rows = append(rows, *f)
	}
	slices.SortStableFunc(rows, func(a, b finding) int { return cmp.Compare(b.audited, a.audited) })
	return rows, nil
}

// alternative describes the figure in words.
func alternative(rows []finding) string {
	if len(rows) == 0 {
		return "No stored audit exceeds a claimed ε."
	}
	unbounded, strict := 0, 0
	for _, f := range rows {
		if math.IsInf(f.proved, 1) {
			unbounded++
		}
		if f.strict != "–" {
			strict++
		}
	}
	first, last := rows[0], rows[len(rows)-1]
	return fmt.Sprintf("Chart of %d published methods, run at ε = 1. For each, an attack measures a larger ε than the method claims: from %.1f for %s to %.1f for %s. "+
		"No finite ε is proved for %d of them. %d have a strict mode with a proved ε.", len(rows), last.audited, last.method, first.audited, first.method, unbounded, strict)
}

// writeFigure shows the figure in README.md.
func writeFigure(f *facts, out *strings.Builder, docs string) error {
	rows, err := refuted(f.methods)
	fmt.Fprintf(out, "<img src=\"%simg/audits.svg\" width=\"%d\" alt=\"%s\">\n", docs, figureWidth, alternative(rows))
	return err
}

// auditsFigure draws, for each finding, the ε that is claimed, the lower bound that the audit found
// and the ε that is proved.
func auditsFigure(methods []method.Method) (string, error) {
	rows, err := refuted(methods)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	bottom := figureTop + rowHeight*len(rows)
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`+"\n%s", figureWidth, bottom+62, figureWidth, bottom+62, look)
	fmt.Fprintf(&out, `<rect class="card" width="%d" height="%d" rx="8"/>`+"\n", figureWidth, bottom+62)
	text(&out, "ink title", "start", 20, 28, fmt.Sprintf("Published modes of %d methods, run at ε = 1: attacks measure more than is claimed", len(rows)))
	for _, c := range []struct {
		x     float64
		words string
	}{{columnProved, "published"}, {columnS, "strict"}} {
		text(&out, "soft", "middle", c.x, figureTop-8, c.words)
	}
	text(&out, "ink", "middle", (columnProved+columnS)/2, figureTop-24, "proved ε")
	for e := 0; e <= mostEpsilon; e++ {
		x := at(float64(e))
		fmt.Fprintf(&out, `<line class="grid" x1="%g" x2="%g" y1="%d" y2="%d"/>`+"\n", x, x, figureTop, bottom+4)
		text(&out, "soft", "middle", x, float64(bottom+20), fmt.Sprint(e))
	}
	for i, f := range rows {
		y := float64(figureTop + rowHeight*i + rowHeight/2)
		text(&out, "ink name", "start", 20, y+4, f.method)
		text(&out, "soft", "start", 106, y+4, neighbours[f.relation])
		fmt.Fprintf(&out, `<line class="gap" x1="%.1f" x2="%.1f" y1="%g" y2="%g" stroke-width="2"/>`+"\n", at(f.claimed), at(f.audited)-8, y, y)
		fmt.Fprintf(&out, `<circle class="claimed" cx="%.1f" cy="%g" r="5"/>`+"\n", at(f.claimed), y)
		triangle(&out, at(f.audited), y)
		text(&out, "ink", "middle", columnProved, y+4, number(f.proved))
		text(&out, "ink", "middle", columnS, y+4, f.strict)
	}
	y := float64(bottom + 44)
	fmt.Fprintf(&out, `<circle class="claimed" cx="%d" cy="%g" r="5"/>`+"\n", axisLeft, y-4)
	text(&out, "ink", "start", axisLeft+12, y, "ε claimed by the method")
	triangle(&out, 432, y-4)
	text(&out, "ink", "start", 440, y, "ε measured: a lower bound at 95 % confidence")
	out.WriteString("</svg>\n")
	return out.String(), nil
}

// strictOf returns the proved ε of the method's first strict mode in its audit at ε = 1, or "–"
// without such a mode. It appends the relation if that of the published mode differs.
func strictOf(m method.Method, published gdp.Relation) (string, error) {
	for _, x := range m.Modes {
		if x.Role != method.Strict {
			continue
		}
		kept, err := audits.Of(m, x.Name)
		if err != nil {
			return "", err
		}
		for _, r := range kept.Audits {
			if r.Epsilon != 1 {
				continue
			}
			if x.Relation != published {
				return number(r.Proved) + " (" + x.Relation.String() + ")", nil
			}
			return number(r.Proved), nil
		}
	}
	return "–", nil
}

// at returns the place of an ε on the axis.
func at(epsilon float64) float64 {
	return axisLeft + (axisRight-axisLeft)*epsilon/mostEpsilon
}

func text(out *strings.Builder, class, anchor string, x, y float64, words string) {
	fmt.Fprintf(out, `<text class="%s" text-anchor="%s" x="%g" y="%g">%s</text>`+"\n", class, anchor, x, y, html.EscapeString(words))
}

// triangle draws the mark of a lower bound: its tip is at x, and it points to larger values.
func triangle(out *strings.Builder, x, y float64) {
	fmt.Fprintf(out, `<path class="audited" d="M%.1f %gl12 6l-12 6z"/>`+"\n", x-12, y-6)
}

func number(epsilon float64) string {
	if math.IsInf(epsilon, 1) {
		return "∞"
	}
	return fmt.Sprintf("%.3g", epsilon)
}
