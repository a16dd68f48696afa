package app

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models"
)

// A run that needs more memory than there is, for the graph or beside it, is refused by the header
// of its file. A file without such a header is read.
func TestGraphsThatDoNotFitAreRefused(t *testing.T) {
	d := must.Get(data.Load("karate"))(t) // 34 nodes, 78 edges
	folder := t.TempDir()
	for _, x := range []struct {
		file    string
		memory  int64
		args    string
		refused string
	}{
		{"k.npz", 1000, "stats", "at least 78 edges"},
		{"k.npz", 10_000, "stats", ""},
		{"k.npz", 0, "stats", ""},
		{"k.parquet", 1000, "stats", "at least 78 edges"},
		{"k.parquet", 10_000, "stats", ""},
		{"k.txt", 1000, "stats", ""},
		{"k.npz", 10_000, "run seprivgemb --mode strict --epsilon 1 --graph", "gdp methods seprivgemb"}, // rows of 128
		{"k.npz", 2500, "run dpgs --mode strict --epsilon 1 --delta 1e-5 --graph", "gdp methods dpgs"},
		{"k.npz", 2400, "run dpgs --mode random-clusters --epsilon 1 --delta 1e-5 --graph", "gdp methods dpgs"},
		{"k.npz", 2500, "stats", ""},
		{"k.npz", 10_000, "run seprivgemb --mode strict --set Dim=8 --epsilon 1 --graph", ""},
	} {
		path := filepath.Join(folder, x.file)
		must.Do(t, graphio.Write(path, &graph.Network{Graph: d.Graph}))
		var said bytes.Buffer
		a := &app{methods: models.Methods(), out: io.Discard, err: &said, memory: func() int64 { return x.memory }}
		root := a.root()
		root.SetArgs(append(strings.Fields(x.args), path))
		root.SetOut(io.Discard)
		root.SetErr(&said)
		_, err := root.ExecuteContextC(context.Background())
		switch {
		case x.refused == "" && err != nil:
			t.Errorf("%s %s with %d bytes: %v", x.args, x.file, x.memory, err)
		case x.refused != "" && (err == nil || !strings.Contains(err.Error(), x.refused)):
			t.Errorf("%s %s with %d bytes: %v, want %q", x.args, x.file, x.memory, err, x.refused)
		}
	}
}
