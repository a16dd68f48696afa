package figure

import (
	"bytes"
	"errors"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"gonum.org/v1/plot/vg"
)

func svgOf(t *testing.T, f *Figure) string {
	t.Helper()
	svg := must.Get(f.SVG())(t)
	return string(svg)
}

// Panels in which each name has one look share a legend; if a name has two looks, or a look two
// names, each panel has its own.
func TestSharedLegend(t *testing.T) {
	of := func(legend Corner, series ...Series) *Figure {
		for i := range series {
			series[i].Y = []float64{float64(i), 2, 3}
		}
		return Lines(LinesStyle{Dots: true, Legend: legend}, series...)
	}
	strict, null := Series{Name: "strict", Role: Strict}, Series{Name: "null", Role: Null}
	claimed := Series{Name: "published", Role: Published, Open: true}
	for name, c := range map[string]struct {
		panels []*Figure
		want   map[string]int
	}{
		"the same":   {[]*Figure{of(Beside, strict, null), of(TopRight, null, strict, claimed), of(BottomLeft, strict)}, map[string]int{"strict": 1, "null": 1, "published": 1}},
		"two looks":  {[]*Figure{of(Beside, strict, null), of(Beside, Series{Name: "strict", Role: Control})}, map[string]int{"strict": 2, "null": 1}},
		"two names":  {[]*Figure{of(Beside, Series{Name: "one"}), of(Beside, Series{Name: "another"}, Series{Name: "one"})}, map[string]int{"one": 2, "another": 1}},
		"one of two": {[]*Figure{of(Beside, strict, null), Lines(LinesStyle{}, Series{Y: []float64{1, 2}})}, map[string]int{"strict": 1, "null": 1}},
	} {
		svg := svgOf(t, Panel("", 2, c.panels...))
		for entry, want := range c.want {
			if got := strings.Count(svg, ">"+entry+"<"); got != want {
				t.Errorf("%s: %q stands %d times, want %d", name, entry, got, want)
			}
		}
	}
	with, without := Panel("", 1, of(Beside, strict), of(Beside, strict)), Panel("", 1, of(Beside, strict), of(Beside, Series{Name: "other"}))
	if with.height <= without.height {
		t.Errorf("a legend has no room: %v, and %v without it", with.height, without.height)
	}
}

// Nodes hide less than half of nine edges in ten, in a panel of any size.
func TestEdgesOfNetworksAreSeen(t *testing.T) {
	g := cycle(t, 40)
	for _, size := range []float64{6, 3, 1.5} {
		net := &network{g: g, at: layout(g)}
		xmin, xmax, _, _ := net.DataRange()
		scale := vg.Length(size) * vg.Inch / vg.Length(xmax-xmin)
		place := func(u int32) vg.Point {
			return vg.Point{X: scale * vg.Length(net.at[u].x), Y: scale * vg.Length(net.at[u].y)}
		}
		r, hidden := float64(net.radius(place)), 0
		for u, v := range g.Edges() {
			a, b := place(u), place(v)
			if 2*r > math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y))/2 {
				hidden++
			}
		}
		if hidden > g.M()/10 || r < 1 {
			t.Errorf("at %v inches nodes of radius %.1f hide %d of %d edges", size, r, hidden, g.M())
		}
	}
}

// A figure is saved in the format of the file's name, and notes stand below it, broken into lines.
func TestSave(t *testing.T) {
	folder := t.TempDir()
	plain := Lines(LinesStyle{Title: "t"}, Series{Name: "a", Y: []float64{1, 2}})
	f := plain.Noted("first", strings.Repeat("many words ", 20))
	if one := plain.Noted("first"); !(one.height > plain.height && f.height > one.height) || f.width != plain.width {
		t.Errorf("heights %v, with a note %v, with long ones %v", plain.height, one.height, f.height)
	}
	if svg := svgOf(t, f); !strings.Contains(svg, ">first<") || strings.Count(svg, "many words") < 20 || strings.Count(svg, ">many") < 2 {
		t.Errorf("%s", svg)
	}
	for ext, begins := range map[string]string{".svg": "<?xml", ".pdf": "%PDF-", ".png": "\x89PNG"} {
		path := filepath.Join(folder, "f"+ext)
		must.Do(t, f.Save(path))
		b, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(b, []byte(begins)) {
			t.Errorf("%s begins with %.8q: %v", path, b, err)
		}
		if ext == ".png" {
			must.Get(png.Decode(bytes.NewReader(b)))(t)
		}
	}
	if err := f.Save(filepath.Join(folder, "f.jpg")); !errors.Is(err, ErrFormat) {
		t.Errorf("%v", err)
	}
	if err := Lines(LinesStyle{}).Save(filepath.Join(folder, "none.svg")); err == nil {
		t.Error("a failed figure is saved")
	}
	if err := f.Save(filepath.Join(folder, "missing", "f.svg")); err == nil || !strings.HasPrefix(err.Error(), "figure: ") {
		t.Errorf("%v", err)
	}
	if list, err := os.ReadDir(folder); err != nil || len(list) != 3 {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := Lines(LinesStyle{}).Noted("x").SVG(); err == nil {
		t.Error("a failed figure is drawn with notes")
	}
}

// An axis of shares that are close together does not start at 0; one of errors near 0 does.
func TestScaleIsOfWhatIsCompared(t *testing.T) {
	for _, c := range []struct {
		y    []float64
		want string
		not  string
	}{{[]float64{.81, .86, .9}, ">0.82<", ">0.0<"}, {[]float64{.1, .5, .9}, ">0.0<", ""}} {
		svg := svgOf(t, Lines(LinesStyle{}, Series{Y: c.y}))
		if !strings.Contains(svg, c.want) || c.not != "" && strings.Contains(svg, c.not) {
			t.Errorf("%v: no %s, or %s", c.y, c.want, c.not)
		}
	}
}

// A figure has a white background in a dark page and shrinks with it. Its text alternative names
// the curves of each panel.
func TestTextAlternative(t *testing.T) {
	curves := func(title, name string) *Figure {
		return Lines(LinesStyle{Title: title}, Series{Name: name, Y: []float64{1, 2}})
	}
	for want, f := range map[string]*Figure{
		"one: a &lt; b": curves("one", "a < b"),
		"both: a; b":    Panel("both", 2, curves("", "a"), curves("", "b")),
		"one; two: b":   Panel("", 2, curves("one", ""), curves("two", "b")),
	} {
		svg := must.Get(f.SVG())(t)
		if want := `role="img" aria-label="` + want + `" style="background:#FFF;max-width:100%;height:auto"`; !strings.Contains(string(svg), want) {
			t.Errorf("%.300s lacks %s", svg, want)
		}
	}
}
