package skipgram

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
)

const benchWidth, benchNegatives = 128, 5

// lazy returns the noise of a session's training for the rows of tables.
func lazy(t testing.TB, nodes, width, steps int, multiplier, clip float64) (*gdp.Training, *gdp.LazyNoise) {
	t.Helper()
	g, _, err := graph.FromEdges(nodes, nil, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1e6, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	training, err := s.Train(gdp.Plan{
		Label: "embedding", Steps: steps, Sampling: gdp.Poisson{Rate: 0.01}, Multiplier: multiplier, Sensitivity: gdp.L2(clip),
		Basis: gdp.Claim{Source: "a test of noise", Statement: "none", Why: "nothing is released"},
	})
	if err != nil {
		t.Fatal(err)
	}
	noise, err := training.Lazy(2*nodes, width)
	if err != nil {
		t.Fatal(err)
	}
	return training, noise
}

// steps times steps on the edges, and reports pairs. A pair is a centre, the
// other end of its edge and the centre's negative samples, as gensim counts
// them: an edge is two.
func steps(b *testing.B, nodes, size, pool int, edges []Edge, c Config) {
	rng := rand.New(rand.NewPCG(1, 2))
	tables, err := NewTables(nodes, benchWidth, 0.5/benchWidth, rng)
	if err != nil {
		b.Fatal(err)
	}
	c.Negatives = benchNegatives
	t, err := New(tables, edges, c)
	if err != nil {
		b.Fatal(err)
	}
	batch, negatives := make([]int32, size), make([]int32, 2*benchNegatives*size)
	for b.Loop() {
		Uniform(batch, len(edges), rng)
		Uniform(negatives, pool, rng)
		if err := t.Step(batch, negatives); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*2*float64(size)/b.Elapsed().Seconds()/1e6, "Mpairs/s")
}

// BenchmarkStep is steps on a real graph, in the clear and with noise on all
// rows.
func BenchmarkStep(b *testing.B) {
	d, err := data.Load("seprivgemb-blogcatalog")
	if errors.Is(err, data.ErrNotFound) {
		b.Skip(err)
	}
	if err != nil {
		b.Fatal(err)
	}
	edges, err := Edges(d.Graph)
	if err != nil {
		b.Fatal(err)
	}
	nodes := d.Graph.N()
	for _, size := range []int{128, 4096, 32768, 131072} {
		b.Run(fmt.Sprintf("plain/%d", size), func(b *testing.B) {
			steps(b, nodes, size, nodes, edges, Config{Rate: 0.025, Clip: math.Inf(1)})
		})
		b.Run(fmt.Sprintf("private/%d", size), func(b *testing.B) {
			_, noise := lazy(b, nodes, benchWidth, 1<<30, 1, 1)
			steps(b, nodes, size, nodes, edges, Config{Rate: 0.025 / float64(size), Clip: 1, Noise: noise})
		})
	}
}

// BenchmarkRows is private steps of 128 edges on graphs of very different size.
func BenchmarkRows(b *testing.B) {
	for _, nodes := range []int{5_000, 500_000} {
		b.Run(fmt.Sprintf("rows=%d", 2*nodes), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(3, 4))
			edges := make([]Edge, 300_000)
			for i := range edges {
				u := rng.IntN(nodes)
				edges[i] = Edge{int32(u), int32((u + 1 + rng.IntN(nodes-1)) % nodes), 1, 1}
			}
			_, noise := lazy(b, nodes, benchWidth, 1<<30, 1, 1)
			steps(b, nodes, 128, nodes, edges, Config{Rate: 0.025 / 128, Clip: 1, Noise: noise})
		})
	}
}
