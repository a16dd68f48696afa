package nb

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"

	tables "github.com/graphdp/graphdp/data/table"
	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// Markdown is text that Show renders, with $…$ and $$…$$ for mathematics.
type Markdown string

// A figure draws itself. If it has a method Title() string, that stands for it
// where there is only text.
type figure interface {
	SVG() ([]byte, error)
}

// A slider is an interactive figure in the notebook; its SVG stands in for it on static pages.
type slider interface {
	figure
	HTML() string
}

// A table has a form for the notebook and one for the terminal.
type table interface {
	HTML() string
	String() string
}

var errNil = errors.New("nil cannot be shown")

// Show shows its items below the cell, in order. A figure, with a method SVG() ([]byte, error), is
// a drawing, or a slider if it also has HTML() string. A type with HTML() and String() is a table,
// and so is a struct, a list of structs or a map without its own format. Markdown is rendered; fmt
// prints all other values, neighbours on one line. The result of a run shows its release and
// guarantee, a session its ledger. An item that is nil or fails to draw ends the cell as Check
// does.
func Show(items ...any) {
	outputs, err := render(items)
	for _, o := range outputs {
		if err == nil {
			err = show(o)
		}
	}
	if err != nil {
		fail(err, 1)
	}
}

// Live shows a line that is not stored, such as the time of a step or the machine. The arguments
// are those of fmt.Sprintf. The package comment describes live outputs.
func Live(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	o := capture.Output{
		capture.Text: text,
		capture.HTML: `<div style="color: gray">` + strings.ReplaceAll(html.EscapeString(text), "\n", "<br>") + `</div>`,
	}
	if err := live(o, ""); err != nil {
		fail(err, 1)
	}
}

// render turns items into outputs. Plain values next to each other make one.
func render(items []any) ([]capture.Output, error) {
	items, err := described(items)
	if err != nil {
		return nil, err
	}
	var outputs []capture.Output
	for i := 0; i < len(items); i++ {
		var o capture.Output
		var err error
		switch item := items[i].(type) {
		case slider:
			o, err = renderFigure(item)
			if err == nil {
				o[capture.HTML] = item.HTML()
			}
		case figure:
			o, err = renderFigure(item)
		case Markdown:
			o = capture.Output{capture.Text: string(item), capture.Markdown: string(item)}
		case table:
			if !isNil(item) {
				o = capture.Output{capture.Text: item.String(), capture.HTML: item.HTML()}
			}
		default:
			if t, ok := fields(item); ok {
				o = capture.Output{capture.Text: t.String(), capture.HTML: t.HTML()}
				break
			}
			end := i
			for end < len(items) && isPlain(items[end]) && !isNil(items[end]) {
				end++
			}
			if end > i {
				o = capture.Output{capture.Text: strings.TrimSuffix(fmt.Sprintln(items[i:end]...), "\n")}
				i = end - 1
			}
		}
		if o == nil && err == nil {
			err = errNil
		}
		if err != nil {
			return nil, fmt.Errorf("nb: Show, item %d of %d: %w", i+1, len(items), err)
		}
		outputs = append(outputs, o)
	}
	return outputs, nil
}

// described replaces the result of a run by its release and guarantee, and a session by its ledger.
func described(items []any) (list []any, err error) {
	for i, item := range items {
		switch x := item.(type) {
		case *gdp.Session:
			l, err := x.Ledger()
			if err != nil {
				return nil, fmt.Errorf("nb: Show, item %d of %d: %w", i+1, len(items), err)
			}
			list = append(list, brief{l})
		case method.Result:
			if isNil(x) {
				return nil, fmt.Errorf("nb: Show, item %d of %d: %w", i+1, len(items), errNil)
			}
			o := x.Outcome()
			list = append(list, o.Release.Summary().String())
			if o.Guarantee != nil {
				list = append(list, *o.Guarantee)
			}
		default:
			list = append(list, item)
		}
	}
	return list, nil
}

// brief is a ledger for notebooks: numbers have four digits, and hashes of public inputs are left
// out.
type brief struct{ table }

var (
	longNumber = regexp.MustCompile(`\d+\.\d{5,}`)
	longHash   = regexp.MustCompile(` ?\b[0-9a-f]{12,}\b`)
)

func shortened(text string) string {
	return longHash.ReplaceAllString(longNumber.ReplaceAllStringFunc(text, func(number string) string {
		x, _ := strconv.ParseFloat(number, 64)
		return strconv.FormatFloat(x, 'g', 4, 64)
	}), "")
}

func (b brief) HTML() string   { return shortened(b.table.HTML()) }
func (b brief) String() string { return shortened(b.table.String()) }

func isPlain(item any) bool {
	switch item.(type) {
	case figure, Markdown, table:
		return false
	}
	_, ok := fields(item)
	return !ok
}

// fields returns the table of a struct, a list of structs or a map.
func fields(item any) (t tables.Table, ok bool) {
	if isNil(item) {
		return t, false
	}
	return tables.Of(item)
}

// isNil reports whether item is nil or a nil pointer, whose methods would panic.
func isNil(item any) bool {
	v := reflect.ValueOf(item)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}

// renderFigure draws f and drops the text before the <svg> element (the XML declaration and
// comments), because a notebook's HTML form inlines the drawing.
func renderFigure(f figure) (capture.Output, error) {
	if isNil(f) {
		return nil, errNil
	}
	svg, err := f.SVG()
	if err != nil {
		return nil, err
	}
	start := bytes.Index(svg, []byte("<svg"))
	if start < 0 {
		return nil, errors.New("the figure's SVG holds no <svg> element")
	}
	title := "figure"
	if t, ok := f.(interface{ Title() string }); ok && t.Title() != "" {
		title = t.Title()
	}
	return capture.Output{capture.Text: title, capture.SVG: string(svg[start:])}, nil
}
