package dpar

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/metric/ppr"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/features"
)

// Theorems of [DPAR24] that the published modes rely on.
var (
	rowsTheorem = gdp.Claim{
		Source:    "[DPAR24] Thms 1 to 3",
		Statement: "rows of a subsample of rate q' that cost (ε, δ) cost (q'ε, q'δ)",
		Why:       "sampling makes ε into ln(1 + q'(e^ε - 1)), which is more than q'ε (G1), and for a secret Poisson sample only",
	}
	trainingTheorem = gdp.Claim{
		Source:    "[DPAR24] Thm 2",
		Statement: "a column norm of at most τ makes a node move a step by τC, sampled at the rate B/N, and a subsample of rate q' divides ε by 1/q'",
		Why:       "one node turns every clipped gradient whose row it is in, however small its weight (G3 to G5), the bound needs e^x ≤ 1 + x (G2), and ε after sampling is ln(1 + q'(e^ε - 1)) (G1)",
	}
)

// entryBound bounds the change of an entry of a row with entries in [0, C₂]. One node may change
// all entries.
func (c Paper) entryBound() gdp.LInf { return gdp.LInf(c.EntryClip) }

// rowsBound returns the joint sensitivity of the rows of Algorithm 3: the paper's, C₁ per row, and
// the one that holds. Two non-negative vectors in a ball of radius C₁ are up to √2 C₁ apart.
func (c Paper) rowsBound(roots int) (paper, holds gdp.L2) {
	paper = gdp.L2(c.RowClip * math.Sqrt(float64(roots)))
	return paper, math.Sqrt2 * paper
}

// paperRun is one run of [Paper].
type paperRun struct {
	Paper
	session *gdp.Session
	nodes   []int32 // the subsample
	roots   int
	rng     *rand.Rand // of uniform rows
}

// rows returns a function that draws the rows of Algorithm 1 or 3, for the claimed cost b.
func (c paperRun) rows(b gdp.Budget) (draw func() (matrix, error), err error) {
	a := rootRows{c.Walk, c.nodes, c.roots}
	keep := min(c.Keep, len(c.nodes))
	if c.Rows == Uniform {
		return func() (matrix, error) { return uniform(c.rng, c.roots, keep, len(c.nodes)), nil }, nil
	}
	n, err := c.noise(c.roots, c.beforeSampling(b))
	if err != nil {
		return nil, err
	}
	basis := rowsTheorem
	name := fmt.Sprintf("rows %+v of %d roots among %d nodes", c.Walk, c.roots, len(c.nodes))
	if c.Rows == GM {
		bound, holds := c.rowsBound(c.roots)
		basis.Holds = float64(holds)
		q := gdp.SparseQuery(fmt.Sprintf("%s, norm %g", name, c.RowClip), gdp.NodeLevel, bound, basis, c.roots, len(c.nodes), func(d *gdp.Data) ([]gdp.Entries, error) {
			return a.scaled(d.Network.Graph, c.RowClip)
		})
		r := gdp.NewGaussianTop("rows", q, keep, n.sigma/float64(bound)).Claiming(b)
		return func() (matrix, error) {
			top, err := r.Draw(c.session)
			m := make(matrix, len(top))
			for i, row := range top {
				m[i] = ppr.Row{Nodes: row.At, Values: row.Values}
			}
			return m, err
		}, nil
	}
	basis.Holds = float64(c.entryBound())
	q := gdp.SparseQuery(fmt.Sprintf("%s, entries %g", name, c.EntryClip), gdp.NodeLevel, c.entryBound(), basis, c.roots, len(c.nodes), func(d *gdp.Data) ([]gdp.Entries, error) {
		return a.clipped(d.Network.Graph, c.EntryClip)
	})
	cost := b
	if c.Rows == EM1 {
		cost = gdp.Budget{Epsilon: b.Epsilon / 2, Delta: b.Delta / 2}
	}
	// Gumbel noise of scale C₂/ε makes each choice 2ε-DP.
	r := gdp.NewNoisyMaxRows("rows", q, keep, gdp.Epsilon(2*n.gumbel)).Claiming(cost)
	choose := func() (matrix, error) {
		chosen, err := r.Draw(c.session)
		m := make(matrix, len(chosen))
		for i, places := range chosen {
			m[i] = equal(places) // option I
		}
		return m, err
	}
	if c.Rows == EM0 {
		return choose, nil
	}
	return func() (matrix, error) {
		m, err := choose()
		if err != nil {
			return nil, err
		}
		return c.values(a, m, n, basis, cost)
	}, nil
}

// values replaces the entries of rows by the clipped ones with Laplace noise: option II.
func (c paperRun) values(a rootRows, m matrix, n rowNoise, basis gdp.Claim, cost gdp.Budget) (matrix, error) {
	places := 0
	for _, r := range m {
		places += len(r.Nodes)
	}
	// Each entry of each row may change by C₂.
	bound := gdp.L1(float64(places) * c.EntryClip)
	basis.Holds = float64(bound)
	q := gdp.Query(fmt.Sprintf("entries %+v of %d roots, %g, at %v", c.Walk, c.roots, c.EntryClip, m), gdp.NodeLevel, bound, basis, func(d *gdp.Data) ([]float64, error) {
		rows, err := a.clipped(d.Network.Graph, c.EntryClip)
		if err != nil {
			return nil, err
		}
		var all []float64
		for i, r := range m {
			for _, u := range r.Nodes {
				all = append(all, ppr.Row{Nodes: rows[i].At, Values: rows[i].Values}.At(u))
			}
		}
		return all, nil
	})
	noisy, err := gdp.NewLaplace("values", q, gdp.Epsilon(float64(bound)/n.laplace)).Claiming(cost).Draw(c.session)
	if err != nil {
		return nil, err
	}
	for _, r := range m {
		noisy = noisy[copy(r.Values, noisy):]
	}
	return m, nil
}

// below leaves room for rounding in a norm.
const below = 1 - 0x1p-20

// clipNorm scales x down to norm c.
func clipNorm(x []float64, c float64) {
	square := 0.0
	for _, v := range x {
		square += v * v
	}
	if norm := math.Sqrt(square); norm > c*below {
		for i := range x {
			x[i] *= c * below / norm
		}
	}
}

// plan returns the plan of Algorithm 2 for the claimed cost b, with the noise of [DPAR24] Theorem
// 2, computed by the public code's accountant for batches of B among all nodes of the subsample.
func (c paperRun) plan(b gdp.Budget) (gdp.Plan, error) {
	steps := c.steps(len(c.nodes))
	p := gdp.Plan{Label: "training", Steps: steps, Sensitivity: gdp.L2(c.Clip), Basis: trainingTheorem, Claimed: b}
	if c.Author {
		p.Sampling = gdp.FullBatch{AddRemove: true} // the same batches in every epoch
		p.Divisor = float64(min(c.Batch, len(c.nodes)))
	} else {
		p.Sampling = gdp.Poisson{Rate: c.rate(c.roots)}
		p.Divisor = c.rate(c.roots) * float64(c.roots)
	}
	var err error
	p.Multiplier, err = features.PublishedMultiplier(c.rate(len(c.nodes)), steps, c.beforeSampling(b))
	return p, err
}
