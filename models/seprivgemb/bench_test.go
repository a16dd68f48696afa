package seprivgemb

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
)

// BenchmarkProximity is DeepWalk's proximity on the edges of a large graph.
func BenchmarkProximity(b *testing.B) {
	for _, m := range []int{100_000, 1_000_000} {
		g := random(b, 9, m/10, m)
		b.Run(fmt.Sprintf("edges=%d", m), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := DeepWalk.OnEdges(g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPublished is the paper's 200 steps on Chameleon, accounting included.
func BenchmarkPublished(b *testing.B) {
	g := loadData(b, "musae-chameleon")
	for name, c := range map[string]Config{"paper": Published(), "code": AuthorCode()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				mustRun(b, protect(b, g, gdp.NodeLevel, gdp.Budget{Epsilon: 3.5, Delta: 1e-5}), c)
			}
		})
	}
}

// BenchmarkStrictStep is a step of S-EDGE on graphs of very different size: 128 edges
// on average, 5 negatives, rows of 128.
func BenchmarkStrictStep(b *testing.B) {
	for _, n := range []int{10_000, 300_000} {
		r := rand.New(rand.NewPCG(1, 2))
		edges := make([]graph.Edge, 300_000)
		for i := range edges {
			u := r.IntN(n)
			edges[i] = graph.Edge{U: int32(u), V: int32((u + 1 + r.IntN(n-1)) % n)}
		}
		g := build(b, n, edges...)
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) {
			c := SEdge()
			c.SampleRate = 128 / float64(g.M())
			plan, relation := c.protectedPlan()
			plan.Steps, plan.Multiplier = 1<<30, 1
			t, err := newExamples(protect(b, g, relation, gdp.Budget{Epsilon: 1e9, Delta: 1e-5}), c, plan)
			if err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			for step := range b.N {
				batch, err := t.sample()
				if err != nil {
					b.Fatal(err)
				}
				if err := t.Step(batch, t.negatives(step, batch)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
