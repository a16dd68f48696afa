package figure

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"strings"
)

// Frame is a figure for one position of a slider.
type Frame struct {
	At     string // what the position is called, such as "0.5"
	Figure *Figure
}

// Slider is a sequence of figures; the reader selects one. All are drawn beforehand and
// embedded in the page, which needs no program behind it. If scripts are disabled, the page shows
// the initial figure. The zero Slider is an error.
type Slider struct {
	begin      *Figure
	text, html string
}

// NewSlider draws the frames. The initial one is the one with index first; label names what
// changes, such as "ε".
func NewSlider(label string, first int, frames ...Frame) (*Slider, error) {
	switch {
	case label == "":
		return nil, errors.New("figure: the slider has no label")
	case len(frames) < 2:
		return nil, fmt.Errorf("figure: a slider of %d frames: want at least 2", len(frames))
	case first < 0 || first >= len(frames):
		return nil, fmt.Errorf("figure: a slider of %d frames cannot start at frame %d", len(frames), first)
	}
	var at []string
	var pictures bytes.Buffer
	for i, f := range frames {
		svg, err := f.Figure.SVG()
		if err != nil {
			return nil, fmt.Errorf("figure: frame %d (%s): %w", i, f.At, err)
		}
		hidden := ""
		if i != first {
			hidden = ";display:none"
		}
		at = append(at, f.At)
		name := fmt.Sprintf("%s, %s = %s", f.Figure.Title(), label, f.At)
		// Each picture is an image instead of inline SVG, so that ids in drawings never clash.
		fmt.Fprintf(&pictures, `<img data-at="%s" alt="%s" style="max-width:100%%%s" src="data:image/svg+xml;base64,%s">`,
			html.EscapeString(f.At), html.EscapeString(name), hidden, base64.StdEncoding.EncodeToString(svg))
	}
	begin := frames[first].Figure
	return &Slider{
		begin: begin,
		text:  fmt.Sprintf("%s, for %s = %s", begin.Title(), label, strings.Join(at, ", ")),
		html:  handle(label, at, first) + pictures.String() + "</div>",
	}, nil
}

// choose shows the picture at the slider's position, and labels it.
const choose = `const box=this.closest('div'),all=box.querySelectorAll('img');all.forEach((f,i)=>f.style.display=i==this.value?'':'none');` +
	`const at=all[this.value].dataset.at;box.querySelector('output').value=at;this.setAttribute('aria-valuetext',at)`

// handle returns the opening tags of the element, with the slider.
func handle(label string, at []string, first int) string {
	name, begin := html.EscapeString(label), html.EscapeString(at[first])
	return fmt.Sprintf(`<div><label>%s = <output>%s</output> <input type="range" min="0" max="%d" value="%d" aria-label="%s" aria-valuetext="%s" oninput="%s" style="width:20em;vertical-align:middle"></label><br>`,
		name, begin, len(at)-1, first, name, begin, choose)
}

// first returns the initial figure, or the zero Figure without figures.
func (s *Slider) first() *Figure {
	if s == nil {
		return &Figure{}
	}
	return cmp.Or(s.begin, &Figure{})
}

// Title returns the title of the initial figure.
func (s *Slider) Title() string { return s.first().Title() }

// SVG draws the initial figure.
func (s *Slider) SVG() ([]byte, error) { return s.first().SVG() }

// String returns the slider's title and positions, for displays without pictures.
func (s *Slider) String() string {
	if s == nil {
		return ""
	}
	return s.text
}

// HTML returns the slider as an HTML element.
func (s *Slider) HTML() string {
	if s == nil {
		return ""
	}
	return s.html
}
