package figure

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// picture is a mark in black on white, as bytes.
func picture(t *testing.T, m mark) []byte {
	t.Helper()
	c := vgimg.New(30, 30)
	m.DrawGlyph(&draw.Canvas{Canvas: c, Rectangle: vg.Rectangle{Max: vg.Point{X: 30, Y: 30}}}, draw.GlyphStyle{Color: ink, Radius: 8}, vg.Point{X: 15, Y: 15})
	return must.Get(written(vgimg.PngCanvas{Canvas: c}))(t)
}

// Eleven curves differ pairwise in colour and in mark, whether they are full or hollow.
func TestStylesDiffer(t *testing.T) {
	if len(allStyles) != 11 {
		t.Fatalf("%d styles, want 11", len(allStyles))
	}
	for i, a := range allStyles {
		for _, b := range allStyles[:i] {
			if a.colour == b.colour {
				t.Errorf("styles of roles %d and %d have the same colour", a.role, b.role)
			}
			for _, hollow := range []bool{false, true} {
				a.mark.hollow, b.mark.hollow = hollow, hollow
				if bytes.Equal(picture(t, a.mark), picture(t, b.mark)) {
					t.Errorf("styles of roles %d and %d have the same mark, hollow: %v", a.role, b.role, hollow)
				}
			}
		}
		full, hollow := a.mark, a.mark
		full.hollow, hollow.hollow = false, true
		if bytes.Equal(picture(t, full), picture(t, hollow)) {
			t.Errorf("role %d: a hollow mark looks like a full one", a.role)
		}
	}
}

// styles are the looks of roles without methods.
func styles(roles ...Role) (list []style) {
	var shown []Shown
	for _, r := range roles {
		shown = append(shown, Shown{Role: r})
	}
	for _, look := range Looks(shown...) {
		list = append(list, look.style)
	}
	return list
}

// A role looks the same in every figure; Other never looks like a role of the figure.
func TestRolesLookTheSameEverywhere(t *testing.T) {
	roles := []Role{Paper, Published, Strict, Control, NonPrivate, Null}
	alone := map[Role]style{}
	for _, r := range roles {
		alone[r] = styles(r)[0]
	}
	same := func(a, b style) bool { return a.colour == b.colour && slices.Equal(a.mark.corners, b.mark.corners) }
	for _, company := range [][]Role{
		{Other, Null, Other, Strict, Other, Other}, {Null, Other, Published}, {Strict, Paper, Control, Other, Null, NonPrivate, Other, Published, Other},
	} {
		list := styles(company...)
		for i, r := range company {
			if r != Other && (!same(list[i], alone[r]) || list[i].mark.hollow) {
				t.Errorf("%v: role %d looks otherwise than alone", company, r)
			}
			for j := range i {
				if same(list[i], list[j]) {
					t.Errorf("%v: %d and %d look the same", company, j, i)
				}
			}
		}
	}
	twice := styles(Null, Null)
	if twice[0].mark.like(twice[1].mark) || twice[0].colour != twice[1].colour || slices.Equal(twice[0].dashes, twice[1].dashes) {
		t.Errorf("a role that is there twice: %+v", twice)
	}
	for _, s := range styles(append(make([]Role, 20), Strict)...) {
		if s.colour == ink || s.colour == grey || s.colour == green {
			t.Errorf("another curve beside a role has the colour %v of what it is compared with", s.colour)
		}
	}
	if plain := styles(make([]Role, 9)...); !same(plain[0], number(0)) || !same(plain[8], number(8)) {
		t.Error("without roles, styles are not those of numbered groups")
	}
	for _, f := range []*Figure{
		Lines(LinesStyle{}, Series{Role: Tuned + 1, Y: []float64{1}}), Lines(LinesStyle{}, Series{Role: -1, Y: []float64{1}}),
		Scatter(ScatterStyle{}, Points{Role: Tuned + 1, X: []float64{1}, Y: []float64{1}}),
	} {
		if _, err := f.SVG(); err == nil || !strings.Contains(err.Error(), "role") {
			t.Errorf("an unknown role: %v", err)
		}
	}
}

// A role of a method has its own colour, for any number of methods. Its curves differ in their
// marks, and no mark is open. The first method of a role has the role's style, and reference lines
// have it for all methods.
func TestLooks(t *testing.T) {
	var shown []Shown
	for _, of := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		for role := Other; role <= Tuned; role++ {
			shown = append(shown, Shown{role, of}, Shown{role, of}, Shown{role, of})
		}
	}
	shown = append(shown, Shown{}, Shown{})
	looks, of := Looks(shown...), map[color.RGBA]int{} // the first that has a colour
	levels := map[Role]style{Paper: styles(Paper)[0], Null: styles(Null)[0], NonPrivate: styles(NonPrivate)[0], Tuned: styles(NonPrivate)[0]}
	for i, l := range looks {
		first, ok := of[l.colour]
		if !ok {
			of[l.colour], first = i, i
		}
		if l.mark.hollow {
			t.Errorf("%v has open marks", shown[i])
		}
		if level, ok := levels[shown[i].Role]; ok {
			if l.colour != level.colour {
				t.Errorf("%v has not the colour of its role", shown[i])
			}
			continue
		}
		if again := i != first; again != (i%3 > 0 && shown[i].Of != "") || shown[i] != shown[first] {
			t.Errorf("%v has the colour of %v", shown[i], shown[first])
		}
		for j := first; j < i; j++ {
			if shown[i] == shown[j] && l.mark.like(looks[j].mark) {
				t.Errorf("two curves of %v have one mark", shown[i])
			}
		}
	}
	for i, x := range shown[:3*int(Null)] {
		if home := styles(x.Role)[0]; x.Role != Other && looks[i].colour != home.colour {
			t.Errorf("role %d of the first method is %v, not %v", x.Role, looks[i].colour, home.colour)
		}
	}
	if alone := Looks(Shown{AsCoded, "a"}, Shown{Strict, "a"}, Shown{Tuned, "a"}, Shown{NonPrivate, "b"}, Shown{Null, "a"}, Shown{Null, "b"}); alone[1].colour != blue ||
		alone[2].colour != green || alone[3].colour != green || alone[2].mark.like(alone[3].mark) || alone[4].colour != grey || alone[5].colour != grey || alone[4].mark.like(alone[5].mark) {
		t.Errorf("%+v", alone)
	}
}

func TestHidden(t *testing.T) {
	line := func(y ...float64) (c plotter.XYs) {
		for i, v := range y {
			c = append(c, plotter.XY{X: float64(i), Y: v})
		}
		return c
	}
	level := plotter.XYs{{X: 0, Y: 1}, {X: 3, Y: 1}}
	for name, c := range map[string]struct {
		curves []plotter.XYs
		want   []int
		looks  []Look // nil for solid lines
	}{
		"dots over a line":      {[]plotter.XYs{line(0, 1, 2, 3), line(0, 1, 2, 3)}, []int{0, 0}, []Look{{}, {style: style{dashes: dotted}}}},
		"a line over dots":      {[]plotter.XYs{line(0, 1, 2, 3), line(0, 1, 2, 3)}, []int{1, 0}, []Look{{style: style{dashes: dotted}}, {}}},
		"apart":                 {[]plotter.XYs{line(0, 1, 2, 3), line(1, 2, 3, 4)}, []int{0, 0}, nil},
		"the same":              {[]plotter.XYs{line(0, 1, 2, 3), line(0, 1, 2, 3)}, []int{1, 0}, nil},
		"three of them":         {[]plotter.XYs{line(0, 1, 2, 3), line(0, 1, 2, 3), line(0, 1, 2, 3)}, []int{2, 1, 0}, nil},
		"nearly":                {[]plotter.XYs{line(0, 1, 2, 3), line(.02, 1.02, 2.02, 3)}, []int{1, 0}, nil},
		"crossing":              {[]plotter.XYs{line(0, 1, 2, 3), line(3, 2, 1, 0)}, []int{0, 0}, nil},
		"half":                  {[]plotter.XYs{line(0, 1, 2, 3), line(0, 1, 5, 6)}, []int{1, 0}, nil},
		"a level through all":   {[]plotter.XYs{line(1, 1, 1, 1, 3), level}, []int{1, 0}, nil},
		"all over a level":      {[]plotter.XYs{level, line(1, 1, 1, 1, 3)}, []int{1, 0}, nil},
		"elsewhere":             {[]plotter.XYs{line(1, 1), {{X: 5, Y: 1}, {X: 6, Y: 2}}}, []int{0, 0}, nil},
		"a point between two":   {[]plotter.XYs{{{X: 1.5, Y: 2.5}}, line(1, 2, 3, 9)}, []int{1, 0}, nil},
		"a point off the curve": {[]plotter.XYs{{{X: 1.5, Y: 3.5}}, line(1, 2, 3, 9)}, []int{0, 0}, nil},
	} {
		if c.looks == nil {
			c.looks = make([]Look, len(c.curves))
		}
		if depth := hidden(c.curves, c.looks); !slices.Equal(depth, c.want) {
			t.Errorf("%s: %v, want %v", name, depth, c.want)
		}
	}
}

// Of two equal curves, the lower one is wider: pixels of both colours remain, and both lie at their
// values. No mark is open: a hidden curve is not a claimed one.
func TestEqualCurvesAreBothSeen(t *testing.T) {
	y := []float64{1, 3, 2, 5, 4}
	f := Lines(LinesStyle{Dots: true}, Series{Role: Published, Y: y}, Series{Role: Strict, Y: y})
	data := must.Get(f.PNG(150))(t)
	img := must.Get(png.Decode(bytes.NewReader(data)))(t)
	count := map[[3]uint32]int{}
	for x := range img.Bounds().Dx() {
		for y := range img.Bounds().Dy() {
			r, g, b, _ := img.At(x, y).RGBA()
			count[[3]uint32{r >> 8, g >> 8, b >> 8}]++
		}
	}
	for name, c := range map[string]style{"lower": number(5), "upper": number(0)} {
		if n := count[[3]uint32{uint32(c.colour.R), uint32(c.colour.G), uint32(c.colour.B)}]; n < 1500 {
			t.Errorf("%d pixels of the %s curve", n, name)
		}
	}
	svg := must.Get(f.SVG())(t)
	if n := strings.Count(string(svg), `fill="#FFFFFF"`); n > 1 { // the ground
		t.Errorf("%d open marks", n-1)
	}
	path := map[string]string{}
	for colour, width := range map[string]string{"#D55E00": "3.8", "#0072B2": "1.8"} {
		line := regexp.MustCompile(fmt.Sprintf(`<path[^>]*stroke="%s"[^>]*stroke-width="%s"[^>]* d="([^"]*)"`, colour, width)).FindStringSubmatch(string(svg))
		if line == nil || strings.Contains(line[0], "stroke-dasharray") {
			t.Fatalf("no solid line of %s, %s wide", colour, width)
		}
		path[colour] = line[1]
	}
	if path["#D55E00"] != path["#0072B2"] {
		t.Error("one of two equal curves lies beside the other")
	}
}

// Open marks have the colour and the shape of the series of their name, and no second line in the
// legend.
func TestOpenMarks(t *testing.T) {
	full := []Series{{Name: "a", Y: []float64{1, 2, 3}}, {Name: "b", Role: Null, Y: []float64{3, 2, 2}}}
	open := Series{Name: "b", Role: Null, Open: true, X: []float64{1.5, 2.5}, Y: []float64{3, 2}}
	looks := looksOf(append(full, open))
	if b, o := looks[1], looks[2]; !o.like(b.style) || !o.mark.hollow || b.mark.hollow {
		t.Errorf("open marks %+v beside %+v", o, b)
	}
	svg := func(series ...Series) string {
		b := must.Get(Lines(LinesStyle{Dots: true}, series...).SVG())(t)
		return string(b)
	}
	without, with := svg(full...), svg(append(full, open)...)
	if a, b := strings.Count(without, ">b<"), strings.Count(with, ">b<"); a != 1 || b != 1 {
		t.Errorf("the legend names b %d times without open marks and %d times with them", a, b)
	}
	if alone := svg(full[0], Series{Name: "claims", Open: true, Y: []float64{2, 1, 1}}); !strings.Contains(alone, ">claims<") || !strings.Contains(alone, "stroke-dasharray") {
		t.Error("open marks of a name of their own have none, or a line like what is proved")
	}
}
