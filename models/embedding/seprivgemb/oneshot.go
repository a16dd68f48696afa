package seprivgemb

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/null"
)

// oneShot is one release with Gaussian noise at edge level, for the whole budget,
// and rows made from it.
func oneShot(s *gdp.Session, c Config) (*Result, error) {
	if s.Relation() != gdp.EdgeLevel {
		return nil, fmt.Errorf("seprivgemb: %v is for the relation %v, the session's is %v", c.Method, gdp.EdgeLevel, s.Relation())
	}
	n := s.Public().Nodes
	public := s.PublicStream("directions")
	q := query.Degrees[gdp.L2](gdp.EdgeLevel, n)
	var signs uint64
	if c.Method == Projection {
		signs = public.Uint64()
		q = projection(n, c.Dim, signs)
	}
	mean, err := gauss.Mean(s.Budget())
	if err != nil {
		return nil, fmt.Errorf("seprivgemb: %w", err)
	}
	multiplier := 1 / mean // the least for the budget: [BW18]
	noisy, err := gdp.GaussianMultiplier(s, "release", q, multiplier)
	if err != nil {
		return nil, err
	}
	// From here on nothing reads the graph: [SE-PrivGEmb] Thm 2.
	sd := multiplier * float64(q.Bound())
	r := &Result{Multiplier: multiplier, Signs: signs}
	switch c.Method {
	case Projection:
		r.In = debiased(noisy, c.Dim, sd)
	case DegreeRows:
		for i, d := range noisy {
			noisy[i] = max(d, 0)
		}
		r.In, r.Degrees = degreeRows(noisy, c.Dim, public), noisy
	default:
		r.Degrees = deconvolved(noisy, sd, n-1)
		r.In = expectedRows(r.Degrees, c.Dim, c.Cosine, public)
	}
	return r, nil
}

// maxProjected is the number of nodes from which on sums of multiples of 2⁻³⁰ might
// be rounded in float64.
const maxProjected = 1 << 23

// projection is the query A·R, row by row, for a public random n × r matrix R.
// Its rows have norm 1 at most. An edge {i,j} adds row j of R to row i and row i
// to row j, so that it moves the answer by √2 at most.
func projection(n, dim int, seed uint64) gdp.Bounded[gdp.L2] {
	name := fmt.Sprintf("A·R for %d × %d random signs of seed %x over √%d", n, dim, seed, dim)
	// Entries are ±1/√r, rounded to a multiple of 2⁻³⁰ towards 0: sums are exact,
	// and no norm exceeds 1.
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

// debiased are noisy rows scaled so that a square norm is on average what it would
// be without the noise.
func debiased(noisy []float64, dim int, sd float64) null.Rows {
	rows := make(null.Rows, len(noisy)/dim)
	for u := range rows {
		y := noisy[u*dim:][:dim]
		square := 0.0
		for _, x := range y {
			square += x * x
		}
		factor := 0.0
		if want := square - float64(dim)*sd*sd; want > 0 {
			factor = math.Sqrt(want / square)
		}
		rows[u] = make([]float32, dim)
		for i, x := range y {
			rows[u][i] = float32(factor * x)
		}
	}
	return rows
}

// degreeRows are √d·u with u normal of variance 1/r in each entry.
func degreeRows(degrees []float64, dim int, r *rand.Rand) null.Rows {
	rows := make(null.Rows, len(degrees))
	for u, d := range degrees {
		rows[u] = make([]float32, dim)
		for i := range rows[u] {
			rows[u][i] = float32(math.Sqrt(d/float64(dim)) * r.NormFloat64())
		}
	}
	return rows
}

// expectedRows have the geometry that the rows of an adjacency matrix have on
// average if edges are random and degrees are given: |y_i|² = d_i, and, since i and
// j have κ²·d_i·d_j common neighbours with κ² = Σd²/(Σd)², the same y_i·y_j. A
// first coordinate of κ·d_i does that; the rest of a row points in a random
// direction. The first coordinate is no less than √(cosine·d_i), so that scalar
// products order pairs by their degrees, and no more than the whole row.
func expectedRows(degrees []float64, dim int, cosine float64, r *rand.Rand) null.Rows {
	var sum, squares float64
	for _, d := range degrees {
		sum += d
		squares += d * d
	}
	kappa := 0.0
	if sum > 0 {
		kappa = math.Sqrt(squares) / sum
	}
	rows := make(null.Rows, len(degrees))
	direction := make([]float64, dim-1)
	for u, d := range degrees {
		first := min(max(kappa*d, math.Sqrt(cosine*d)), math.Sqrt(d))
		square := 0.0
		for i := range direction {
			direction[i] = r.NormFloat64()
			square += direction[i] * direction[i]
		}
		rest := math.Sqrt(max(0, d-first*first) / square)
		rows[u] = append(make([]float32, 0, dim), float32(first))
		for _, x := range direction {
			rows[u] = append(rows[u], float32(rest*x))
		}
	}
	return rows
}
