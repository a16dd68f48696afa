package figure

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp/graph"
)

// cycle is the undirected cycle on n nodes.
func cycle(t *testing.T, n int) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	for u := range n {
		edges = append(edges, graph.Edge{U: int32(u), V: int32((u + 1) % n)})
	}
	return build(t, n, edges, false)
}

func build(t *testing.T, n int, edges []graph.Edge, directed bool) *graph.Graph {
	t.Helper()
	g, _, err := graph.FromEdges(n, edges, graph.Options{Directed: directed})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// elements counts the elements of an SVG document, which must be well-formed.
func elements(t *testing.T, svg []byte) map[string]int {
	t.Helper()
	count := map[string]int{}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatalf("the SVG is not well-formed: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
}

func TestNetworkDrawsEveryEdgeAndNode(t *testing.T) {
	g := cycle(t, 7)
	svg, err := Network(g, NetworkStyle{Title: "Seven", Ids: true}).SVG()
	if err != nil {
		t.Fatal(err)
	}
	// A path for each edge; two (outline and inside) for each node.
	if got := elements(t, svg); got["path"] < g.M()+2*g.N() || got["text"] != g.N()+1 {
		t.Errorf("%v for 7 edges, 7 nodes with their ids and a title", got)
	}
	arcs := build(t, 3, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}, true)
	plain := build(t, 3, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}, false)
	directed, err := Network(arcs, NetworkStyle{}).SVG()
	if err != nil {
		t.Fatal(err)
	}
	undirected, err := Network(plain, NetworkStyle{}).SVG()
	if err != nil {
		t.Fatal(err)
	}
	if a, b := elements(t, directed)["path"], elements(t, undirected)["path"]; a != b+2 {
		t.Errorf("a directed path of two arcs has %d paths, the undirected one %d: want two arrow heads more", a, b)
	}
}

func TestFiguresAreTheSameOnEachRun(t *testing.T) {
	for name, make := range map[string]func() *Figure{
		"network": func() *Figure {
			return Network(cycle(t, 30), NetworkStyle{Groups: make([]int32, 30), Names: []string{"a"}, Marked: []int32{3}})
		},
		"lines": func() *Figure {
			return Lines(LinesStyle{Title: "t", XLabel: "x", YLabel: "y"}, Series{Name: "a", Y: []float64{1, 2, 1}}, Series{Y: []float64{3, 1}})
		},
	} {
		a, err := make().SVG()
		if err != nil {
			t.Fatal(err)
		}
		b, err := make().SVG()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two runs drew different bytes", name)
		}
		picture, err := make().PNG(72)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(bytes.NewReader(picture)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The layout of a graph that embeds exactly has no stress: a path lies on a
// line, evenly spaced, along the x axis; distances between all pairs are right.
func TestLayoutOfAPathIsExact(t *testing.T) {
	g := build(t, 5, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 3, V: 4}}, false)
	at := layout(g)
	for u := range at {
		for v := range at {
			got := math.Hypot(at[u].x-at[v].x, at[u].y-at[v].y)
			if want := math.Abs(float64(u - v)); math.Abs(got-want) > 2e-2 {
				t.Errorf("nodes %d and %d are %.4f apart, want %v", u, v, got, want)
			}
		}
		if math.Abs(at[u].y) > 2e-2 { // bending costs stress of fourth order only, so the last of it goes slowly
			t.Errorf("node %d is %.4f above the axis", u, at[u].y)
		}
	}
}

func TestLayoutOfACycleIsRound(t *testing.T) {
	at := layout(cycle(t, 12))
	lo, hi := math.Inf(1), 0.0
	for _, p := range at {
		r := math.Hypot(p.x, p.y)
		lo, hi = min(lo, r), max(hi, r)
	}
	if hi/lo > 1.02 {
		t.Errorf("radii from %.3f to %.3f", lo, hi)
	}
}

// Twins, whose best place is the same, do not cover each other.
func TestNodesDoNotCoverEachOther(t *testing.T) {
	star := []graph.Edge{{U: 0, V: 1}}
	for v := int32(2); v < 40; v++ {
		star = append(star, graph.Edge{U: 0, V: v}, graph.Edge{U: 1, V: v})
	}
	at := layout(build(t, 40, star, false))
	const gap = 0.3
	spread(at, gap)
	for u := range at {
		for v := range u {
			if d := math.Hypot(at[u].x-at[v].x, at[u].y-at[v].y); d < 0.9*gap {
				t.Errorf("nodes %d and %d are %.3f apart, want %v", u, v, d, gap)
			}
		}
	}
	same := make([]point, 3)
	spread(same, 1)
	if same[0] == same[1] || same[1] == same[2] || same[0] == same[2] {
		t.Errorf("nodes in one place stayed there: %v", same)
	}
}

func TestTicksAreRound(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{0, 0.7, "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7"},
		{1, 200, "50 100 150 200"},
		{0, 1, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{-3, 3.5, "-3 -2 -1 0 1 2 3"},
		{0.012, 0.02, "0.012 0.013 0.014 0.015 0.016 0.017 0.018 0.019 0.020"},
		{5, 5, "5"},
	} {
		var labels []string
		for _, mark := range (ticks{}).Ticks(c.lo, c.hi) {
			labels = append(labels, mark.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("from %v to %v: %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
}

// Nodes in different components, and a graph without edges, have places too.
func TestLayoutOfUnconnectedNodes(t *testing.T) {
	at := layout(build(t, 4, []graph.Edge{{U: 0, V: 1}}, false))
	for u := range at {
		for v := range u {
			if d := math.Hypot(at[u].x-at[v].x, at[u].y-at[v].y); !(d > 0.5) {
				t.Errorf("nodes %d and %d are %v apart", u, v, d)
			}
		}
	}
	if _, err := Network(build(t, 1, nil, false), NetworkStyle{}).SVG(); err != nil {
		t.Error(err)
	}
}

func TestBadInputIsAnError(t *testing.T) {
	g := cycle(t, 4)
	for name, f := range map[string]*Figure{
		"no nodes":      Network(build(t, 0, nil, false), NetworkStyle{}),
		"too many":      Network(build(t, maxDrawn+1, nil, false), NetworkStyle{}),
		"groups":        Network(g, NetworkStyle{Groups: []int32{0}}),
		"group":         Network(g, NetworkStyle{Groups: []int32{0, 0, -1, 0}}),
		"marked":        Network(g, NetworkStyle{Marked: []int32{4}}),
		"no series":     Lines(LinesStyle{}),
		"empty series":  Lines(LinesStyle{}, Series{}),
		"unequal":       Lines(LinesStyle{}, Series{X: []float64{1}, Y: []float64{1, 2}}),
		"NaN":           Lines(LinesStyle{}, Series{Y: []float64{1, math.NaN()}}),
		"infinite":      Lines(LinesStyle{}, Series{X: []float64{math.Inf(1)}, Y: []float64{1}}),
		"a zero figure": new(Figure),
	} {
		if _, err := f.SVG(); err == nil || !strings.HasPrefix(err.Error(), "figure: ") {
			t.Errorf("%s: SVG() gives %v", name, err)
		}
		if _, err := f.PNG(100); err == nil {
			t.Errorf("%s: PNG() gives no error", name)
		}
	}
	if _, err := Network(g, NetworkStyle{}).PNG(0); err == nil {
		t.Error("PNG(0) gives no error")
	}
}

func TestTable(t *testing.T) {
	table := Table{Caption: "A & B", Header: []string{"name", "value"}, Rows: [][]any{{"<x>", 0.123456}, {"y", 2.0}}}
	html := table.HTML()
	for _, want := range []string{"<caption>A &amp; B</caption>", "&lt;x&gt;", `<td style="text-align:right">0.1235</td>`, `<td style="text-align:left">y</td>`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in %s", want, html)
		}
	}
	if want := "A & B\nname  value\n<x>   0.1235\ny     2\n"; table.String() != want {
		t.Errorf("%q, want %q", table.String(), want)
	}
}
