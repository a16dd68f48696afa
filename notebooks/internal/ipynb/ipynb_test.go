package ipynb

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/notebooks/internal/percent"
)

// jupyterNotebook is what testdata/jupyter.ipynb holds. That file was written by
// Python's nbformat 5.11.1 (nbformat.writes and a final newline), which is what
// JupyterLab saves with, from the same cells.
func jupyterNotebook() *Notebook {
	return &Notebook{
		OutputsOf: "120e4af705af670690fa8a44b4d380a14fb69d0377fb84da8e607c624d4a661b", // Python's hashlib
		Cells: []Cell{
			{ID: "title", Source: "# Title — \"quoted\" \\frac\n\ntext\u2028more\x7f"},
			{ID: "imports", Code: true, Source: "%noautoget\nimport \"fmt\"", Count: 1, Outputs: []Output{}},
			{ID: "print", Code: true, Source: "%%\nfmt.Println(\"<&>\")", Count: 2, Outputs: []Output{
				{"output_type": "stream", "name": "stdout", "text": "one\ntwo\r\nthree\vfour\x1b[0m\n"},
				{"output_type": "execute_result", "execution_count": json.Number("2"), "metadata": map[string]any{}, "data": map[string]any{
					"text/plain": "x",
					"text/html":  "<b>\n</b>",
					"application/json": map[string]any{
						"b": []any{json.Number("1"), json.Number("2.5"), true, nil},
						"a": []any{},
					},
				}},
			}},
			{ID: "show", Code: true, Source: "%%\nnb.Show(figure)\n", Count: 3, Outputs: []Output{
				{"output_type": "display_data", "metadata": map[string]any{"image/png": map[string]any{"width": json.Number("10")}}, "data": map[string]any{
					"text/plain":    "",
					"image/svg+xml": "<svg>\n\u00a0\u0085</svg>",
					"image/png":     "iVBORw0K\nGgo=\n",
				}},
			}},
			{ID: "limit", Code: true, Outputs: []Output{}},
		},
	}
}

func jupyterFile(t *testing.T) []byte {
	t.Helper()
	return must.Get(os.ReadFile("testdata/jupyter.ipynb"))(t)
}

func TestEncodeIsWhatJupyterWrites(t *testing.T) {
	nb := jupyterNotebook()
	got, want := string(nb.Encode()), string(jupyterFile(t))
	if got != want {
		t.Errorf("Encode gives\n%s\nJupyter writes\n%s", got, want)
	}
	if !reflect.DeepEqual(nb, jupyterNotebook()) {
		t.Error("Encode changes the notebook")
	}
	nb.Cells[2].Outputs[1]["execution_count"] = json.Number("9")
	if got := string(nb.Encode()); got != want {
		t.Error("the output of cell 2 of this run keeps the count of another run")
	}
}

func TestDecodeReadsWhatJupyterWrites(t *testing.T) {
	got := must.Get(Decode(jupyterFile(t)))(t)
	want := jupyterNotebook()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Decode gives\n%+v\nwant\n%+v", got, want)
	}
}

// The sum covers code, its order and its division into cells, and no text.
func TestSum(t *testing.T) {
	sum := func(cells ...Cell) string { return (&Notebook{Cells: cells}).Sum() }
	code := func(s string) Cell { return Cell{Code: true, Source: s} }
	want := sum(code("ab"), code("c"))
	if got := sum(Cell{Source: "text"}, code("ab"), code("c")); got != want {
		t.Error("text changes the sum")
	}
	for _, other := range [][]Cell{
		{code("a"), code("bc")},
		{code("c"), code("ab")},
		{code("abc")},
		{code("ab"), code("c"), code("")},
	} {
		if sum(other...) == want {
			t.Errorf("%+v has the sum of another notebook", other)
		}
	}
	if got, want := jupyterNotebook().Sum(), jupyterNotebook().OutputsOf; got != want {
		t.Errorf("the sum is %s, Python's %s", got, want)
	}
}

// Expected values are those of Python 3.11's str.splitlines(True).
func TestSplitLines(t *testing.T) {
	for s, want := range map[string][]any{
		"":           {},
		"a":          {"a"},
		"a\n":        {"a\n"},
		"a\nb":       {"a\n", "b"},
		"\n\n":       {"\n", "\n"},
		"a\r\nb\r":   {"a\r\n", "b\r"},
		"\r\r\n\n":   {"\r", "\r\n", "\n"},
		"é\u2028é|ü": {"é\u2028", "é|ü"},
		"\v\f\x1c\x1d\x1e\x1f\u0085\u2028\u2029|": {"\v", "\f", "\x1c", "\x1d", "\x1e", "\x1f\u0085", "\u2028", "\u2029", "|"},
	} {
		if got := splitLines(s); !reflect.DeepEqual(got, want) {
			t.Errorf("splitLines(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{"", "EOF"},
		{"{} {}", "text after the JSON document"},
		{"{}", "notebook format 0, want 4"},
		{`{"nbformat": 3}`, "notebook format 3, want 4"},
		{`{"nbformat": 4, "cells": [{"cell_type": "raw"}]}`, `cell 1 is of type "raw"`},
		{`{"nbformat": 4, "cells": [{"cell_type": "code", "source": 1}]}`, "cannot unmarshal"},
		{`{"nbformat": 4, "cells": [{"cell_type": "code", "id": "a", "outputs": [{"text": [1]}]}]}`, `cell "a": output text holds json.Number`},
		{`{"nbformat": 4, "cells": [{"cell_type": "code", "id": "a", "outputs": [{"data": {"text/plain": [[]]}}]}]}`, `cell "a": output text/plain holds []interface {}`},
	} {
		_, err := Decode([]byte(test.data))
		if err == nil || !strings.HasPrefix(err.Error(), "ipynb: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.data, err, test.want)
		}
	}
}

// three is a notebook of text, imports and two cells that are run.
func three() *Notebook {
	return New([]percent.Cell{
		{Kind: percent.Markdown, ID: "text", Source: "# Text"},
		{Kind: percent.Imports, ID: "imports", Source: "%noautoget\nimport \"fmt\""},
		{Kind: percent.Run, ID: "one", Source: "%%\nfmt.Println(1)"},
		{Kind: percent.Run, ID: "two", Source: "%%\nfmt.Println(2)"},
	})
}

func printed(stream, text string) Output {
	return Output{"output_type": "stream", "name": stream, "text": text}
}

func shown(text string, metadata map[string]any) Output {
	return Output{"output_type": "display_data", "metadata": metadata, "data": map[string]any{"text/plain": text}}
}

var liveMark = map[string]any{"gdp": "live"}

// ran is three as a kernel leaves it: executed twice, with live outputs, its
// printed text cut where a buffer was full.
func ran() *Notebook {
	nb := three()
	nb.Cells[1].Count = 5
	nb.Cells[2].Count = 6
	nb.Cells[2].Outputs = []Output{
		shown("42 %", liveMark),
		printed("stdout", "half a"),
		shown("3.1 s", liveMark),
		printed("stdout", " line\n"),
	}
	nb.Cells[3].Count = 7
	nb.Cells[3].Outputs = []Output{shown("x", map[string]any{})}
	return nb
}

func TestTake(t *testing.T) {
	nb := three()
	must.Do(t, nb.Take(ran()))
	want := three()
	want.OutputsOf = want.Sum()
	want.Cells[1].Count, want.Cells[2].Count, want.Cells[3].Count = 1, 2, 3
	want.Cells[2].Outputs = []Output{printed("stdout", "half a line\n")}
	want.Cells[3].Outputs = []Output{shown("x", map[string]any{})}
	if !reflect.DeepEqual(nb, want) {
		t.Errorf("Take leaves\n%+v\nwant\n%+v", nb, want)
	}
	must.Do(t, nb.Check())
}

func TestTakeRefuses(t *testing.T) {
	for _, test := range []struct {
		want string
		edit func(run *Notebook)
	}{
		{"the run has 3 cells", func(run *Notebook) { run.Cells = run.Cells[:3] }},
		{`cell 3 of the run, "one", is not the source's cell "one"`, func(run *Notebook) { run.Cells[2].Source += " " }},
		{`cell 1 of the run, "text"`, func(run *Notebook) { run.Cells[0].Source = "" }},
		{`cell 4 of the run, "2"`, func(run *Notebook) { run.Cells[3].ID = "2" }},
		{`cell 1 of the run, "text"`, func(run *Notebook) { run.Cells[0].Code = true }},
		{`cell "two" shows nothing`, func(run *Notebook) { run.Cells[3].Outputs = nil }},
		{`cell "two" shows nothing`, func(run *Notebook) { run.Cells[3].Outputs = []Output{shown("3 s", liveMark)} }},
		{`cell "imports" only declares`, func(run *Notebook) { run.Cells[1].Outputs = []Output{shown("x", nil)} }},
		{`cell "one": printed to stderr: "warning"`, func(run *Notebook) {
			run.Cells[2].Outputs = append(run.Cells[2].Outputs, printed("stderr", "warning"))
		}},
		{`cell "two": failed: ERROR: exit status 1`, func(run *Notebook) {
			run.Cells[3].Outputs = []Output{{"output_type": "error", "ename": "ERROR", "evalue": "\x1b[0;31mexit status 1"}}
		}},
		{`cell "two": unknown output type`, func(run *Notebook) { run.Cells[3].Outputs = []Output{{}} }},
	} {
		nb, run := three(), ran()
		test.edit(run)
		if err := nb.Take(run); err == nil || !strings.HasPrefix(err.Error(), "ipynb: "+test.want) {
			t.Errorf("%v, want ipynb: %s", err, test.want)
		}
		if !reflect.DeepEqual(nb, three()) {
			t.Errorf("%s: the refused run left something in the notebook", test.want)
		}
	}
}

// Outputs outlive the edit of another cell, and Check tells that they are stale.
func TestKeep(t *testing.T) {
	old := three()
	must.Do(t, old.Take(ran()))

	text := three()
	text.Cells[0].Source = "# Other text"
	text.Keep(old)
	if err := text.Check(); err != nil {
		t.Errorf("after an edit of the text: %v", err)
	}

	code := three()
	code.Cells[3].Source = "%%\nfmt.Println(3)"
	code.Keep(old)
	if err := code.Check(); err == nil || err.Error() != "ipynb: the outputs are those of other sources" {
		t.Errorf("after an edit of code: %v", err)
	}
	if !reflect.DeepEqual(code.Cells[2], old.Cells[2]) {
		t.Errorf("the edit of another cell makes %+v of %+v", old.Cells[2], code.Cells[2])
	}
	if c := code.Cells[3]; c.Count != 0 || c.Outputs != nil {
		t.Errorf("the edited cell keeps %+v", c)
	}

	undone := three()
	undone.Keep(code)
	if err := undone.Check(); err == nil || err.Error() != `ipynb: cell "two" shows nothing that is kept` {
		t.Errorf("after the edit was undone: %v", err)
	}

	if err := three().Check(); err == nil || !strings.HasPrefix(err.Error(), "ipynb: no outputs") {
		t.Errorf("a notebook that was not run: %v", err)
	}
}

// A live output that found its way into the file is refused.
func TestCheckLive(t *testing.T) {
	nb := three()
	must.Do(t, nb.Take(ran()))
	nb.Cells[3].Outputs = append(nb.Cells[3].Outputs, shown("3 s", liveMark))
	if err := nb.Check(); err == nil || err.Error() != `ipynb: cell "two": a live output was kept` {
		t.Errorf("%v", err)
	}
}

// A lesson, which has exercises, is marked for slides, and no other notebook.
func TestSlides(t *testing.T) {
	cells := []percent.Cell{
		{Kind: percent.Markdown, Source: "# Title"}, {Kind: percent.Markdown, Source: "Text"},
		{Kind: percent.Declarations}, {Kind: percent.Run, Func: "thePicture"}, {Kind: percent.Run, Func: "exercise1"},
	}
	for i, want := range []string{"slide", "subslide", "skip", "subslide", "skip"} {
		if got := New(cells).Cells[i].Slide; got != want {
			t.Errorf("cell %d of a lesson is a %q, want %q", i, got, want)
		}
		if got := New(cells[:4]).Cells[i%4].Slide; got != "" {
			t.Errorf("cell %d of a notebook without exercises is a %q", i%4, got)
		}
	}
	if text := string(New(cells).Encode()); strings.Count(text, `"slide_type": "subslide"`) != 2 {
		t.Errorf("no marks in %s", text)
	}
}
