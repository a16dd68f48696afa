package figure

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
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
	g, _ := must.Two(graph.FromEdges(n, edges, graph.Options{Directed: directed}))(t)
	return g
}

// elements counts the elements of an SVG document, which must be well-formed; paths by how often
// the pen is set down.
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
			for _, a := range e.Attr {
				if e.Name.Local == "path" && a.Name.Local == "d" {
					count["path"] += strings.Count(a.Value, "M") - 1
				}
			}
		}
	}
}

func TestNetworkDrawsEveryEdgeAndNode(t *testing.T) {
	g := cycle(t, 7)
	svg := must.Get(Network(g, NetworkStyle{Title: "Seven", Ids: true}).SVG())(t)
	// A path for each edge; two (outline and inside) for each node.
	if got := elements(t, svg); got["path"] < g.M()+2*g.N() || got["text"] != g.N()+1 {
		t.Errorf("%v for 7 edges, 7 nodes with their ids and a title", got)
	}
	arcs := build(t, 3, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}, true)
	plain := build(t, 3, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}, false)
	directed := must.Get(Network(arcs, NetworkStyle{}).SVG())(t)
	undirected := must.Get(Network(plain, NetworkStyle{}).SVG())(t)
	if a, b := elements(t, directed)["path"], elements(t, undirected)["path"]; a != b+2 {
		t.Errorf("a directed path of two arcs has %d paths, the undirected one %d: want two arrow heads more", a, b)
	}
}

// A marked pair adds a line, thick for an edge and dashed otherwise, and isolated nodes are as
// large as others.
func TestMarkedPairs(t *testing.T) {
	with, without := build(t, 3, []graph.Edge{{U: 0, V: 1}}, false), build(t, 3, nil, false)
	style := NetworkStyle{Ids: true, Like: cycle(t, 3)}
	drawn := func(g *graph.Graph, pairs ...graph.Edge) (lines, dashed int, size string) {
		t.Helper()
		style.MarkedPairs = pairs
		svg := must.Get(Network(g, style).SVG())(t)
		letters := regexp.MustCompile(`font-size:[^;"]*`).FindString(string(svg))
		return elements(t, svg)["path"], strings.Count(string(svg), "stroke-dasharray"), letters
	}
	pair := graph.Edge{U: 0, V: 1}
	a, _, size := drawn(with)
	b, dashes, _ := drawn(with, pair)
	if a+1 != b || dashes != 0 {
		t.Errorf("%d paths, %d with a marked edge, %d of dashes", a, b, dashes)
	}
	c, dashes, alone := drawn(without, pair)
	if c != a || dashes != 1 || alone != size {
		t.Errorf("%d paths without the edge, want %d; %d of dashes; letters %q and %q", c, a, dashes, alone, size)
	}
}

// A series of separate points has marks and no line.
func TestPointsApart(t *testing.T) {
	paths := func(s Series) int {
		t.Helper()
		svg := must.Get(Lines(LinesStyle{Dots: true}, s).SVG())(t)
		return elements(t, svg)["path"]
	}
	if joined, apart := paths(Series{Y: []float64{1, 2, 3}}), paths(Series{Y: []float64{1, 2, 3}, Apart: true}); apart != joined-1 {
		t.Errorf("%d paths of three points that are joined, %d apart", joined, apart)
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
		a := must.Get(make().SVG())(t)
		b := must.Get(make().SVG())(t)
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two runs drew different bytes", name)
		}
		picture := must.Get(make().PNG(72))(t)
		if _, err := png.Decode(bytes.NewReader(picture)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A graph that embeds exactly has a layout without stress: a path lies on a line, evenly spaced,
// along the x axis; all distances are exact.
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

// Twins, whose optimal positions are equal, do not overlap.
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

// A star of 4 leaves and one node without edges: 5 of 6 nodes have a degree of
// at least 1, one of at least 4; of its 20 ordered pairs 8 are at distance 1.
func TestCurvesOfAStar(t *testing.T) {
	star := build(t, 6, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}, {U: 0, V: 4}}, false)
	d, share := atLeast(metric.DegreeHistogram(star))
	if !slices.Equal(d, []float64{1, 4}) || !slices.Equal(share, []float64{5.0 / 6, 1.0 / 6}) {
		t.Errorf("degrees %v, shares %v", d, share)
	}
	paths := must.Get(metric.Distances(context.Background(), star))(t)
	d, share = within(paths.All.Pairs)
	if !slices.Equal(d, []float64{0, 1, 2}) || !slices.Equal(share, []float64{0, 8.0 / 20, 1}) {
		t.Errorf("distances %v, shares %v", d, share)
	}
}

// Two cliques without an edge between them are two dark blocks on white, in the
// order of their groups.
func TestAdjacencyOfTwoCliques(t *testing.T) {
	const n = 400
	groups := make([]int32, n)
	var edges []graph.Edge
	for u := range int32(n) {
		groups[u] = 1 - u%2
		for v := u + 2; v < n; v += 2 {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	f := Adjacency("", build(t, n, edges, false), groups)
	picture := must.Get(f.PNG(72))(t)
	img := must.Get(png.Decode(bytes.NewReader(picture)))(t)
	size := img.Bounds().Dx()
	brightness := func(x, y float64) uint32 {
		r, _, _, _ := img.At(int(x*float64(size)), int(y*float64(img.Bounds().Dy()))).RGBA()
		return r >> 8
	}
	for _, c := range []struct {
		x, y float64
		dark bool
	}{{0.25, 0.3, true}, {0.75, 0.7, true}, {0.25, 0.7, false}, {0.75, 0.3, false}} {
		if b := brightness(c.x, c.y); c.dark != (b < 60) || !c.dark && b != 255 {
			t.Errorf("at (%v, %v) the brightness is %d", c.x, c.y, b)
		}
	}
	if shade(0, 10) != 255 || shade(1, 10) != 0 || shade(0.01, 10) >= shade(0, 10) {
		t.Error("shades do not run from white for nothing to black for all")
	}
}

func TestCompareAndPanel(t *testing.T) {
	f := Compare(context.Background(), "Two cycles", Named{Name: "small", Graph: cycle(t, 12)}, Named{Name: "large", Graph: cycle(t, 60)})
	svg := must.Get(f.SVG())(t)
	for _, want := range []string{"Two cycles", "small", "large", "Degrees", "Distances", "Largest eigenvalues"} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("no %q in the figure", want)
		}
	}
	one := Lines(LinesStyle{}, Series{Y: []float64{1, 2}})
	row, column := Panel("", 3, one, one), Panel("", 1, one, one)
	if row.width != 2*one.width || row.height != one.height || column.width != one.width || column.height != 2*one.height {
		t.Errorf("two figures of %v x %v: a row of %v x %v, a column of %v x %v",
			one.width, one.height, row.width, row.height, column.width, column.height)
	}
	if small := one.Sized(2, 1.5); small.width != 2*72 || small.height != 1.5*72 || one.width == small.width {
		t.Errorf("sized to %v x %v, from %v", small.width, small.height, one.width)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, f := range map[string]*Figure{
		"no figures":     Panel("", 2),
		"no columns":     Panel("", 0, one),
		"a nil figure":   Panel("", 2, one, nil),
		"a failed one":   Panel("", 2, one, Lines(LinesStyle{})),
		"no edges":       Degrees("", Named{Name: "none", Graph: build(t, 3, nil, false)}),
		"cancelled":      Compare(ctx, "", Named{Name: "a", Graph: cycle(t, 400)}),
		"no graph":       Adjacency("", new(graph.Graph), nil),
		"groups":         Adjacency("", cycle(t, 3), []int32{1}),
		"log of nothing": Lines(LinesStyle{LogY: true}, Series{Y: []float64{1, 0}}),
	} {
		if _, err := f.SVG(); err == nil || !strings.HasPrefix(err.Error(), "figure: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDecades(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		marks  int
		labels string
	}{{0.02, 100, 8 + 9 + 9 + 9 + 1, "0.1 1 10 100"}, {0.5, 8, 5 + 8, "0.5 1 2 5"}, {0.1, 3.2, 9 + 3, "0.1 0.2 0.5 1 2"}, {0.02, 0.3, 8 + 3, "0.02 0.05 0.1 0.2"}, {2e7, 8e7, 7, ""}} {
		var labels []string
		marks := decades{}.Ticks(math.Log10(c.lo), math.Log10(c.hi))
		for _, mark := range marks {
			if mark.Label != "" {
				labels = append(labels, mark.Label)
			}
		}
		if got := strings.Join(labels, " "); got != c.labels || len(marks) != c.marks {
			t.Errorf("from %v to %v: %d marks, labels %q; want %d, %q", c.lo, c.hi, len(marks), got, c.marks, c.labels)
		}
	}
	for e, want := range map[int]string{-5: "10⁻⁵", -2: "0.01", 0: "1", 4: "10000", 12: "10¹²"} {
		if got := powerOfTen(e); got != want {
			t.Errorf("ten to the %d is written %s, want %s", e, got, want)
		}
	}
}

// Nodes in different components, and of a graph without edges, have positions too.
func TestLayoutOfUnconnectedNodes(t *testing.T) {
	at := layout(build(t, 4, []graph.Edge{{U: 0, V: 1}}, false))
	for u := range at {
		for v := range u {
			if d := math.Hypot(at[u].x-at[v].x, at[u].y-at[v].y); !(d > 0.5) {
				t.Errorf("nodes %d and %d are %v apart", u, v, d)
			}
		}
	}
	must.Get(Network(build(t, 1, nil, false), NetworkStyle{}).SVG())(t)
}

// Graphs drawn like another one have the same node positions, and other positions on their own.
func TestNetworkLikeAnother(t *testing.T) {
	ring, path := cycle(t, 8), build(t, 8, []graph.Edge{{U: 0, V: 4}, {U: 4, V: 1}, {U: 1, V: 5}, {U: 2, V: 6}}, false)
	nodes := func(f *Figure) string {
		t.Helper()
		svg := must.Get(f.SVG())(t)
		return strings.Join(regexp.MustCompile(`<text x="[^"]*" y="[^"]*"`).FindAllString(string(svg), -1), " ")
	}
	own, like := nodes(Network(path, NetworkStyle{Ids: true})), nodes(Network(path, NetworkStyle{Ids: true, Like: ring}))
	if want := nodes(Network(ring, NetworkStyle{Ids: true})); like != want || own == want {
		t.Errorf("like the ring: %s\nthe ring: %s\nby itself: %s", like, want, own)
	}
}

func TestBadInputIsAnError(t *testing.T) {
	g := cycle(t, 4)
	for name, f := range map[string]*Figure{
		"places of another size": Network(g, NetworkStyle{Like: cycle(t, 5)}),
		"no nodes":               Network(build(t, 0, nil, false), NetworkStyle{}),
		"too many":               Network(build(t, maxDrawn+1, nil, false), NetworkStyle{}),
		"groups":                 Network(g, NetworkStyle{Groups: []int32{0}}),
		"group":                  Network(g, NetworkStyle{Groups: []int32{0, 0, -1, 0}}),
		"marked":                 Network(g, NetworkStyle{Marked: []int32{4}}),
		"marked pair":            Network(g, NetworkStyle{MarkedPairs: []graph.Edge{{U: 0, V: 4}}}),
		"no series":              Lines(LinesStyle{}),
		"empty series":           Lines(LinesStyle{}, Series{}),
		"unequal":                Lines(LinesStyle{}, Series{X: []float64{1}, Y: []float64{1, 2}}),
		"NaN":                    Lines(LinesStyle{}, Series{Y: []float64{1, math.NaN()}}),
		"infinite":               Lines(LinesStyle{}, Series{X: []float64{math.Inf(1)}, Y: []float64{1}}),
		"a zero figure":          new(Figure),
		"no size":                Lines(LinesStyle{}, Series{Y: []float64{1}}).Sized(0, math.NaN()),
	} {
		if _, err := f.SVG(); err == nil || !strings.HasPrefix(err.Error(), "figure: ") {
			t.Errorf("%s: SVG() gives %v", name, err)
		}
		if _, err := f.PNG(100); err == nil {
			t.Errorf("%s: PNG() gives no error", name)
		}
	}
	_, err := Lines(LinesStyle{}, Series{Name: "a", X: []float64{1, math.Inf(1)}, Y: []float64{1, 1}}).SVG()
	if err == nil || !strings.Contains(err.Error(), `series "a": point 2`) {
		t.Errorf("an infinite value is reported as %v", err)
	}
	if _, err := Network(g, NetworkStyle{}).PNG(0); err == nil {
		t.Error("PNG(0) gives no error")
	}
}

func TestScatter(t *testing.T) {
	two := []Points{{Name: "dots", X: []float64{1, 2, 3}, Y: []float64{0, -1, 4}}, {Name: "arrows", X: []float64{1}, Y: []float64{1}, Arrows: true}}
	plain := must.Get(Scatter(ScatterStyle{Title: "two"}, two...).SVG())(t)
	round := must.Get(Scatter(ScatterStyle{Title: "two", Circles: []float64{1, 2}, Square: true}, two...).SVG())(t)
	if a, b := elements(t, plain)["path"], elements(t, round)["path"]; b < a+2 {
		t.Errorf("%d paths, with two circles %d", a, b)
	}
	for name, f := range map[string]*Figure{
		"no points":  Scatter(ScatterStyle{}),
		"one short":  Scatter(ScatterStyle{}, Points{X: []float64{1}, Y: nil}),
		"not finite": Scatter(ScatterStyle{}, Points{X: []float64{1}, Y: []float64{math.NaN()}}),
		"circle":     Scatter(ScatterStyle{Circles: []float64{-1}}, two...),
	} {
		if _, err := f.SVG(); err == nil {
			t.Errorf("%s: drawn", name)
		}
	}
}

func TestSpread(t *testing.T) {
	bars := func(spread ...float64) (int, error) {
		svg, err := Lines(LinesStyle{LogY: true}, Series{Y: []float64{1, 10, 100}, Spread: spread}).SVG()
		if err != nil {
			return 0, err
		}
		return elements(t, svg)["path"], nil
	}
	none, err := bars()
	with, err2 := bars(0.5, 5, 50)
	if err != nil || err2 != nil || with < none+3 {
		t.Errorf("%d paths, with three bars %d (%v, %v)", none, with, err, err2)
	}
	if one, err := bars(0, 0.001, 50); err != nil || one != none+3 {
		t.Errorf("%d paths without bars, %d with one that is longer than its line is wide (%v)", none, one, err)
	}
	if low, err := bars(0.5, 5, 200); err != nil || low < with {
		t.Errorf("%d paths with a bar that reaches below 0, and %d with others (%v)", low, with, err)
	}
	for _, bad := range [][]float64{{1}, {-1, 0, 0}, {math.NaN(), 0, 0}, {math.Inf(1), 0, 0}} {
		if _, err := bars(bad...); err == nil {
			t.Errorf("drawn with spreads %v", bad)
		}
	}
}
