package release

import (
	"errors"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/graph/npy"
)

// Pairs scores pairs of nodes; a larger score means a likelier edge. It depends only on released
// and public data, and is written beside a release in .npz. The score of a pair is
//
//	bias_u + bias_v + weight_u · weight_v · s
//
// where s is 1, or max(least, row_u · row_v) with rows, or the rate of the pair's blocks or of the
// pair itself with blocks. Missing biases are 0, missing weights 1.
type Pairs struct {
	Bias, Weight []float64
	Rows         [][]float64
	Least        *float64
	Block        []int32 // of each node
	Ends         [][]int32
	Rates        []float64 // of pairs of these two blocks, in either order
	Other        float64   // of all other pairs
	Listed       [][]int32
	ListedRates  []float64 // of single pairs
}

// The names of the arrays.
const (
	pairBias, pairWeight, pairRows, pairLeast = "pair_bias", "pair_weight", "pair_rows", "pair_least"
	pairBlock, pairEnds, pairRates            = "pair_block", "pair_block_ends", "pair_block_rates"
	pairListed, pairListedRates, pairOther    = "pair_listed", "pair_listed_rates", "pair_other_rate"
)

// arrays returns the present fields as arrays of an archive.
func (p *Pairs) arrays() (list []npy.Array) {
	if p == nil {
		return nil
	}
	add := func(name, kind string, there bool, n, columns int, data any) {
		if there {
			shape := npy.Vector(n)
			if columns > 0 {
				shape = fmt.Sprintf("%d, %d", n, columns)
			}
			list = append(list, npy.Array{Name: name, Kind: kind, Shape: shape, Data: data})
		}
	}
	add(pairBias, "<f8", p.Bias != nil, len(p.Bias), 0, p.Bias)
	add(pairWeight, "<f8", p.Weight != nil, len(p.Weight), 0, p.Weight)
	if p.Rows != nil {
		add(pairRows, "<f8", true, len(p.Rows), len(p.Rows[0]), slices.Concat(p.Rows...))
	}
	if p.Least != nil {
		list = append(list, npy.Array{Name: pairLeast, Kind: "<f8", Data: *p.Least})
	}
	if p.Block != nil {
		list = append(list, npy.Array{Name: pairOther, Kind: "<f8", Data: p.Other})
	}
	add(pairBlock, "<i4", p.Block != nil, len(p.Block), 0, p.Block)
	add(pairEnds, "<i4", p.Block != nil, len(p.Ends), 2, slices.Concat(p.Ends...))
	add(pairRates, "<f8", p.Block != nil, len(p.Rates), 0, p.Rates)
	add(pairListed, "<i4", p.Listed != nil, len(p.Listed), 2, slices.Concat(p.Listed...))
	add(pairListedRates, "<f8", p.Listed != nil, len(p.ListedRates), 0, p.ListedRates)
	return list
}

// pairsOf is the inverse of [Pairs.arrays]; nil if there is nothing.
func pairsOf(x *graphio.Arrays) (*Pairs, error) {
	vector := func(name string) []float64 { return slices.Concat(x.Floats(name)...) }
	p := &Pairs{
		Bias: vector(pairBias), Weight: vector(pairWeight), Rows: x.Floats(pairRows), Block: slices.Concat(x.Ints(pairBlock)...),
		Ends: x.Ints(pairEnds), Rates: vector(pairRates), Listed: x.Ints(pairListed), ListedRates: vector(pairListedRates),
	}
	if least := vector(pairLeast); len(least) == 1 {
		p.Least = &least[0]
	}
	if other := vector(pairOther); len(other) == 1 {
		p.Other = other[0]
	}
	if x.Err != nil || p.Bias == nil && p.Weight == nil && p.Rows == nil && p.Block == nil {
		return nil, x.Err
	}
	return p, nil
}

// Scores returns the score of two of n nodes.
func (p *Pairs) Scores(n int) (func(u, v int32) float64, error) {
	for _, size := range []int{len(p.Bias), len(p.Weight), len(p.Rows), len(p.Block)} {
		if size != 0 && size != n {
			return nil, fmt.Errorf("release: scores of pairs of %d nodes, want %d", size, n)
		}
	}
	rates, err := table(p.Ends, p.Rates)
	if err != nil {
		return nil, err
	}
	own, err := table(p.Listed, p.ListedRates)
	if err != nil {
		return nil, err
	}
	return func(u, v int32) float64 {
		s := 1.0
		switch {
		case p.Rows != nil:
			s = dot(p.Rows[u], p.Rows[v])
			if p.Least != nil {
				s = max(s, *p.Least)
			}
		case p.Block != nil:
			var found bool
			if s, found = own[ordered(u, v)]; !found {
				if s, found = rates[ordered(p.Block[u], p.Block[v])]; !found {
					s = p.Other
				}
			}
		}
		if p.Weight != nil {
			s *= p.Weight[u] * p.Weight[v]
		}
		if p.Bias != nil {
			s += p.Bias[u] + p.Bias[v]
		}
		return s
	}, nil
}

func ordered(u, v int32) [2]int32 { return [2]int32{min(u, v), max(u, v)} }

// table returns the rate of each pair.
func table(ends [][]int32, rates []float64) (map[[2]int32]float64, error) {
	if len(ends) != len(rates) || slices.ContainsFunc(ends, func(e []int32) bool { return len(e) != 2 }) {
		return nil, errors.New("release: scores of pairs: as many rates as pairs are needed, and two ends of each")
	}
	t := make(map[[2]int32]float64, len(rates))
	for i, e := range ends {
		t[ordered(e[0], e[1])] = rates[i]
	}
	return t, nil
}

// dot sums products in the same order as [embed.Dot].
func dot(x, y []float64) float64 {
	var sums [2]float64
	for i, v := range x {
		sums[i&1] += v * y[i]
	}
	return sums[0] + sums[1]
}
