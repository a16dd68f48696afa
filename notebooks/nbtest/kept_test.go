package nbtest

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/notebooks/internal/capture"
	"github.com/graphdp/graphdp/notebooks/internal/ipynb"
	"github.com/graphdp/graphdp/notebooks/internal/percent"
)

// Last digits may differ, and nothing else: not a word, not a number more than the tolerance,
// not how many outputs there are.
func TestSameOutputs(t *testing.T) {
	kept := []Output{{capture.Text: "ε 1.250 of 3e-05 edges"}, {capture.Text: "figure", capture.SVG: `<path d="M10.5,200"/>`}}
	for _, test := range []struct {
		shown []Output
		err   string
	}{
		{kept, ""},
		{[]Output{{capture.Text: "ε 1.251 of 3.01e-05 edges"}, {capture.Text: "figure", capture.SVG: `<path d="M11,201"/>`}}, ""},
		{[]Output{{capture.Text: "ε 1.28 of 3e-05 edges"}, kept[1]}, `kept is 1.250, shown 1.28, after "ε "`},
		{[]Output{{capture.Text: "ε 1.250 of 3e-05 nodes"}, kept[1]}, "nodes"},
		{[]Output{{capture.Text: "ε 1.250 of 3e-05 edges 7"}, kept[1]}, "shown"},
		{[]Output{kept[0], {capture.Text: "figure", capture.SVG: `<path d="M10.5,210"/>`}}, "kept is 200, shown 210"},
		{[]Output{kept[0], {capture.Text: "figure"}}, "image/svg+xml"},
		{kept[:1], "2 outputs are kept, 1 shown"},
	} {
		err := sameOutputs(kept, test.shown)
		if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%v: %v, want %q", test.shown, err, test.err)
		}
	}
}

// With -update a notebook stores the outputs of these cells, and preserves the others. If a cell
// that is run has no output, nothing is written.
func TestKeep(t *testing.T) {
	dir := notebook(t)
	path := filepath.Join(dir, "00_sample.ipynb")
	cells := must.Get(percent.Parse("00_sample.go", []byte(source)))(t)
	must.Do(t, os.WriteFile(path, ipynb.New(cells).Encode(), 0o666))
	if err := keep(dir, []func(){showTwo}); err == nil || !strings.Contains(err.Error(), "shows nothing that is kept") {
		t.Errorf("without outputs of a cell: %v", err)
	}
	t.Setenv("GDP_SIZE", "small")
	must.Do(t, keep(dir, []func(){showTwo, showSize}))
	t.Setenv("GDP_SIZE", "full")
	must.Do(t, keep(dir, []func(){showTwo}))
	kept, err := keptOutputs(dir)
	want := map[string][]Output{
		"showTwo":  {{"text/plain": "one"}, {"text/plain": "**two**", "text/markdown": "**two**"}},
		"showSize": {{"text/plain": "true"}},
	}
	if err != nil || !reflect.DeepEqual(kept, want) {
		t.Errorf("kept is %v, %v; want %v", kept, err, want)
	}
}
