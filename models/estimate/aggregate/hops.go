package aggregate

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Hops takes the sums of hop after hop, each of the rows that next makes of the one before it:
// [GAP23] Aggregation module. Without next these are the sums, of norm 1.
func (r Rows) Hops(hops int, sum func(hop int, r Rows) ([]float64, error), next func(sums []float64) Rows) (all [][]float64, err error) {
	if next == nil {
		next = func(sums []float64) Rows { return Unit(r.columns, sums) }
	}
	for h := range hops {
		sums, err := sum(h+1, r)
		if err != nil {
			return nil, err
		}
		all, r = append(all, sums), next(sums)
	}
	return all, nil
}

// NoisyHops reserves the sums of all hops, each with noise of the multiplier, and releases them.
// The query is named after the sums of rows; next is that of [Rows.Hops].
func (r Rows) NoisyHops(run *checkpoint.Run, hops int, multiplier float64, query func(r Rows, name string, nodes int) gdp.Bounded[gdp.L2], next func(sums []float64) Rows) ([][]float64, error) {
	if run == nil || query == nil {
		return nil, errors.New("aggregate: no run, or no query")
	}
	first, nodes := r.Digest(), run.Session().Public().Nodes
	hop := func(h int, r Rows) gdp.Release[[]float64] {
		name := fmt.Sprintf("sums of neighbours' rows, hop %d of %d from rows %s", h, hops, first)
		return gdp.NewGaussianMultiplier(fmt.Sprintf("hop %d", h), query(r, name, nodes), multiplier)
	}
	var spends []gdp.Spend
	for h := range hops {
		spends = append(spends, hop(h+1, r))
	}
	if err := run.Reserve(spends...); err != nil {
		return nil, err
	}
	return r.Hops(hops, func(h int, r Rows) ([]float64, error) { return hop(h, r).Draw(run.Session()) }, next)
}
