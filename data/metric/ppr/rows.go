package ppr

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// Method computes the row of a root: an [ISTA] or a [Push].
type Method interface {
	Row(w *Walker, root int32) (Row, error)
	check() error
}

// Rows returns the rows of roots, computed on all cores; loops as for [NewWalker].
func Rows(g Graph, loops bool, m Method, roots []int32) ([]Row, error) {
	if g == nil || m == nil {
		return nil, errors.New("ppr: no graph, or no method")
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	rows := make([]Row, len(roots))
	workers := min(runtime.GOMAXPROCS(0), len(roots))
	failed := make([]error, workers)
	var next atomic.Int64
	var wait sync.WaitGroup
	for k := range workers {
		w, err := NewWalker(g, loops)
		if err != nil {
			return nil, err
		}
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(roots)) && failed[k] == nil; i = next.Add(1) - 1 {
				rows[i], failed[k] = m.Row(w, roots[i])
			}
		})
	}
	wait.Wait()
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}
