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

// embed computes the largest eigenvalues of N = D^(-1/2) A D^(-1/2). The largest is 1, once per
// component. Its eigenvectors are known, and a search from one vector would find only one of them.
func (c Eigenvectors) embed(ctx context.Context, run *checkpoint.Run, g *graph.Graph) (*Result, error) {
	top := newStationary(g)
	values, vectors := top.first(c.Dim)
	if left := min(c.Dim, g.N()-len(top.volumes)) - len(vectors); left > 0 {
		more, found, err := metric.Eigenpairs(ctx, top.last(normalised(g)), g.N(), left, nil, run.Stream("first vector"))
		if err != nil {
			return nil, err
		}
		for i, x := range more { // dot products of rows approximate a matrix without negative eigenvalues
			values, vectors = append(values, max(0, x)), append(vectors, found[i])
		}
	}
	return scaled(g.N(), c.Dim, values, vectors)
}

// scaled returns rows with an entry per eigenvector, times the square root of the absolute
// eigenvalue, padded with zeros.
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

// normalised returns multiplication by N, with zeros at isolated nodes.
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

// stationary holds the unit eigenvectors for eigenvalue 1: √(d/vol) on a component and 0 elsewhere.
type stationary struct {
	of      []int32   // the component of each node, as an index into volumes; -1 for isolated nodes
	volumes []float64 // in descending order
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

// first returns the vectors of the k largest components, with their eigenvalues.
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

// last returns multiplication by the matrix with these eigenvalues 1 replaced by -2, below all
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
