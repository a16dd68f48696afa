package dpgs

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"gonum.org/v1/gonum/mat"
)

// loading is the matrix Z, the pseudo-inverse of a P with one entry per node: p_u over the sum of
// squares in its cluster, and 0 in empty clusters.
type loading struct {
	clusters []int32
	p        []float64
	squares  []float64 // ν
}

func newLoading(clusters []int32, p []float64, k int) loading {
	z := loading{clusters, p, make([]float64, k)}
	for u, c := range clusters {
		z.squares[c] += p[u] * p[u]
	}
	return z
}

// at returns the entry of node u in Z.
func (z loading) at(u int32) float64 {
	if s := z.squares[z.clusters[u]]; s > 0 {
		return z.p[u] / s
	}
	return 0
}

// byColumns returns the inverse norm of each feature column: [DPGS] Alg. 3, line 6.
func byColumns(x *graph.Attributes) []float64 {
	scale := make([]float64, x.Cols())
	offsets, columns, values := x.CSR()
	for i := offsets[0]; i < offsets[len(offsets)-1]; i++ {
		scale[columns[i]] += float64(values[i]) * float64(values[i])
	}
	for c, s := range scale {
		if s > 0 {
			scale[c] = 1 / math.Sqrt(s)
		}
	}
	return scale
}

// sums returns alpha Zᵀ X, row by row.
func (z loading) sums(x *graph.Attributes, scale []float64, alpha float64) []float64 {
	out := make([]float64, len(z.squares)*x.Cols())
	for u, c := range z.clusters {
		columns, values := x.Row(int32(u))
		for i, column := range columns {
			out[int(c)*x.Cols()+int(column)] += alpha * z.at(int32(u)) * float64(values[i]) * scale[column]
		}
	}
	return out
}

// untouched is a bound for queries that no edge changes: small enough to cost nothing.
const untouched = 0x1p-20

// sumQuery is [loading.sums] with the paper's claimed sensitivity of 1.
func (z loading) sumQuery(from string, x *graph.Attributes, alpha float64) gdp.Bounded[gdp.L2] {
	name := fmt.Sprintf("%v times the features of clusters from %s, normalised by columns", alpha, from)
	basis := gdp.Claim{
		Source: "[DPGS] Thm 1 and Sec. 4.3", Statement: "one row of features moves the noisy term by max|X_i|², and the step is (ε₂, δ₃)-DP for it", Holds: untouched,
		Why: "alpha and Z are left out of it, and the norms of columns move all rows (G5, G6); of edges features say nothing, so that an edge moves it by 0",
	}
	scale := byColumns(x)
	return gdp.Query(name, gdp.EdgeLevel, gdp.L2(1), basis, func(*gdp.Data) ([]float64, error) {
		return z.sums(x, scale, alpha), nil
	}).OnNodes(len(z.clusters))
}

// compressed solves for the features of clusters. It minimises a smoothness term, weighted by the
// summary, plus the distance to the nodes' features; noisy is alpha Zᵀ X - B. Clusters without
// nodes get no features.
func (z loading) compressed(weights [][]float64, noisy []float64, alpha float64) (*mat.Dense, error) {
	var full []int // clusters with nodes
	for c, s := range z.squares {
		if s > 0 {
			full = append(full, c)
		}
	}
	k := len(z.squares)
	columns := len(noisy) / k
	out := mat.NewDense(k, max(columns, 1), nil)
	if len(full) == 0 || columns == 0 {
		return out, nil
	}
	system, right := mat.NewSymDense(len(full), nil), mat.NewDense(len(full), columns, nil)
	for i, a := range full {
		sum := 0.0
		for j, b := range full {
			sum += weights[a][b]
			if j > i {
				system.SetSym(i, j, -2/alpha*weights[a][b])
			}
		}
		system.SetSym(i, i, 2/alpha*(sum-weights[a][a])+1/z.squares[a]) // 2/α L + ZᵀZ; a loop cancels in L
		for c := range columns {
			right.Set(i, c, noisy[a*columns+c]/alpha)
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(system) {
		return nil, fmt.Errorf("dpgs: cluster features: the linear system is singular")
	}
	var x mat.Dense
	if err := chol.SolveTo(&x, right); err != nil { // [DPGS] Eq. 8
		return nil, fmt.Errorf("dpgs: cluster features: %w", err)
	}
	for i, a := range full {
		out.SetRow(a, x.RawRowView(i))
	}
	return out, nil
}

// projection returns a random projection of the nodes' features to rows of d numbers and norm 1,
// which about preserves distances.
func projection(x *graph.Attributes, d int, r *rand.Rand) aggregate.Rows {
	directions := make([]float32, x.Cols()*d)
	for i := range directions {
		directions[i] = float32(r.NormFloat64())
	}
	rows, values := unit(x)
	out := make([]float32, len(rows)*d)
	for u, columns := range rows {
		row := out[u*d:][:d]
		for i, c := range columns {
			for j, z := range directions[int(c)*d:][:d] {
				row[j] += values[u][i] * z
			}
		}
	}
	return aggregate.Unit(d, out)
}

// hopRelease releases the noisy sums of neighbours' rows for a hop; from identifies the first rows.
func hopRelease(from string, h, of int, rows aggregate.Rows, nodes int, multiplier float64) gdp.Release[[]float64] {
	name := fmt.Sprintf("sums of neighbours' rows, hop %d of %d from rows %s", h, of, from)
	return gdp.NewGaussianMultiplier(fmt.Sprintf("hop %d", h), rows.Query(name, nodes), multiplier)
}

// checkHops refuses graphs whose sums of rows might be rounded.
func checkHops(hops, nodes int) error {
	if hops == 0 {
		return nil
	}
	if err := aggregate.Size(nodes); err != nil {
		return fmt.Errorf("dpgs: hops: %w", err)
	}
	return nil
}

// hopSums returns the rows of all hops; each hop's rows are the normalised noisy sums of the
// previous rows.
func hopSums(s *gdp.Session, rows aggregate.Rows, d, hops, nodes int, multiplier float64) ([]aggregate.Rows, error) {
	all, from := []aggregate.Rows{rows}, rows.Digest()
	for h := range hops {
		sums, err := hopRelease(from, h+1, hops, all[h], nodes, multiplier).Draw(s)
		if err != nil {
			return nil, err
		}
		all = append(all, aggregate.Unit(d, sums))
	}
	return all, nil
}

// joined concatenates the rows of all hops as attributes.
func joined(n, d int, hops []aggregate.Rows) (*graph.Attributes, error) {
	width := d * len(hops)
	offsets, columns, values := make([]int64, n+1), make([]int32, n*width), make([]float32, n*width)
	for u := range n {
		offsets[u+1] = int64((u + 1) * width)
		for i := range width {
			columns[u*width+i] = int32(i)
		}
	}
	for h, rows := range hops {
		all := rows.Float32s()
		for u := range n {
			copy(values[u*width+h*d:][:d], all[u*d:][:d])
		}
	}
	return graph.NewAttributes(width, offsets, columns, values)
}
