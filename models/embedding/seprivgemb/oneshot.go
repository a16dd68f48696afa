package seprivgemb

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"gonum.org/v1/gonum/floats"
)

// release returns A·R with Gaussian noise, for the whole budget.
func (c Projected) release(_ context.Context, run *checkpoint.Run) (*Result, error) {
	s := run.Session()
	mean, err := gauss.Mean(s.Budget())
	if err != nil {
		return nil, fmt.Errorf("seprivgemb: %w", err)
	}
	signs := run.Stream("signs").Uint64()
	q := projection(s.Public().Nodes, c.Dim, signs)
	noisy, err := gdp.GaussianMultiplier(s, "release", q, 1/mean) // the smallest for the budget: [BW18]
	if err != nil {
		return nil, err
	}
	// The graph is not read from here on: [SE-PrivGEmb] Thm 2.
	r := &Result{Multiplier: 1 / mean, Signs: signs}
	r.In, err = embed.FromValues(embed.Debiased(noisy, c.Dim, float64(q.Bound())/mean), c.Dim)
	return r, err
}

// release returns rows √d·u of noisy degrees d, for the whole budget.
func (c DegreeRows) release(_ context.Context, run *checkpoint.Run) (*Result, error) {
	noisy, err := degrees.Laplace(run.Session(), "release", run.Session().Budget().Epsilon)
	if err != nil {
		return nil, err
	}
	for i, d := range noisy.Degrees {
		noisy.Degrees[i] = max(d, 0)
	}
	r := &Result{Multiplier: noisy.Multiplier, Degrees: noisy.Degrees, Spread: 1, Random: c.Dim}
	r.In, err = inAnyDirection(noisy.Degrees, c.Dim, run.Stream("directions"))
	return r, err
}

// release returns rows with the expected geometry of the adjacency matrix given the noisy answers,
// for the whole budget.
func (c ExpectedRows) release(_ context.Context, run *checkpoint.Run) (*Result, error) {
	s := run.Session()
	e, err := posterior.AskCore(run, s.Budget().Epsilon, c.rule())
	if err == nil && e.Left > 0 {
		if multiplier, yes := c.sums(s, e); yes {
			return c.summed(run, multiplier)
		}
		e, err = posterior.Alone(s, e.First, e.Left)
	}
	if err != nil {
		return nil, err
	}
	return c.rowsOf(e, run)
}

// rows does the same with exact answers.
func (c Exact) rows(_ context.Context, run *checkpoint.Run, net *graph.Network) (*Result, error) {
	return c.rowsOf(posterior.Exact(net.Graph, c.rule(), run.Stream("first vector")), run)
}

func (c Expected) rowsOf(e *posterior.Evidence, run *checkpoint.Run) (r *Result, err error) {
	r = &Result{Multiplier: e.Multiplier, Degrees: e.Degrees, Core: len(e.Core), Vectors: len(e.Vectors), Spread: 1, Random: c.Dim - 1 - len(e.Vectors)}
	if e.Law != nil { // exact degrees have none
		r.Spread = degrees.Spread(e.Law)
	}
	if len(e.Vectors) == 0 {
		r.In, err = onAverage(r.Degrees, r.Spread, c.Dim, run.Stream("directions"))
	} else {
		r.In, err = beyondDegrees(r.Degrees, r.Spread, e.Vectors, c.Dim, c.Structure, run.Stream("directions"))
	}
	return r, err
}

// rows returns U|Λ|.
func (c Spectral) rows(_ context.Context, run *checkpoint.Run, net *graph.Network) (*Result, error) {
	in, err := posterior.SpectralRows(net.Graph, c.Dim, run.Stream("first vector"))
	return &Result{In: in}, err
}

// rule returns the rule of the evidence, with at most as many vectors as fit in a row next to
// degrees and random entries.
func (c Expected) rule() posterior.Rule {
	c.Rule.Vectors = max(0, min(c.Rule.Vectors, c.Dim-2))
	return c.Rule
}

// maxProjected is the number of nodes up to which sums of multiples of 2⁻³⁰ are exact in float64.
const maxProjected = 1 << 23

// projection returns the query A·R, row by row, for a public random n × r matrix R with rows of
// norm at most 1. An edge {i,j} adds row j of R to row i and row i to row j, so it changes the
// answer by at most √2.
func projection(n, dim int, seed uint64) gdp.Bounded[gdp.L2] {
	name := fmt.Sprintf("A·R for %d × %d random signs of seed %x over √%d", n, dim, seed, dim)
	// Entries are ±1/√r, rounded towards 0 to a multiple of 2⁻³⁰: sums are exact, and no norm
	// exceeds 1.
	entry := math.Floor(0x1p30/math.Sqrt(float64(dim))) * 0x1p-30
	basis := gdp.Proof{Doc: "proofs/seprivgemb.md#projection", Test: "TestOneEdgeMovesTheProjectionByRootTwo"}
	return gdp.Query(name, gdp.EdgeLevel, gdp.L2(math.Nextafter(math.Sqrt2, 2)), basis, func(d *gdp.Data) ([]float64, error) {
		g := d.Network.Graph.Undirected()
		signs := make([]uint64, (n*dim+63)/64)
		r := rand.New(rand.NewPCG(seed, 0x52))
		for i := range signs {
			signs[i] = r.Uint64()
		}
		out := make([]float64, n*dim)
		for u := range n {
			row := out[u*dim:][:dim]
			for _, v := range g.Neighbors(int32(u)) {
				for k := range row {
					if at := int(v)*dim + k; signs[at>>6]>>(at&63)&1 == 1 {
						row[k] += entry
					} else {
						row[k] -= entry
					}
				}
			}
		}
		return out, nil
	}).OnNodes(n)
}

// inAnyDirection returns √d·u, where u is normal with variance 1/r per entry.
func inAnyDirection(degrees []float64, dim int, r *rand.Rand) (*embed.Matrix, error) {
	return rows(len(degrees), dim, func(u int32) []float32 {
		row := make([]float32, dim)
		for i := range row {
			row[i] = float32(math.Sqrt(degrees[u]/float64(dim)) * r.NormFloat64())
		}
		return row
	})
}

// lengths returns the squared norms of rows: degrees, reduced by up to 0.9 times the smallest one
// if only chance scatters the degrees. Random directions are not exactly orthogonal; with similar
// degrees, that noise would exceed the differences between distances.
func lengths(degrees []float64, spread float64) []float64 {
	of := slices.Clone(degrees)
	floats.AddConst(-0.9*(1-spread)*slices.Min(of), of)
	return of
}

// onAverage returns rows with the expected geometry of the rows of a random adjacency matrix with
// the given degrees: |y_i|² = d_i, up to a constant, and, since i and j have κ²·d_i·d_j common
// neighbours with κ² = Σd²/(Σd)², that y_i·y_j. The first coordinate is κ·d_i, capped at the length
// of the row; the rest of a row points in a random direction.
func onAverage(degrees []float64, spread float64, dim int, r *rand.Rand) (*embed.Matrix, error) {
	var sum, squares float64
	for _, d := range degrees {
		sum += d
		squares += d * d
	}
	kappa := 0.0
	if sum > 0 {
		kappa = math.Sqrt(squares) / sum
	}
	direction, lengths := make([]float64, dim-1), lengths(degrees, spread)
	return rows(len(degrees), dim, func(u int32) []float32 {
		d := lengths[u]
		first := min(kappa*d, math.Sqrt(d))
		square := 0.0
		for i := range direction {
			direction[i] = r.NormFloat64()
			square += direction[i] * direction[i]
		}
		rest := math.Sqrt(max(0, d-first*first) / square)
		row := append(make([]float32, 0, dim), float32(first))
		for _, x := range direction {
			row = append(row, float32(rest*x))
		}
		return row
	})
}

// beyondDegrees returns rows of squared norm d_i, up to a constant, whose dot products order pairs
// nearly like √(d_i·d_j)·(1 + x_i·x_j); x is the vectors' part relative to p = d/√Σd. p and x take
// a share of a row's squared norm, the rest is random. The share of a typical row is multiplied by
// the square root of (1 + |x|²) relative to typical rows, and divided by the fourth root of the
// relative degree, up to .95: hubs dominate the distances of rows, other nodes the clusters.
func beyondDegrees(degrees []float64, spread float64, vectors [][]float64, dim int, share float64, r *rand.Rand) (*embed.Matrix, error) {
	sum, typical := max(floats.Sum(degrees), 1), 0.0
	known := func(u int) (row []float64, square float64) { // relative to p
		row, square = append(row, 1), 1
		for _, v := range vectors {
			x := 0.0
			if p := degrees[u] / math.Sqrt(sum); p > 0 {
				x = v[u] / p
			}
			row, square = append(row, x), square+x*x
		}
		return row, square
	}
	for u, d := range degrees {
		_, square := known(u)
		typical += d * square / sum
	}
	mean, lengths := sum/float64(len(degrees)), lengths(degrees, spread)
	return rows(len(degrees), dim, func(u int32) []float32 {
		d := lengths[u]
		known, square := known(int(u))
		own := share * math.Sqrt(square/typical*math.Sqrt(mean/max(degrees[u], 1)))
		scale := math.Sqrt(min(own, 0.95) * d / square)
		random, other := make([]float64, dim-len(known)), 0.0
		for i := range random {
			random[i] = r.NormFloat64()
			other += random[i] * random[i]
		}
		row, left := make([]float32, 0, dim), max(0, d-scale*scale*square)
		for _, x := range known {
			row = append(row, float32(scale*x))
		}
		for _, x := range random {
			row = append(row, float32(x*math.Sqrt(left/other)))
		}
		return row
	})
}
