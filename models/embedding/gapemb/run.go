package gapemb

import (
	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

func (c ByArc) release(run *checkpoint.Run) (*embedding.Result, error) {
	return c.noisy(run, c.query, func(sums []float64, _ float64) []float64 { return aggregate.Unit(c.Dim, sums).Float64s() })
}

func (c ByEdge) release(run *checkpoint.Run) (*embedding.Result, error) {
	return c.noisy(run, c.query, func(sums []float64, sd float64) []float64 { return embed.Debiased(sums, c.Dim, sd) })
}

// noisy spends the session's budget on the sums of all hops, each of which is a part of the
// embedding.
func (c Sums) noisy(run *checkpoint.Run, query func(x aggregate.Rows, name string, nodes int) gdp.Bounded[gdp.L2], part func(sums []float64, sd float64) []float64) (*embedding.Result, error) {
	s := run.Session()
	multiplier, err := aggregate.Multiplier(s, c.Hops)
	if err != nil {
		return nil, err
	}
	n, seed := s.Public().Nodes, run.Stream("rows").Uint64()
	x := aggregate.Random(n, c.Dim, seed)
	hops, err := x.NoisyHops(run, c.Hops, multiplier, query, nil)
	if err != nil {
		return nil, err
	}
	// No edge is read from here on.
	for h, sums := range hops {
		hops[h] = part(sums, multiplier*float64(query(x, "", n).Bound()))
	}
	in, err := joined(n, c.Dim, hops)
	return &embedding.Result{In: in, Multiplier: multiplier, Seed: seed}, err
}

// plain does the same without noise.
func (c Exact) plain(g *graph.Graph, run *checkpoint.Run) (*embedding.Result, error) {
	seed := run.Stream("rows").Uint64()
	hops, err := aggregate.Random(g.N(), c.Dim, seed).Hops(c.Hops, func(_ int, x aggregate.Rows) ([]float64, error) { return x.Sum(g), nil }, nil)
	if err != nil {
		return nil, err
	}
	in, err := joined(g.N(), c.Dim, hops)
	return &embedding.Result{In: in, Seed: seed}, err
}

// joined concatenates the parts of each node.
func joined(n, dim int, parts [][]float64) (*embed.Matrix, error) {
	m, err := embed.New(n, dim*len(parts))
	if err != nil {
		return nil, err
	}
	for u := range int32(n) {
		for h, part := range parts {
			for i, x := range part[int(u)*dim:][:dim] {
				m.Row(u)[h*dim+i] = float32(x)
			}
		}
	}
	return m, nil
}
