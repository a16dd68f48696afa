package nb

import (
	"slices"
	"strings"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// Available data sets are loaded. Missing ones are named once per notebook, in one line with the
// command that downloads them. An unknown name ends the cell.
func TestLoad(t *testing.T) {
	t.Setenv("GDP_DATA", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv(protocol.GONB_TMP_DIR_ENV, t.TempDir())
	found := Load("pgb-facebook", "karate", "dblp")
	if len(found) != 1 || found[0].Entry.Name != "karate" {
		t.Errorf("found %v, want karate", found)
	}
	if got := untold([]string{"pgb-facebook", "cora", "dblp"}); !slices.Equal(got, []string{"cora"}) {
		t.Errorf("to be told: %q, want cora alone", got)
	}
	t.Setenv(protocol.GONB_TMP_DIR_ENV, "")
	if got := untold([]string{"cora", "dblp"}); len(got) != 2 {
		t.Errorf("to be told outside a notebook: %q", got)
	}
	line := howToGet([]string{"pgb-facebook", "cora", "dblp"})
	if !strings.Contains(line, "gdp data get pgb-facebook cora;") || !strings.Contains(line, "gdp data info says where dblp may") || strings.Contains(line, "\n") {
		t.Errorf("%q", line)
	}
	if _, err := capture.Run(func() { Load("no-such-graph") }); err == nil || !strings.Contains(err.Error(), "no-such-graph") || !strings.Contains(err.Error(), "load_test.go") {
		t.Errorf("an unknown name: %v", err)
	}
}
