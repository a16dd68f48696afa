package figure

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

func frame(at, title string) Frame {
	return Frame{at, Lines(LinesStyle{Title: title}, Series{Y: []float64{1, 2}})}
}

// The page holds every frame as the figure draws it, and shows the one that it begins with.
func TestSlider(t *testing.T) {
	frames := []Frame{frame("0.1", "little"), frame(`<2> "x"`, "more & more"), frame("8", "much")}
	s := must.Get(NewSlider("ε", 1, frames...))(t)
	page := s.HTML()
	pictures := regexp.MustCompile(`<img [^>]*alt="([^"]*)" style="max-width:100%(;display:none)?" src="data:image/svg\+xml;base64,([^"]*)">`).FindAllStringSubmatch(page, -1)
	if len(pictures) != len(frames) {
		t.Fatalf("%d pictures in %s", len(pictures), page)
	}
	for i, p := range pictures {
		want, _ := frames[i].Figure.SVG()
		if got, err := base64.StdEncoding.DecodeString(p[3]); err != nil || !bytes.Equal(got, want) {
			t.Errorf("frame %d is not its figure (%v)", i, err)
		}
		if (p[2] == "") != (i == 1) {
			t.Errorf("frame %d: %q", i, p[2])
		}
	}
	if alt := pictures[1][1]; alt != "more &amp; more, ε = &lt;2&gt; &#34;x&#34;" {
		t.Error(alt)
	}
	for _, want := range []string{`max="2"`, `value="1"`, `aria-label="ε"`, "<output>&lt;2&gt; &#34;x&#34;</output>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
	begin, _ := frames[1].Figure.SVG()
	if svg, err := s.SVG(); err != nil || !bytes.Equal(svg, begin) {
		t.Errorf("it begins with another figure (%v)", err)
	}
	if got, want := s.String(), `more & more, for ε = 0.1, <2> "x", 8`; got != want {
		t.Errorf("%q", got)
	}
}

// Invalid sliders have an error with the reason.
func TestSliderRefused(t *testing.T) {
	good := frame("1", "one")
	for want, make := range map[string]func() (*Slider, error){
		"has no label": func() (*Slider, error) { return NewSlider("", 0, good, good) },
		"of 1 frames":  func() (*Slider, error) { return NewSlider("ε", 0, good) },
		"at frame 2":   func() (*Slider, error) { return NewSlider("ε", 2, good, good) },
		"at frame -1":  func() (*Slider, error) { return NewSlider("ε", -1, good, good) },
		"frame 1 (bad): ": func() (*Slider, error) {
			return NewSlider("ε", 0, good, Frame{At: "bad", Figure: Lines(LinesStyle{})})
		},
		"frame 0 (none): ": func() (*Slider, error) { return NewSlider("ε", 0, Frame{At: "none"}, good) },
	} {
		if s, err := make(); err == nil || s != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
}
