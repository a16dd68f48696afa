package dpppr

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric/ppr"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// release adds noise to every entry of every row, and hashes the rows.
func (c PerRow) release(run *checkpoint.Run) (*embedding.Result, error) {
	s := run.Session()
	n := s.Public().Nodes
	noisy, err := gdp.Laplace(s, "rows", c.query(n), s.Budget().Epsilon)
	if err != nil {
		return nil, err
	}
	// The graph is not read from here on.
	h := newHash(n, c.Dim, run.Stream("hash").Uint64())
	in, err := embed.New(n, c.Dim)
	if err != nil {
		return nil, err
	}
	for u := range int32(n) {
		for v, p := range noisy[int(u)*n:][:n] {
			h.add(in.Row(u), int32(v), min(max(p, 0), 1))
		}
	}
	return &embedding.Result{In: in, Seed: h.seed}, nil
}

// release sums the rows at the ends of walks in one query, for the whole budget.
func (c Weighed) release(run *checkpoint.Run) (*embedding.Result, error) {
	s := run.Session()
	mean, err := gauss.Mean(s.Budget())
	if err != nil {
		return nil, err
	}
	n, seed := s.Public().Nodes, run.Stream("rows").Uint64()
	first, walks := aggregate.Random(n, c.Dim, seed), aggregate.Walks{Alpha: c.lazy(), Rounds: c.Rounds}
	q := walks.Query(fmt.Sprintf("PageRank over %d × %d random rows of seed %x", n, c.Dim, seed), n, first)
	noisy, err := gdp.GaussianMultiplier(s, "walks", q, 1/mean)
	if err != nil {
		return nil, err
	}
	// The graph is not read from here on.
	r := &embedding.Result{Multiplier: 1 / mean, Seed: seed, Degrees: make([]float64, n)}
	for i, x := range first.Float64s() {
		r.Degrees[i/c.Dim] += x * noisy[i]
	}
	if r.In, err = embed.FromValues(embed.Debiased(noisy, c.Dim, float64(q.Bound())/mean), c.Dim); err != nil {
		return nil, err
	}
	for u := range int32(n) {
		row := r.In.Row(u)
		if square := r.In.Dot(u, u); square > 0 {
			for i := range row {
				row[i] /= float32(math.Pow(square, 0.25)) // length: square root of the degree
			}
		}
	}
	return r, nil
}

// query is the query for the matrix of all rows; the paper bounds each row separately.
func (c PerRow) query(n int) gdp.Bounded[gdp.L1] {
	push := c.push()
	basis := gdp.Claim{Source: "[DPPPR22]", Statement: fmt.Sprintf("one edge moves a row by at most %v", c.Sigma), Why: shown}
	if !c.Joint {
		basis.Why, basis.Holds = "an edge moves the rows of all nodes", c.moved(n)
	}
	return gdp.Query(fmt.Sprintf("PageRank of %d nodes, %+v", n, push), gdp.EdgeLevel, gdp.L1(c.Sigma), basis, func(d *gdp.Data) ([]float64, error) {
		return push.Dense(d.Network.Graph.Undirected())
	}).OnNodes(n)
}

// moved bounds the joint change of all rows by one edge, where roots are capped too, including
// rounding: see the paper's page.
func (c PerRow) moved(n int) float64 {
	push, nodes := c.push(), float64(n)
	α := push.Alpha
	all := 2 * push.Cap * min(nodes, 1+(1-α)*(1-α)/α)
	rounding := min(nodes, nodes*nodes*push.Cap) * float64(c.Rounds) * (nodes + 8) * 0x1p-51
	return all*(1+0x1p-40) + rounding
}

// plain pushes without cap and noise.
func (c Exact) plain(g *graph.Graph, run *checkpoint.Run) (*embedding.Result, error) {
	in, err := embed.New(g.N(), c.Dim)
	if err != nil {
		return nil, err
	}
	h := newHash(g.N(), c.Dim, run.Stream("hash").Uint64())
	nodes := graph.Nodes(g.N())
	all, err := ppr.Rows(g, false, ppr.Push{Alpha: c.Alpha, Epsilon: c.Epsilon}, nodes)
	if err != nil {
		return nil, err
	}
	for u, row := range all {
		for i, v := range row.Nodes {
			h.add(in.Row(int32(u)), v, row.Values[i])
		}
	}
	return &embedding.Result{In: in, Seed: h.seed}, nil
}

// hash adds the entries of a row, with public signs, into as many buckets as the embedding has
// dimensions.
type hash struct {
	seed  uint64
	size  float64
	place []int32
	sign  []float32
}

func newHash(n, dim int, seed uint64) hash {
	h := hash{seed, float64(n), make([]int32, n), make([]float32, n)}
	r := rand.New(rand.NewPCG(seed, 0x52))
	for v := range n {
		h.place[v], h.sign[v] = r.Int32N(int32(dim)), float32(2*r.IntN(2)-1)
	}
	return h
}

// add adds entry p of a row: sign·max(0, ln(n·p)), [DPPPR22] InstantEmbedding.
func (h hash) add(row []float32, v int32, p float64) {
	if x := h.size * p; x > 1 {
		row[h.place[v]] += h.sign[v] * float32(math.Log(x))
	}
}
