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

// Rows returns the rows of roots, computed on all cores; loops as for [NewWalker].
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
