package graphio

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
)

// R-MAT graphs written and read in the formats that are meant for large ones. GDP_LARGE is a
// folder, in which they stay, and GDP_RMAT a list such as 17:1000000: 2¹⁷ nodes, and a million
// draws of an edge.
// docs/benchmarks/scale.sh sets both.
func TestLargeFiles(t *testing.T) {
	folder := os.Getenv("GDP_LARGE")
	if folder == "" {
		t.Skip("GDP_LARGE is not set")
	}
	for _, size := range strings.Fields(os.Getenv("GDP_RMAT")) {
		a, b, _ := strings.Cut(size, ":")
		scale := must.Get(strconv.Atoi(a))(t)
		draws := must.Get(strconv.Atoi(b))(t)
		seconds := func(what string, f func() error) {
			t.Helper()
			start := time.Now()
			must.Do(t, f())
			t.Logf("%s\t%s\t%.2f s", size, what, time.Since(start).Seconds())
		}
		w := new(graph.Network)
		seconds("draw", func() (err error) {
			w.Graph, _, err = gen.RMAT(scale, draws, gen.Graph500(), graph.Options{}, rand.New(rand.NewPCG(1, 1)))
			return err
		})
		t.Logf("%s\tedges\t%d", size, w.Graph.M())
		for _, extension := range []string{".npz", ".parquet", ".txt"} {
			path := filepath.Join(folder, "rmat"+a+extension)
			seconds("write "+extension, func() error { return Write(path, w) })
			var back *graph.Network
			seconds("read "+extension, func() (err error) {
				back, _, err = Read(path, Options{Nodes: w.Graph.N()})
				return err
			})
			if !back.Graph.Equal(w.Graph) {
				t.Errorf("%s: another graph came back", path)
			}
			if extension != ".npz" {
				must.Do(t, os.Remove(path))
			}
		}
	}
}
