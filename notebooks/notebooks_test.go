package notebooks_test

import (
	"os"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/notebooks/internal/folder"
)

// Every notebook's file is generated from its source, with the outputs of a run of that source
// without errors.
func TestNotebooksAreUpToDate(t *testing.T) {
	s := folder.Folder{Dir: "."}
	names := must.Get(s.Names())(t)
	if len(names) == 0 {
		t.Fatal("no notebook found")
	}
	tour := must.Get(os.ReadFile("00_tour/00_tour.ipynb"))(t)
	for _, name := range names {
		if link := "(../" + name + "/" + name + ".ipynb)"; name != "00_tour" && !strings.Contains(string(tour), link) {
			t.Errorf("the tour does not link to %s", name)
		}
		t.Run(name, func(t *testing.T) {
			must.Do(t, s.Check(name))
		})
	}
}
