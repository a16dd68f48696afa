package walks

import (
	"context"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// maxNodes is the number of nodes whose triangle of pairs takes 3 GiB.
const maxNodes = 40_000

// embed computes the largest singular values of the logarithm of DeepWalk's matrix, and rows
// U_d·√Σ_d: [NETMF18] Algorithm 3. The matrix is symmetric, so they are absolute values of
// eigenvalues.
func (c Factorised) embed(ctx context.Context, run *checkpoint.Run, g *graph.Graph) (*Result, error) {
	if n := g.N(); n > maxNodes {
		return nil, fmt.Errorf("walks: NetMF stores a dense matrix, for at most %d nodes, but there are %d", maxNodes, n)
	}
	m, err := c.matrix(ctx, g)
	if err != nil {
		return nil, err
	}
	values, vectors, err := metric.Eigenpairs(ctx, m.multiply, g.N(), c.Dim, math.Abs, run.Stream("first vector"))
	if err != nil {
		return nil, err
	}
	return scaled(g.N(), c.Dim, values, vectors)
}

// matrix returns ln max(1, M), M = vol(G)/(b·T) (Σ_r (D⁻¹A)^r) D⁻¹ over the steps r = 1 … T. It is
// computed in blocks of columns: those of (D⁻¹A)^r D⁻¹ are D⁻¹A times the previous ones.
func (c Factorised) matrix(ctx context.Context, g *graph.Graph) (triangle, error) {
	const block = 32
	n := g.N()
	m, scale := newTriangle(n), 2*float64(g.M())/c.Negatives/float64(c.Window)
	most := 0
	for _, d := range g.Degrees() {
		most = max(most, int(d))
	}
	type room struct {
		now, next, sum vector.Matrix
		shares         []float32
	}
	rooms := make([]*room, parallel.Most())
	parallel.Blocks(n, block, func(worker, lo, hi int) {
		if ctx.Err() != nil {
			return
		}
		if rooms[worker] == nil {
			rooms[worker] = &room{vector.New(n, block), vector.New(n, block), vector.New(n, block), make([]float32, most)}
		}
		w := rooms[worker]
		clear(w.now.Data)
		clear(w.sum.Data)
		for j := lo; j < hi; j++ {
			if d := g.Degree(int32(j)); d > 0 {
				w.now.Row(j)[j-lo] = 1 / float32(d)
			}
		}
		for range c.Window {
			for u := range int32(n) {
				around := g.Neighbors(u)
				shares := w.shares[:len(around)]
				for i := range shares {
					shares[i] = 1 / float32(len(around))
				}
				vector.Combine(w.next.Row(int(u)), shares, w.now, around)
			}
			vector.AddScaled(w.sum.Data, 1, w.next.Data)
			w.now, w.next = w.next, w.now
		}
		for j := lo; j < hi; j++ {
			for i := j; i < n; i++ { // [NETMF18] Eq. 3
				m.row(i)[j] = float32(math.Log(max(1, scale*float64(w.sum.Row(i)[j-lo]))))
			}
		}
	})
	if err := ctx.Err(); err != nil {
		return triangle{}, err
	}
	return m, nil
}
