package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/must"
)

// widest is the number of columns of a comment on a line of its own; a tab is four.
const widest = 100

// cells are the folders of notebooks: their comments are Markdown, whose paragraphs are one line.
var cells = regexp.MustCompile(`^notebooks/\d\d_[^/]*/`)

// Comments of Go files end at one width. The lines that an example prints may be longer.
func TestCommentsHaveOneWidth(t *testing.T) {
	must.Do(t, goFiles(os.DirFS(".."), func(name string, text []byte) error {
		if cells.MatchString(name) {
			return nil
		}
		for _, n := range tooWide(string(text)) {
			t.Errorf("%s:%d: a comment beyond %d columns", name, n, widest)
		}
		return nil
	}))
}

// tooWide returns the numbers of the lines that hold too wide a comment and nothing else.
func tooWide(source string) (lines []int) {
	printed := false // within the output of an example
	for i, line := range strings.Split(source, "\n") {
		text := strings.TrimLeft(line, "\t")
		if !strings.HasPrefix(text, "//") {
			printed = false
			continue
		}
		printed = printed || strings.HasPrefix(text, "// Output:") || strings.HasPrefix(text, "// Unordered output:")
		if columns := utf8.RuneCountInString(text) + 4*(len(line)-len(text)) + 3*strings.Count(text, "\t"); columns > widest && !printed {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// The width counts characters, not bytes, and tabs as four.
func TestWidthIsCounted(t *testing.T) {
	at := "// " + strings.Repeat("é", widest-3)
	for source, want := range map[string]int{
		at: 0, at + "x": 1, "\t" + at: 1, "x := 1 " + at + "x": 0, "//\t" + strings.Repeat("x", widest-5): 1,
		"// Output:\n" + at + "x": 0, "// Output:\n\n" + at + "x": 1,
	} {
		if got := len(tooWide(source)); got != want {
			t.Errorf("%d lines of %q are too wide, want %d", got, source, want)
		}
	}
}
