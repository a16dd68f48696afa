package percent

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// Cells of Python are the text between the markers; a code cell is named after its first comment.
func TestParsePython(t *testing.T) {
	cells := must.Get(ParsePython("x.py", []byte("\"\"\"Not in it.\"\"\"\n\n# %% [markdown]\n# # A title\n#\n#  * text\n\n# %%\n# The first Cell, of two\nif x:\n    y()\n\n\n# %%\n# A\nz = '# %%'\n")))(t)
	want := []Cell{
		{Kind: Markdown, ID: "a-title", Source: "# A title\n\n * text", Line: 3},
		{Kind: Run, ID: "the-first-cell-of-two", Source: "# The first Cell, of two\nif x:\n    y()", Line: 8},
		{Kind: Run, ID: "a", Source: "# A\nz = '# %%'", Line: 14},
	}
	if len(cells) != len(want) {
		t.Fatalf("%d cells", len(cells))
	}
	for i, c := range cells {
		if c != want[i] {
			t.Errorf("cell %d is %+v, want %+v", i, c, want[i])
		}
	}
	for text, says := range map[string]string{
		"":                           "x.py: no cells",
		"# %% [md]\n# a\n":           `x.py:1: unknown cell type "# %% [md]"`,
		"# %% [markdown]\n# a\nb\n":  "x.py:3: code in a Markdown cell",
		"\n# %%\n\n# %%\n# a\nb()\n": "x.py:2: empty cell",
		"# %%\nb()\n":                "x.py:1: a code cell begins with a comment",
	} {
		if _, err := ParsePython("x.py", []byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}
