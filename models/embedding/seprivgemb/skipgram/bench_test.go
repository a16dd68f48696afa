package skipgram

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

const benchWidth, benchNegatives = 128, 5

// paid returns the samples and the noise of a session's training for the rows of tables.
func paid(t testing.TB, nodes, width int, p gdp.Plan) *gdp.RowNoise {
	t.Helper()
	g := gdptest.Graph(t, nodes, nil)
	s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1e6, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	return tableOf(t, s, nodes, width, p)
}

// tableOf is paid in a session.
func tableOf(t testing.TB, s *gdp.Session, nodes, width int, p gdp.Plan) *gdp.RowNoise {
	t.Helper()
	p.Label = "embedding"
	p.Basis = gdp.Claim{Source: "a test of noise", Statement: "none", Why: "nothing is released"}
	training, err := s.Train(p)
	if err != nil {
		t.Fatal(err)
	}
	table, err := training.RowNoise(2*nodes, width)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// given is a source with samples of a test in place of those that it draws, of no records.
type given struct {
	*gdp.RowNoise
	batch []int32
}

func (g given) Sample(int) ([]int32, error) {
	_, err := g.RowNoise.Sample(0)
	return g.batch, err
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
	batch, negatives := make([]int32, size), make([]int32, 2*benchNegatives*size)
	if table, private := c.Source.(*gdp.RowNoise); private {
		c.Source = given{table, batch}
	}
	t, err := New(tables, edges, c)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Uniform(batch, len(edges), rng)
		Uniform(negatives, pool, rng)
		if c.Source == nil {
			err = t.Step(batch, negatives)
		} else {
			err = t.StepOn(nil, func([]int32) []int32 { return negatives })
		}
		if err != nil {
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
			steps(b, nodes, size, nodes, edges, Config{Rate: 0.025, Divisor: 1, Clip: math.Inf(1)})
		})
		b.Run(fmt.Sprintf("private/%d", size), func(b *testing.B) {
			source := paid(b, nodes, benchWidth, gdp.Plan{
				Steps: 1 << 30, Sampling: gdp.Poisson{Rate: 0.01}, Multiplier: 1, Sensitivity: 1, Divisor: float64(size),
			})
			steps(b, nodes, size, nodes, edges, Config{Rate: 0.025, Divisor: float64(size), Clip: 1, Source: source})
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
			source := paid(b, nodes, benchWidth, gdp.Plan{
				Steps: 1 << 30, Sampling: gdp.Poisson{Rate: 0.01}, Multiplier: 1, Sensitivity: 1, Divisor: 128,
			})
			steps(b, nodes, 128, nodes, edges, Config{Rate: 0.025, Divisor: 128, Clip: 1, Source: source})
		})
	}
}
