package graphio

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
)

// Size returns the numbers of nodes and edges in a file's header.
func TestSize(t *testing.T) {
	g := must.Get(gen.GNM(50, 200, rand.New(rand.NewPCG(1, 1))))(t)
	folder := t.TempDir()
	for name, known := range map[string]bool{"g.npz": true, "g.parquet": true, "g.txt": false, "g.npz.gz": false} {
		path := filepath.Join(folder, name)
		must.Do(t, Write(path, &graph.Network{Graph: g}))
		n, m, ok := Size(path)
		if ok != known || ok && (n != 50 || m != 200) {
			t.Errorf("%s: %d nodes, %d edges, %v", name, n, m, ok)
		}
		if whole, err := os.ReadFile(path); err != nil || os.WriteFile(path, whole[:len(whole)-9], 0o600) != nil {
			t.Fatal(err)
		}
		if _, _, ok := Size(path); ok {
			t.Errorf("%s, cut short, has a size", name)
		}
	}
	for _, path := range []string{"", folder, filepath.Join(folder, "none.npz")} {
		if _, _, ok := Size(path); ok {
			t.Errorf("%q has a size", path)
		}
	}
}
