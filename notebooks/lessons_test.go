package notebooks_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/notebooks/internal/folder"
	"github.com/graphdp/graphdp/notebooks/internal/percent"
)

// What a notebook of a paper may hold: lines of Go in all its cells, lines in one, and bytes of any notebook's file.
const (
	mostLines     = 300
	mostCellLines = 30
	mostBytes     = 600_000
)

// lessons are the notebooks of papers.
var lessons = []string{"12_dpgs", "13_dpggan", "14_dpar"}

// The notebooks of papers are lessons: little code, in short cells. No notebook is too large to open in a browser.
func TestLessonsAreShort(t *testing.T) {
	names, err := folder.Folder{Dir: "."}.Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range lessons {
		if !slices.Contains(names, name) {
			t.Errorf("there is no notebook %s", name)
			continue
		}
		file := filepath.Join(name, name+".go")
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		cells, err := percent.Parse(file, source)
		if err != nil {
			t.Fatal(err)
		}
		all := 0
		for _, c := range cells {
			if c.Kind != percent.Declarations && c.Kind != percent.Run {
				continue
			}
			lines := strings.Count(c.Source, "\n") + 1 // of a cell that runs, "%%" stands for the function's first line
			if c.Kind == percent.Run {
				lines++ // and its brace
			}
			if all += lines; lines > mostCellLines {
				t.Errorf("%s: the cell at line %d has %d lines, want at most %d", name, c.Line, lines, mostCellLines)
			}
		}
		if t.Logf("%s: %d lines", name, all); all > mostLines {
			t.Errorf("%s: %d lines in cells, want at most %d", name, all, mostLines)
		}
		if info, err := os.Stat(filepath.Join(name, name+".ipynb")); err != nil || info.Size() > mostBytes {
			t.Errorf("%s: %v, %d bytes, want at most %d", name, err, info.Size(), mostBytes)
		}
	}
}
