package figure

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// SVG draws the figure as a standalone SVG document.
func (f *Figure) SVG() ([]byte, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	c := &vector{width: f.width, height: f.height, about: f.alternative()}
	c.now.matrix = matrix{1, 0, 0, -1, 0, c.height.Points()}
	vg.Initialize(c)
	f.draw(inside(draw.New(c)))
	return written(c)
}

// Not every machine has the font used for measuring: Arial has the same widths.
const fonts = "'Liberation Sans',Arial,Helvetica,sans-serif"

// vector is a canvas that writes SVG in a fifth of the bytes of gonum's: coordinates are in page
// units, relative within a path and rounded to what is visible, and consecutive shapes of one style
// form one path.
type vector struct {
	width, height vg.Length
	about         string // the text alternative
	now           pen
	pushed        []pen
	body          bytes.Buffer

	style string // attributes of the current path; empty: none
	turn  bool   // orientation of its filled outlines
	data  bytes.Buffer
	drawn map[string]bool // outlines of the path; repeated ones are invisible and omitted
	err   error
}

// pen is the drawing state of a canvas.
type pen struct {
	matrix matrix
	width  vg.Length
	dashes []vg.Length
	offset vg.Length
	color  color.Color
}

// matrix maps (x, y) to (ax + cy + e, bx + dy + f).
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) times(o matrix) matrix {
	return matrix{
		m.a*o.a + m.c*o.b, m.b*o.a + m.d*o.b, m.a*o.c + m.c*o.d, m.b*o.c + m.d*o.d,
		m.a*o.e + m.c*o.f + m.e, m.b*o.e + m.d*o.f + m.f,
	}
}

func (m matrix) of(p vg.Point) (x, y float64) {
	x, y = p.X.Points(), p.Y.Points()
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// scale returns the scaling of lengths. Both axes have the same units.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

func (c *vector) Size() (w, h vg.Length)                 { return c.width, c.height }
func (c *vector) SetLineWidth(w vg.Length)               { c.now.width = w }
func (c *vector) SetLineDash(d []vg.Length, o vg.Length) { c.now.dashes, c.now.offset = d, o }
func (c *vector) SetColor(x color.Color)                 { c.now.color = x }
func (c *vector) Scale(x, y float64)                     { c.now.matrix = c.now.matrix.times(matrix{a: x, d: y}) }
func (c *vector) Push()                                  { c.pushed = append(c.pushed, c.now) }

func (c *vector) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	c.now.matrix = c.now.matrix.times(matrix{a: cos, b: sin, c: -sin, d: cos})
}

func (c *vector) Translate(p vg.Point) {
	c.now.matrix = c.now.matrix.times(matrix{1, 0, 0, 1, p.X.Points(), p.Y.Points()})
}

func (c *vector) Pop() {
	c.now, c.pushed = c.pushed[len(c.pushed)-1], c.pushed[:len(c.pushed)-1]
}

// Stroke draws a line.
func (c *vector) Stroke(p vg.Path) {
	if c.now.width <= 0 {
		return
	}
	scale := c.now.matrix.scale()
	style := ` fill="none"` + paint("stroke", c.now.color)
	if w := short(c.now.width.Points()*scale, 2); w != "1" {
		style += ` stroke-width="` + w + `"`
	}
	for i, d := range c.now.dashes {
		style += [2]string{` stroke-dasharray="`, " "}[min(i, 1)] + short(d.Points()*scale, 2)
	}
	if len(c.now.dashes) > 0 {
		style += `"`
		if c.now.offset != 0 {
			style += ` stroke-dashoffset="` + short(c.now.offset.Points()*scale, 2) + `"`
		}
	}
	c.path(style, p, false)
}

// Fill fills an area. Within one path, overlapping areas of opposite orientation would leave holes.
func (c *vector) Fill(p vg.Path) { c.path(paint("fill", c.now.color), p, true) }

// paint returns the attribute of a colour.
func paint(name string, c color.Color) string {
	r, g, b, a := c.RGBA()
	if a == 0 {
		return fmt.Sprintf(` %s="#000" %s-opacity="0"`, name, name)
	}
	byteOf := func(v uint32) uint32 { return v * 255 / a }
	text := fmt.Sprintf(` %s="#%02X%02X%02X"`, name, byteOf(r), byteOf(g), byteOf(b))
	if a != math.MaxUint16 {
		text += fmt.Sprintf(` %s-opacity="%s"`, name, short(float64(a)/math.MaxUint16, 3))
	}
	return text
}

// path writes a path, joined to the previous one if that looks the same.
func (c *vector) path(style string, p vg.Path, filled bool) {
	data, turn := c.outline(p)
	if _, _, _, a := c.now.color.RGBA(); style != c.style || filled && turn != c.turn || a != math.MaxUint16 {
		c.flush()
		c.style, c.turn, c.drawn = style, turn, map[string]bool{}
	}
	if !c.drawn[data] {
		c.drawn[data] = true
		c.data.WriteString(data)
	}
}

// flush ends the current path.
func (c *vector) flush() {
	if c.style != "" {
		fmt.Fprintf(&c.body, "<path%s d=\"%s\"/>\n", c.style, c.data.Bytes())
	}
	c.style = ""
	c.data.Reset()
}

// outline writes a path relative to its start, and reports whether it runs clockwise.
func (c *vector) outline(p vg.Path) (string, bool) {
	o := outline{matrix: c.now.matrix}
	for i, part := range p {
		switch part.Type {
		case vg.MoveComp:
			o.move(part.Pos)
		case vg.LineComp:
			o.to("l", part.Pos)
		case vg.CurveComp:
			o.to([]string{"q", "c"}[len(part.Control)-1], append(part.Control, part.Pos)...)
		case vg.ArcComp:
			o.arc(part, i == 0)
		case vg.CloseComp:
			o.d.WriteByte('z')
			o.turned(o.x0, o.y0)
		default:
			c.err = fmt.Errorf("a path has a part of type %d", part.Type)
		}
	}
	o.turned(o.x0, o.y0)
	return o.d.String(), o.area > 0
}

// outline is a path being written.
type outline struct {
	matrix matrix
	d      bytes.Buffer
	x, y   float64 // current point, as written
	x0, y0 float64 // its start
	area   float64 // twice the enclosed area, clockwise
}

func (o *outline) move(p vg.Point) {
	x, y := o.matrix.of(p)
	o.d.WriteString("M" + short(x, 1) + " " + short(y, 1))
	o.x0, o.y0 = parsed(short(x, 1)), parsed(short(y, 1))
	o.x, o.y = o.x0, o.y0
}

// to writes a command with its points; the last one becomes the current point.
func (o *outline) to(command string, points ...vg.Point) {
	o.d.WriteString(command)
	x, y := o.x, o.y
	for i, p := range points {
		px, py := o.matrix.of(p)
		dx, dy := short(px-o.x, 2), short(py-o.y, 2)
		if i > 0 {
			o.d.WriteByte(' ')
		}
		o.d.WriteString(dx)
		if dy[0] != '-' {
			o.d.WriteByte(' ')
		}
		o.d.WriteString(dy)
		x, y = o.x+parsed(dx), o.y+parsed(dy)
	}
	o.turned(x, y)
}

// turned moves the current point, and adds to the area.
func (o *outline) turned(x, y float64) {
	o.area += o.x*y - x*o.y
	o.x, o.y = x, y
}

// arc writes an arc as two halves, since the ends of an arc must differ.
func (o *outline) arc(a vg.PathComp, first bool) {
	on := func(angle float64) vg.Point {
		sin, cos := math.Sincos(angle)
		return vg.Point{X: a.Pos.X + a.Radius*vg.Length(cos), Y: a.Pos.Y + a.Radius*vg.Length(sin)}
	}
	start := on(a.Start)
	if x, y := o.matrix.of(start); first {
		o.move(start)
	} else if math.Hypot(x-o.x, y-o.y) > 0.1 {
		o.to("l", start)
	}
	half, radius, sweep := math.Abs(a.Angle)/2, a.Radius.Points()*o.matrix.scale(), 0
	if (a.Angle > 0) == (o.matrix.a*o.matrix.d > o.matrix.b*o.matrix.c) {
		sweep = 1
	}
	for i := range 2 {
		o.to(fmt.Sprintf("a%[1]s %[1]s 0 0 %[2]d ", short(radius, 2), sweep), on(a.Start+float64(i+1)/2*a.Angle))
		o.area += float64(2*sweep-1) * radius * radius * (half - math.Sin(half))
	}
}

// FillString writes a text.
func (c *vector) FillString(f font.Face, at vg.Point, text string) {
	c.flush()
	m := c.now.matrix
	x, y := m.of(at)
	fmt.Fprintf(&c.body, `<text x="%s" y="%s" font-size="%s"%s`, short(x, 2), short(y, 2), short(f.Font.Size.Points()*m.scale(), 2), paint("fill", c.now.color))
	if angle := math.Atan2(m.b, m.a) * 180 / math.Pi; math.Abs(angle) > 1e-9 {
		fmt.Fprintf(&c.body, ` transform="rotate(%s %s %s)"`, short(angle, 2), short(x, 2), short(y, 2))
	}
	fmt.Fprintf(&c.body, ">%s</text>\n", html.EscapeString(text))
}

// DrawImage draws a picture.
func (c *vector) DrawImage(r vg.Rectangle, picture image.Image) {
	c.flush()
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		c.err = err
		return
	}
	x, y := c.now.matrix.of(vg.Point{X: r.Min.X, Y: r.Max.Y})
	scale, size := c.now.matrix.scale(), r.Size()
	fmt.Fprintf(&c.body, "<image x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" preserveAspectRatio=\"none\" href=\"data:image/png;base64,%s\"/>\n",
		short(x, 2), short(y, 2), short(size.X.Points()*scale, 2), short(size.Y.Points()*scale, 2), base64.StdEncoding.EncodeToString(b.Bytes()))
}

// WriteTo writes the document.
func (c *vector) WriteTo(w io.Writer) (int64, error) {
	if c.err != nil {
		return 0, c.err
	}
	c.flush()
	width, height := short(c.width.Points(), 2), short(c.height.Points(), 2)
	n, err := fmt.Fprintf(w, "<?xml version=\"1.0\"?>\n<svg width=\"%spt\" height=\"%spt\" viewBox=\"0 0 %s %s\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"%s\" style=\"background:#FFF;max-width:100%%;height:auto\" font-family=\"%s\">\n%s</svg>\n",
		width, height, width, height, html.EscapeString(c.about), fonts, c.body.Bytes())
	return int64(n), err
}

// short formats a number with at most the given number of decimals, at least one, without trailing
// zeros.
func short(x float64, digits int) string {
	text := strings.TrimRight(strconv.FormatFloat(x, 'f', digits, 64), "0")
	switch text = strings.TrimSuffix(text, "."); {
	case text == "" || text == "-" || text == "-0":
		return "0"
	case strings.HasPrefix(text, "0."):
		return text[1:]
	case strings.HasPrefix(text, "-0."):
		return "-" + text[2:]
	}
	return text
}

func parsed(text string) float64 {
	x, _ := strconv.ParseFloat(text, 64) // written by [short]
	return x
}
