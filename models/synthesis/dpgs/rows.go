package dpgs

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// RowGuarantee says what hides one row of features. It is a separate statement: it is for another
// relation than that of edges, and its ε is never added to theirs.
type RowGuarantee struct {
	Epsilon gdp.Epsilon `json:"epsilon"`
	Delta   gdp.Delta   `json:"delta"`
	Change  string      `json:"change"` // of one row
	Noise   float64     `json:"noise"`  // standard deviation on each sum
}

// change is what may happen to a row, and how far that moves the sums of rows of norm 1 at most.
func (c Rows) change() (name string, moved float64) {
	if c.Replaced {
		return "a row is replaced by any other", 2
	}
	return "a row is set to zeros", 1
}

// clipped scales a row of features down to a norm of at most 1.
func clipped(values []float32) []float64 {
	sum, out := 0.0, make([]float64, len(values))
	for _, x := range values {
		sum += float64(x) * float64(x)
	}
	scale := 1.0
	if sum > 1 {
		scale = (1 - 0x1p-40) / math.Sqrt(sum)
	}
	for i, x := range values {
		out[i] = float64(x) * scale
	}
	return out
}

// rowSums are the sums of clipped rows of each cluster, one cluster after the other.
func rowSums(x *graph.Attributes, clusters []int32, k int) []float64 {
	out := make([]float64, k*x.Cols())
	for u, c := range clusters {
		columns, values := x.Row(int32(u))
		for i, v := range clipped(values) {
			out[int(c)*x.Cols()+int(columns[i])] += v
		}
	}
	return out
}

// rowQuery is [rowSums] at edge level, where no edge moves it. Clusters were released.
func rowQuery(x *graph.Attributes, clusters []int32, k int) gdp.Bounded[gdp.L2] {
	basis := gdp.Proof{Doc: "proofs/dpgs.md#rows-of-features", Test: "TestOneRowMovesTheSums"}
	return gdp.Query(fmt.Sprintf("sums of features of the %d clusters", k), gdp.EdgeLevel, gdp.L2(untouched), basis, func(*gdp.Data) ([]float64, error) {
		return rowSums(x, clusters, k), nil
	}).OnNodes(len(clusters))
}

// randomRows are random rows of all nodes: they know which node they are of, and nothing else.
func randomRows(n, d int, r *rand.Rand) (*graph.Attributes, error) {
	offsets, columns, values := make([]int64, n+1), make([]int32, n*d), make([]float32, n*d)
	for u := range n {
		offsets[u+1] = int64((u + 1) * d)
		for i := range d {
			columns[u*d+i], values[u*d+i] = int32(i), float32(r.NormFloat64())
		}
	}
	return graph.NewAttributes(d, offsets, columns, values)
}

// run makes a summary that hides features, [NoisyFeatures]: one whose clusters do not read
// features, and noisy sums of the features of each cluster. The session's guarantee is for edges;
// that for rows of features is apart.
func (c Rows) run(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error) {
	p := s.Public()
	switch {
	case s.Relation() != gdp.EdgeLevel:
		return nil, fmt.Errorf("dpgs: under the relation %v take %v", s.Relation(), gdp.EdgeLevel)
	case p.Attrs == nil || p.Attrs.Cols() == 0:
		return nil, fmt.Errorf("dpgs: nodes without features, which are to be released")
	}
	if err := c.fits(p.Nodes); err != nil {
		return nil, err
	}
	b := gdp.Budget{Epsilon: gdp.Epsilon(c.RowEpsilon), Delta: s.Budget().Delta}
	if b.Delta == 0 {
		return nil, fmt.Errorf("dpgs: the budget %v: %w", s.Budget(), gdp.ErrDelta)
	}
	mean, err := gauss.Mean(b)
	if err != nil {
		return nil, fmt.Errorf("dpgs: the rows' budget: %w", err)
	}
	change, moved := c.change()
	sd := moved / mean
	n, err := c.calibrate(s, accounting.Gaussian{NoiseMultiplier: sd / untouched})
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpgs", c, w, func(run *checkpoint.Run) (*Result, error) {
		own, err := randomRows(p.Nodes, c.Dim, c.coins())
		if err != nil {
			return nil, fmt.Errorf("dpgs: %w", err)
		}
		sums := func(clusters []int32) gdp.Release[[]float64] {
			return gdp.NewGaussianMultiplier("features", rowQuery(p.Attrs, clusters, c.Clusters), sd/untouched)
		}
		sum, err := c.summarise(run, own, n, sums(make([]int32, p.Nodes)))
		if err != nil {
			return nil, err
		}
		noisy, err := sums(sum.Clusters).Draw(run.Session())
		if err != nil {
			return nil, err
		}
		// From here on nothing reads features.
		weights := make([][]float64, c.Clusters)
		for a := range weights {
			weights[a] = make([]float64, c.Clusters)
		}
		for _, x := range sum.Cells {
			if pairs := capacity(sum.Sizes, int(x.A), int(x.B)); pairs > 0 {
				weights[x.A][x.B] = x.Edges / pairs
				weights[x.B][x.A] = weights[x.A][x.B]
			}
		}
		ones := make([]float64, p.Nodes)
		for u := range ones {
			ones[u] = 1
		}
		columns := p.Attrs.Cols()
		for i := range noisy { // means, times alpha
			noisy[i] *= c.Alpha / float64(max(1, sum.Sizes[i/columns]))
		}
		smooth, err := newLoading(sum.Clusters, ones, c.Clusters).compressed(weights, noisy, c.Alpha)
		if err != nil {
			return nil, err
		}
		sum.Features = smooth.RawMatrix().Data
		r, err := sum.drawn(run, n.count)
		if err == nil {
			r.Rows = &RowGuarantee{Epsilon: b.Epsilon, Delta: b.Delta, Change: change, Noise: sd}
		}
		return r, err
	})
}
