package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strconv"

	"github.com/graphdp/graphdp/data/graph"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// NetworkStyle is the style of [Network].
type NetworkStyle struct {
	Title  string
	Groups []int32  // group of each node, shown by colour and shape; nil: one group
	Names  []string // names of the groups, for the legend
	Marked []int32  // nodes with a dark outline
	Ids    bool     // draw node ids
	// MarkedPairs are drawn in red: a thick line for an edge, dashes for a pair without an edge.
	MarkedPairs []graph.Edge
	// Like is a graph on the same nodes that determines their positions; nil: the graph itself. It
	// makes graphs comparable node by node.
	Like *graph.Graph
}

// Network draws a graph of up to 600 nodes. Distances on paper approximate graph distances.
func Network(g *graph.Graph, style NetworkStyle) *Figure {
	switch n := g.N(); {
	case n == 0:
		return failed("a graph without nodes has no picture")
	case n > maxDrawn:
		return failed("%d nodes are too many to draw one by one (at most %d)", n, maxDrawn)
	case style.Groups != nil && len(style.Groups) != n:
		return failed("%d groups for %d nodes", len(style.Groups), n)
	}
	like := cmp.Or(style.Like, g)
	if like.N() != g.N() {
		return failed("places of %d nodes for %d nodes", like.N(), g.N())
	}
	net := &network{g: g, style: style, at: layout(like), marked: make([]bool, g.N())}
	for _, u := range style.Marked {
		if u < 0 || int(u) >= g.N() {
			return failed("marked node %d is not one of the %d nodes", u, g.N())
		}
		net.marked[u] = true
	}
	for _, e := range style.MarkedPairs {
		if min(e.U, e.V) < 0 || int(max(e.U, e.V)) >= g.N() || e.U == e.V {
			return failed("the marked pair %d and %d is not one of the %d nodes", e.U, e.V, g.N())
		}
	}
	most := int32(0)
	for u, c := range style.Groups {
		if c < 0 || c > math.MaxInt16 {
			return failed("node %d is in group %d", u, c)
		}
		most = max(most, c)
	}

	p := blank(style.Title)
	p.HideAxes()
	p.Add(net)
	var names []entry
	for i, name := range style.Names {
		if i <= int(most) {
			names = append(names, entry{name: name, look: number(i), radius: vg.Points(4)})
		}
	}

	// x and y have the same scale.
	const width = 6.0
	xmin, xmax, _, _ := net.DataRange()
	spread(net.at, 2.5*float64(net.largest()/vg.Inch)/width*(xmax-xmin))
	xmin, xmax, ymin, ymax := net.DataRange()
	height := min(max(width*(ymax-ymin)/(xmax-xmin), 2.2), 6)
	if style.Title != "" {
		height += 0.3
	}
	return of(p, names, TopRight, width, height)
}

// network is the plotter of a graph.
type network struct {
	g      *graph.Graph
	style  NetworkStyle
	at     []point
	marked []bool
}

// DataRange adds a margin for the outermost nodes.
func (n *network) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, ymin = math.Inf(1), math.Inf(1)
	xmax, ymax = math.Inf(-1), math.Inf(-1)
	for _, p := range n.at {
		xmin, xmax = min(xmin, p.x), max(xmax, p.x)
		ymin, ymax = min(ymin, p.y), max(ymax, p.y)
	}
	margin := 0.06*max(xmax-xmin, ymax-ymin) + 0.1
	return xmin - margin, xmax + margin, ymin - margin, ymax + margin
}

// Plot draws the edges, and the nodes over them.
func (n *network) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	place := func(u int32) vg.Point { return vg.Point{X: toX(n.at[u].x), Y: toY(n.at[u].y)} }
	radius := n.radius(place)
	line := draw.LineStyle{Color: pale, Width: vg.Points(0.8)}
	for u, v := range n.g.Edges() {
		a, b := place(u), place(v)
		c.StrokeLine2(line, a.X, a.Y, b.X, b.Y)
		if n.g.Directed() {
			arrowHead(&c, a, b, radius)
		}
	}
	for _, e := range n.style.MarkedPairs {
		red := draw.LineStyle{Color: vermilion, Width: vg.Points(3)}
		if !n.g.HasEdge(e.U, e.V) {
			red.Width, red.Dashes = vg.Points(1.2), dashed
		}
		a, b := place(e.U), place(e.V)
		c.StrokeLine2(red, a.X, a.Y, b.X, b.Y)
	}
	text := draw.TextStyle{
		Font: p.Legend.TextStyle.Font, Handler: p.Legend.TextStyle.Handler,
		XAlign: draw.XCenter, YAlign: draw.YCenter,
	}
	text.Font.Size = radius * 1.05
	for u := range int32(n.g.N()) {
		group := 0
		if n.style.Groups != nil {
			group = int(n.style.Groups[u])
		}
		look := number(group)
		outline, wider := color.Color(color.White), min(vg.Points(0.8), radius/4)
		if n.marked[u] {
			outline, wider = ink, 2*wider
		}
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: outline, Radius: radius + wider, Shape: look.mark}, place(u))
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: look.colour, Radius: radius, Shape: look.mark}, place(u))
		if n.style.Ids {
			text.Color = over(look.colour)
			c.FillText(text, place(u), strconv.Itoa(int(u)))
		}
	}
}

// largest returns the largest radius of a node, smaller for many nodes.
func (n *network) largest() vg.Length {
	return vg.Points(min(8, max(2, 48/math.Sqrt(float64(n.g.N())))))
}

// radius returns the radius of nodes at these positions: nine of ten edges are visible over more
// than half of their length, and nineteen of twenty nodes touch no other.
func (n *network) radius(place func(int32) vg.Point) vg.Length {
	between := func(u, v int32) float64 {
		a, b := place(u), place(v)
		return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y))
	}
	var edges, nearest []float64
	for u, v := range n.g.Edges() {
		if u != v {
			edges = append(edges, between(u, v))
		}
	}
	for u := range int32(n.g.N()) {
		d := math.Inf(1)
		for v := range int32(n.g.N()) {
			if u != v {
				d = min(d, between(u, v))
			}
		}
		nearest = append(nearest, d)
	}
	// fit returns the length that all but a share of the list exceed
	fit := func(list []float64, share float64, part vg.Length) vg.Length {
		if len(list) == 0 {
			return n.largest()
		}
		slices.Sort(list)
		return part * vg.Length(list[int(share*float64(len(list)))])
	}
	r := min(n.largest(), fit(edges, 0.1, 0.2), fit(nearest, 0.05, 0.45))
	if !n.style.Ids {
		r = min(r, 5)
	}
	return max(r, vg.Points(1))
}

// arrowHead draws an arrow head that points at b, at the rim of its node.
func arrowHead(c *draw.Canvas, a, b vg.Point, radius vg.Length) {
	length := vg.Length(math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y)))
	if length <= radius {
		return
	}
	ux, uy := (b.X-a.X)/length, (b.Y-a.Y)/length
	tip := vg.Point{X: b.X - radius*ux, Y: b.Y - radius*uy}
	size := vg.Points(5)
	back := vg.Point{X: tip.X - size*ux, Y: tip.Y - size*uy}
	c.FillPolygon(grey, []vg.Point{
		tip,
		{X: back.X - size/3*uy, Y: back.Y + size/3*ux},
		{X: back.X + size/3*uy, Y: back.Y - size/3*ux},
	})
}
