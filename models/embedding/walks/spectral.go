package walks

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// embed finds the largest eigenvalues of N = D^(-1/2) A D^(-1/2). The largest of all is 1, once
// for each component: its vector is known, and a search from one vector would find it once.
func (c Eigenvectors) embed(ctx context.Context, run *checkpoint.Run, g *graph.Graph) (*Result, error) {
	top := newStationary(g)
	values, vectors := top.first(c.Dim)
	if left := min(c.Dim, g.N()-len(top.volumes)) - len(vectors); left > 0 {
		more, found, err := metric.Eigenpairs(ctx, top.last(normalised(g)), g.N(), left, nil, run.Stream("first vector"))
		if err != nil {
			return nil, err
		}
		for i, x := range more { // the rows of a matrix without values below 0 have its products
			values, vectors = append(values, max(0, x)), append(vectors, found[i])
		}
	}
	return scaled(g.N(), c.Dim, values, vectors)
}

// scaled returns rows of an entry of each eigenvector, times the root of its eigenvalue's size,
// and then zeros.
func scaled(n, dim int, values []float64, vectors [][]float64) (*Result, error) {
	in, err := embed.New(n, dim)
	if err != nil {
		return nil, err
	}
	for k, v := range vectors {
		root := math.Sqrt(math.Abs(values[k]))
		for u, x := range v {
			in.Row(int32(u))[k] = float32(root * x)
		}
	}
	return &Result{In: in}, nil
}

// normalised returns products with N. A node without edges has zeros there.
func normalised(g *graph.Graph) metric.Multiply {
	offsets, targets := g.CSR()
	roots, divided := make([]float64, g.N()), make([]float64, g.N())
	for u := range roots {
		if d := g.Degree(int32(u)); d > 0 {
			roots[u] = 1 / math.Sqrt(float64(d))
		}
	}
	return func(out, x []float64) {
		floats.MulTo(divided, roots, x)
		parallel.Blocks(len(out), 256, func(_, lo, hi int) {
			for u := lo; u < hi; u++ {
				sum := 0.0
				for _, v := range targets[offsets[u]:offsets[u+1]] {
					sum += divided[v]
				}
				out[u] = roots[u] * sum
			}
		})
	}
}

// stationary has the unit vectors of the eigenvalue 1, which are √(d/vol) on a component and 0
// elsewhere.
type stationary struct {
	of      []int32   // the component of each node with edges, by its place in volumes; else -1
	volumes []float64 // in falling order
	roots   []float64
}

func newStationary(g *graph.Graph) stationary {
	components := g.Components()
	sums := make([]float64, components.Count())
	for u, c := range components.Of {
		sums[c] += float64(g.Degree(int32(u)))
	}
	order := make([]int, len(sums))
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sums[b], sums[a]) })
	s := stationary{of: make([]int32, g.N()), roots: make([]float64, g.N())}
	place := make([]int32, len(sums))
	for i, c := range order {
		if place[c] = -1; sums[c] > 0 {
			place[c], s.volumes = int32(i), append(s.volumes, sums[c])
		}
	}
	for u, c := range components.Of {
		if s.of[u] = place[c]; s.of[u] >= 0 {
			s.roots[u] = math.Sqrt(float64(g.Degree(int32(u))) / sums[c])
		}
	}
	return s
}

// first returns the vectors of the largest components, k at most, with their eigenvalues.
func (s stationary) first(k int) (values []float64, vectors [][]float64) {
	for range min(k, len(s.volumes)) {
		values, vectors = append(values, 1), append(vectors, make([]float64, len(s.of)))
	}
	for u, c := range s.of {
		if c >= 0 && int(c) < len(vectors) {
			vectors[c][u] = s.roots[u]
		}
	}
	return values, vectors
}

// last returns products with a matrix that has -2 in place of these eigenvalues 1, below all
// others.
func (s stationary) last(of metric.Multiply) metric.Multiply {
	along := make([]float64, len(s.volumes))
	return func(out, x []float64) {
		of(out, x)
		clear(along)
		for u, c := range s.of {
			if c >= 0 {
				along[c] += s.roots[u] * x[u]
			}
		}
		for u, c := range s.of {
			if c >= 0 {
				out[u] -= 3 * s.roots[u] * along[c]
			}
		}
	}
}
