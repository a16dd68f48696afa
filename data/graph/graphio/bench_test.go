package graphio

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
)

// benchFile writes 10⁷ random edges over 10⁶ nodes, in ascending or in random order.
func benchFile(b *testing.B, ordered bool) string {
	b.Helper()
	const n, m = 1_000_000, 10_000_000
	r := rand.New(rand.NewPCG(1, 1))
	edges := make([]graph.Edge, m)
	for i := range edges {
		edges[i] = graph.Edge{U: r.Int32N(n), V: r.Int32N(n)}
	}
	path := filepath.Join(b.TempDir(), "x.txt")
	if ordered {
		g, _, err := graph.FromEdges(n, edges, graph.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := Write(path, &graph.Network{Graph: g}); err != nil {
			b.Fatal(err)
		}
		return path
	}
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	writePlain(f, edges)
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

func BenchmarkReadEdgeList(b *testing.B) {
	for _, ordered := range []bool{true, false} {
		name := map[bool]string{true: "ordered", false: "random"}[ordered]
		b.Run(name, func(b *testing.B) {
			path := benchFile(b, ordered)
			runtime.GC()
			edges := 0
			b.ResetTimer()
			for b.Loop() {
				w, report, err := Read(path, Options{})
				if err != nil {
					b.Fatal(err)
				}
				edges = w.Graph.M() + report.LoopsDropped + report.DuplicatesDropped
			}
			b.ReportMetric(float64(edges)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Medges/s")
			b.ReportAllocs()
		})
	}
}
