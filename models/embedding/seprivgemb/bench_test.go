package seprivgemb

import (
	"fmt"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/checkpoint"
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
	for name, c := range map[string]SkipGram{"paper": Published(), "code": Author()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				mustRun(b, protect(b, g, gdp.NodeLevel, gdp.Budget{Epsilon: 3.5, Delta: 1e-5}), c)
			}
		})
	}
}

// BenchmarkStrictStep is a step of [PoissonSkipGram] on graphs of very different size, of mean
// degree 10: 128 edges on average, 5 negatives, rows of 128.
func BenchmarkStrictStep(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) {
			g := random(b, 1, n, 5*n)
			c := sparsely()
			c.SampleRate = 128 / float64(g.M())
			plan := c.plan()
			plan.Steps, plan.Multiplier = 1<<30, 1
			s := protect(b, g, relation(c), gdp.Budget{Epsilon: 1e9, Delta: 1e-5})
			_, err := checkpoint.Once(b.Context(), s, "steps", c, nil, func(run *checkpoint.Run) (int, error) {
				t, err := newExamples(run, c, plan)
				if err != nil {
					return 0, err
				}
				for step := 0; b.Loop(); step++ {
					if err := t.step(step); err != nil {
						return 0, err
					}
				}
				return 0, nil
			})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
