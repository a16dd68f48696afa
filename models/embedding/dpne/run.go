package dpne

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// release draws the rows at the optimum of an objective that is perturbed once, and whose other
// factor reads the graph.
func (c Perturbed) release(run *checkpoint.Run) (*embedding.Result, error) {
	s := run.Session()
	n, eps, seed := s.Public().Nodes, s.Budget().Epsilon, run.Stream("rows").Uint64()
	gradients := gdp.Query(fmt.Sprintf("gradients at rows, %+v, first factor of seed %x", c, seed), gdp.EdgeLevel, gdp.LInf(c.claimed()), optimum, func(*gdp.Data) ([]float64, error) {
		return nil, errors.New("the factor is sampled as a whole: its scores are never computed")
	})
	values, err := gdp.NewSampled("rows", gradients, eps, func(d *gdp.Data, r *rand.Rand) ([]float64, error) {
		noise, scale := make([]float64, n*c.Dim), c.claimed()/float64(eps)
		for i := range noise {
			noise[i] = scale * r.ExpFloat64() * float64(2*r.IntN(2)-1)
		}
		return c.factorise(d.Network.Graph.Undirected(), random(n, c.Dim, seed), noise)
	}).Draw(s)
	if err != nil {
		return nil, err
	}
	in, err := embed.FromValues(values, c.Dim)
	return &embedding.Result{In: in, Seed: seed}, err
}

// optimum is the claim about rows at the optimum of a perturbed objective.
var optimum = gdp.Claim{
	Source:    "[DPNE18] objective perturbation",
	Statement: "rows at the optimum of an objective whose gradient has Laplace noise, by how far an edge moves it at one row, are ε-DP",
	Why:       unproved,
}

// plain computes both factors without noise.
func (c Exact) plain(g *graph.Graph, run *checkpoint.Run) (*embedding.Result, error) {
	seed := run.Stream("rows").Uint64()
	values, err := c.factorise(g, random(g.N(), c.Dim, seed), make([]float64, g.N()*c.Dim))
	if err != nil {
		return nil, err
	}
	in, err := embed.FromValues(values, c.Dim)
	return &embedding.Result{In: in, Seed: seed}, err
}

// random returns a public factor of random signs with rows of norm 1.
func random(n, dim int, seed uint64) []float64 { return aggregate.Random(n, dim, seed).Float64s() }

// factorise computes the rows w and the factor h by alternating minimisation of the objective plus
// noise·w.
func (f Factors) factorise(g *graph.Graph, h, noise []float64) (w []float64, err error) {
	for round := range f.Rounds {
		target := f.gradients(g, h)
		for i, x := range noise {
			target[i] -= x // [DPNE18] Perturbation
		}
		if w, err = f.solve(target, h); err != nil {
			return nil, err
		}
		if round+1 < f.Rounds {
			if h, err = f.solve(f.gradients(g, w), w); err != nil {
				return nil, err
			}
			f.shorten(h)
		}
	}
	return w, nil
}

// gradients returns 2 A x, the part of the gradient that reads the graph.
func (f Factors) gradients(g *graph.Graph, x []float64) []float64 {
	sums := make([]float64, len(x))
	parallel.Blocks(g.N(), 256, func(_, lo, hi int) {
		for u := lo; u < hi; u++ {
			row := sums[u*f.Dim:][:f.Dim]
			for _, v := range g.Neighbors(int32(u)) {
				floats.AddScaled(row, 2, x[int(v)*f.Dim:][:f.Dim])
			}
		}
	})
	return sums
}

// solve returns the optimum given the other factor x: target·(2 xᵀx + 2λ)⁻¹. [DPNE18] Objective
func (f Factors) solve(target, x []float64) ([]float64, error) {
	n := len(x) / f.Dim
	inner := mat.NewSymDense(f.Dim, nil)
	inner.SymOuterK(2, mat.NewDense(n, f.Dim, x).T())
	for k := range f.Dim {
		inner.SetSym(k, k, inner.At(k, k)+2*f.Ridge)
	}
	var roots mat.Cholesky
	if !roots.Factorize(inner) {
		return nil, errors.New("the perturbed objective has no unique optimum: set Ridge above 0")
	}
	var solved mat.Dense
	if err := roots.SolveTo(&solved, mat.NewDense(n, f.Dim, target).T()); err != nil && !errors.As(err, new(mat.Condition)) {
		return nil, err
	}
	return mat.DenseCopyOf(solved.T()).RawMatrix().Data, nil
}

// shorten scales rows longer than 1 to norm 1.
func (f Factors) shorten(h []float64) {
	for i := 0; i < len(h); i += f.Dim {
		row := h[i:][:f.Dim]
		if long := floats.Norm(row, 2); long > 1 {
			floats.Scale(1/long, row) // [DPNE18] Norm
		}
	}
}
