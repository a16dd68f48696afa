package notebooks_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/notebooks/internal/ipynb"
	"github.com/graphdp/graphdp/notebooks/internal/percent"
)

// papers are the notebooks that walk through a paper.
var papers = []string{"10_privdpr", "11_seprivgemb", "12_dpgs", "13_dpggan", "14_dpar"}

// A lesson, or a notebook of the course, has at most so many lines of Go in a cell and in all,
// imports and blank lines aside, its file so many bytes, and a lesson so many outputs.
const mostOfCell, mostOfLesson, mostOfCourse, mostBytes, mostOutputs = 30, 250, 150, 600_000, 12

// Every cell of a lesson fits on a screen, longer code is in packages, and the page loads at once.
func TestLessonsAreShort(t *testing.T) {
	course, err := filepath.Glob("[56][0-9]_*") // notebooks with exercises
	course = slices.DeleteFunc(course, func(name string) bool { return name == "60_python" })
	if err != nil || len(course) < 12 {
		t.Fatalf("the course has %d notebooks, want 12: %v", len(course), err)
	}
	for _, name := range slices.Concat(papers, []string{"21_embeddings"}, course) {
		path := filepath.Join(name, name+".go")
		source := must.Get(os.ReadFile(path))(t)
		most := mostOfLesson
		if slices.Contains(course, name) {
			most = mostOfCourse
		}
		if err := isShort(path, string(source), most); err != nil {
			t.Error(err)
		}
		text := must.Get(os.ReadFile(filepath.Join(name, name+".ipynb")))(t)
		if len(text) > mostBytes {
			t.Errorf("%s has %d bytes, want %d at most", name, len(text), mostBytes)
		}
		stored := must.Get(ipynb.Decode(text))(t)
		outputs := 0
		for _, cell := range stored.Cells {
			outputs += len(cell.Outputs)
		}
		if outputs > mostOutputs && slices.Contains(papers, name) {
			t.Errorf("%s has %d outputs, want %d at most", name, outputs, mostOutputs)
		}
	}
}

// imports are those of a cell, with the command before them.
var imports = regexp.MustCompile(`\A(%noautoget\n)?(import (\([^)]*\)|.*)\n)?`)

// isShort reports a cell, or a lesson, that is too long.
func isShort(path, source string, most int) error {
	cells, err := percent.Parse(path, []byte(source))
	if err != nil {
		return err
	}
	all := 0
	for _, c := range cells {
		if c.Kind == percent.Markdown {
			continue
		}
		lines := 0
		for line := range strings.Lines(imports.ReplaceAllString(c.Source, "")) {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		if all += lines; lines > mostOfCell {
			return fmt.Errorf("%s:%d: the cell %s has %d lines, want %d at most", path, c.Line, c.ID, lines, mostOfCell)
		}
	}
	if all > most {
		return fmt.Errorf("%s has %d lines of Go, want %d at most", path, all, most)
	}
	return nil
}

// A cell of a line too many is found, and a lesson of cells that are short each.
func TestWhatIsShort(t *testing.T) {
	lesson := func(cells, lines int) string {
		s := "package lesson\n\n// %%\nimport \"fmt\"\n"
		for i := range cells {
			s += fmt.Sprintf("\n// %%%%\nfunc f%d() {\n%s}\n", i, strings.Repeat("\tfmt.Println()\n\n", lines-1)) // and a line that begins the cell
		}
		return s
	}
	for _, x := range []struct {
		cells, lines int
		want         string
	}{{1, 30, ""}, {1, 31, "31 lines, want 30"}, {8, 30, ""}, {9, 28, "252 lines of Go"}} {
		err := isShort("lesson.go", lesson(x.cells, x.lines), mostOfLesson)
		if (err == nil) != (x.want == "") || err != nil && !strings.Contains(err.Error(), x.want) {
			t.Errorf("%d cells of %d lines: %v, want %q", x.cells, x.lines, err, x.want)
		}
	}
}
