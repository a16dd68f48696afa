package exercise

import (
	"fmt"
	"html"
	"strings"

	"github.com/graphdp/graphdp/data/figure"
)

// State is the result of a check.
type State int

// The states.
const (
	Missing State = iota // not answered yet
	Right                // not refuted
	Loose                // it holds, and a smaller one does too
	Wrong
	Failed // it panics, does not end, or returns no number
)

// looks are the word and the colour of each state.
var looks = [...]struct{ word, colour string }{
	{"not answered yet", "gray"}, {"right", "#009e73"}, {"valid but too large", "#e69f00"}, {"wrong", "#d55e00"}, {"not checked", "#d55e00"},
}

// Verdict is the result of a check of an answer. A notebook shows it with its picture and the hints
// of the exercise, which open one after the other.
type Verdict struct {
	Exercise string // such as 51.1; empty for an example
	State    State
	Says     string         // one sentence
	Picture  *figure.Figure // nil where there is none
}

// String returns the verdict without its picture.
func (v Verdict) String() string {
	text := v.head()
	if v.Says != "" {
		text += ": " + v.Says
	}
	return text
}

// head names the exercise and the state.
func (v Verdict) head() string {
	if v.Exercise == "" {
		return "The claim is " + looks[v.State].word
	}
	return "Exercise " + v.Exercise + ", " + looks[v.State].word
}

// HTML returns the verdict with its picture and the hints.
func (v Verdict) HTML() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<div style="border-left: 4px solid %s; padding-left: 1em"><b>%s%s</b> %s`,
		looks[v.State].colour, html.EscapeString(v.head()), map[bool]string{true: ":"}[v.Says != ""], html.EscapeString(v.Says))
	if v.Picture != nil {
		svg, err := v.Picture.SVG()
		if err != nil {
			svg = []byte(html.EscapeString(err.Error()))
		}
		fmt.Fprintf(&b, "<br>%s", svg[max(0, strings.Index(string(svg), "<svg")):])
	}
	if why, err := Hint(v.Exercise, 3); err == nil && v.State == Right {
		fmt.Fprintf(&b, "<p><b>Why:</b> %s</p>", html.EscapeString(why))
	} else if err == nil {
		first, _ := Hint(v.Exercise, 1)
		second, _ := Hint(v.Exercise, 2)
		fmt.Fprintf(&b, "<details><summary>A hint</summary>%s<details><summary>Another one</summary>%s</details></details>",
			html.EscapeString(first), html.EscapeString(second))
	}
	return b.String() + "</div>"
}
