package notebooks_test

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/internal/shelf"
)

// Every notebook's file is what its source generates, and its outputs are those
// of a run of that source without an error.
func TestNotebooksAreUpToDate(t *testing.T) {
	s := shelf.Shelf{Dir: "."}
	names, err := s.Names()
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Fatal("no notebook found")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if err := s.Check(name); err != nil {
				t.Error(err)
			}
		})
	}
}
