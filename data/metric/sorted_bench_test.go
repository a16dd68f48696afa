package metric
import ("testing";"github.com/graphdp/graphdp/data/graph")
func BenchmarkSortedX(b *testing.B) {
	benchmark(b, func(g *graph.Graph) { newSorted(g.CSR()) })
}
func BenchmarkTimesX(b *testing.B) {
	for _, name := range benchmarkGraphs {
		g := realGraph(b, name)
		s := newSorted(g.CSR())
		x, y := make([]float64, g.N()), make([]float64, g.N())
		b.Run(name, func(b *testing.B) { for b.Loop() { s.times(y, x) } })
		o, t := g.CSR()
		b.Run(name+"/old", func(b *testing.B) { for b.Loop() { neighborSums(y, o, t, x) } })
	}
}
