package metric

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
)

// benchmarkGraphs are the real graphs on which docs/benchmarks compares with
// other libraries, and a road network.
var benchmarkGraphs = []string{"pgb-facebook", "privgraph-enron", "pgb-ca-hepph", "privdpr-chicago"}

func benchmark(b *testing.B, f func(g *graph.Graph)) {
	for _, name := range benchmarkGraphs {
		b.Run(name, func(b *testing.B) {
			g := realGraph(b, name)
			for b.Loop() {
				f(g)
			}
		})
	}
}

func BenchmarkTriangles(b *testing.B) { benchmark(b, func(g *graph.Graph) { Triangles(g) }) }

func BenchmarkDistances(b *testing.B) {
	benchmark(b, func(g *graph.Graph) {
		must.Get(Distances(b.Context(), g))(b)
	})
}

func BenchmarkDiameter(b *testing.B) {
	benchmark(b, func(g *graph.Graph) {
		must.Get(Diameter(b.Context(), g))(b)
	})
}

func BenchmarkPageRank(b *testing.B) {
	benchmark(b, func(g *graph.Graph) {
		must.Get(PageRank(g, 0.85))(b)
	})
}

func BenchmarkEigenvector(b *testing.B) {
	benchmark(b, func(g *graph.Graph) {
		must.Two(Eigenvector(b.Context(), g))(b)
	})
}

func BenchmarkLouvain(b *testing.B) {
	for _, name := range benchmarkGraphs {
		b.Run(name, func(b *testing.B) {
			g, rng, total := realGraph(b, name), rand.New(rand.NewPCG(1, 1)), 0.0
			for b.Loop() {
				_, q := must.Two(Louvain(g, rng))(b)
				total += q
			}
			b.ReportMetric(total/float64(b.N), "modularity")
		})
	}
}

func BenchmarkCores(b *testing.B) { benchmark(b, func(g *graph.Graph) { Cores(g) }) }

// BenchmarkStrucEqu is all 53 million pairs of nodes of BlogCatalog.
func BenchmarkStrucEqu(b *testing.B) {
	g, rng := realGraph(b, "seprivgemb-blogcatalog"), rand.New(rand.NewPCG(1, 2))
	for _, width := range []int{64, 128} {
		rows := make([][]float64, g.N())
		for u := range rows {
			for range width {
				rows[u] = append(rows[u], rng.NormFloat64())
			}
		}
		b.Run(fmt.Sprintf("width=%d", width), func(b *testing.B) {
			for b.Loop() {
				must.Get(StrucEqu(g, rows, nil))(b)
			}
		})
	}
}

// BenchmarkAllOnRMAT computes everything on a graph of a million nodes and ten
// million edges, and reports the seconds of each step.
func BenchmarkAllOnRMAT(b *testing.B) {
	g, _ := must.Two(gen.RMAT(20, 10_000_000, gen.Graph500(), graph.Options{}, rand.New(rand.NewPCG(1, 1))))(b)
	o := Default()
	for b.Loop() {
		seconds, step, since := map[string]float64{}, "", time.Now()
		o.Progress = func(next string, done float64) {
			if done > 0 {
				return
			}
			seconds[step] += time.Since(since).Seconds()
			step, since = next, time.Now()
		}
		s := must.Get(All(b.Context(), g, o))(b)
		o.Progress("", 0)
		for step, t := range seconds {
			if step != "" {
				b.ReportMetric(t, step+"-s/op")
			}
		}
		b.Logf("%d edges, %d triangles, diameter %d, %+v", s.Edges, s.Triangles, s.Diameter, s.Estimates)
	}
}
