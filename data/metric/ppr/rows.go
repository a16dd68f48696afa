// Package ppr computes personalised PageRank vectors of single roots as sparse rows.
//
// The personalised PageRank of a root v with teleport probability α is the stationary distribution
// of a walk that jumps to v with probability α before every step, and otherwise takes a step. There
// are two kinds of walks. The standard walk follows a random edge; the lazy walk stays with
// probability 1/2. Lazy PageRank with α is standard PageRank with [Standard](α).
//
//	[ISTA]  lazy; every entry is below the exact one by at most (1+γ)ρ times its degree
//	[Push]  standard; likewise by at most ε times its degree
//
// Both only read the neighbours of the nodes in the row. The degrees of these sum to at most 1/ρ
// for ISTA, and the work of a row is bounded likewise, so its time and memory depend on α, ρ and ε,
// not on the size of the graph. A [Walker] reuses its memory for several rows; [Rows] computes many
// in parallel.
//
// ISTA is the method of K. Fountoulakis et al., Variational perspective on local graph clustering
// (Mathematical Programming 2019), used by [DPAR24]; Push that of R. Andersen, F. Chung and K.
// Lang, Local graph partitioning using PageRank vectors (FOCS 2006).
package ppr

import (
	"errors"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Method computes the row of a root: an [ISTA] or a [Push].
type Method interface {
	Row(w *Walker, root int32) (Row, error)
	check() error
}

// Rows returns the rows of roots, computed on all cores. For loops see [NewWalker].
func Rows(g *graph.Graph, loops bool, m Method, roots []int32) ([]Row, error) {
	if g == nil || m == nil {
		return nil, errors.New("ppr: no graph, or no method")
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	walkers := make([]*Walker, min(parallel.Most(), len(roots)))
	for i := range walkers {
		var err error
		if walkers[i], err = NewWalker(g, loops); err != nil {
			return nil, err
		}
	}
	rows, failed := make([]Row, len(roots)), make([]error, len(walkers))
	parallel.Blocks(len(roots), 1, func(worker, i, _ int) {
		if failed[worker] == nil {
			rows[i], failed[worker] = m.Row(walkers[worker], roots[i])
		}
	})
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}
