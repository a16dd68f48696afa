package dpgs

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method/release"
)

// Links returns the estimated probability of an edge for each pair of nodes, up to a factor: the
// edges of the pair's kind over the pairs of that kind, times the posterior mean degrees of both
// nodes, plus one for the edge itself. Kinds depend on public features and labels.
func (d *Result) Links() (*release.Pairs, error) {
	if d == nil || d.kinds == nil || len(d.Degrees) == 0 {
		return nil, errors.New("dpgs: no links: want a result of strict or strict-nonprivate")
	}
	l := d.kinds()
	if len(d.Kinds) != l.kinds() || len(d.Degrees) != len(l.class) {
		return nil, fmt.Errorf("dpgs: the result has %d degrees and %d kinds, want %d and %d", len(d.Degrees), len(d.Kinds), len(l.class), l.kinds())
	}
	p := &release.Pairs{Weight: make([]float64, len(d.Degrees)), Block: l.class, Listed: [][]int32{}}
	copy(p.Weight, d.Degrees)
	if d.DegreeNoise > 0 {
		law := likely(d.Degrees, d.DegreeNoise, query.Isotonic(d.Low), d.LowNoise, len(d.Degrees)-1)
		for u, x := range d.Degrees {
			p.Weight[u] = 0
			degreesGiven(law, x, d.DegreeNoise, func(k int, share float64) { p.Weight[u] += float64(k) * share })
		}
	}
	for u := range p.Weight {
		p.Weight[u]++
	}
	rate, edges := make([]float64, l.kinds()), d.Kinds
	if d.Answers != nil {
		edges = d.edges(l)
	}
	for k, pairs := range l.pairs() {
		if pairs > 0 {
			rate[k] = max(edges[k], 0) / pairs
		}
	}
	far := len(rate) - 2
	for k, list := range l.list()[:far] {
		for _, x := range list {
			p.Listed, p.ListedRates = append(p.Listed, []int32{x.u, x.v}), append(p.ListedRates, rate[k])
		}
	}
	p.Other = rate[far+1]
	for c := range slices.Max(l.class) + 1 {
		p.Ends, p.Rates = append(p.Ends, []int32{c, c}), append(p.Rates, rate[far])
	}
	return p, nil
}

// pairs returns the number of pairs of each kind.
func (l *likeness) pairs() []float64 {
	counts := make([]float64, l.kinds())
	far := len(counts) - 2
	sizes := map[int32]float64{}
	for _, c := range l.class {
		sizes[c]++
	}
	n := float64(len(l.class))
	counts[far+1] = n * (n - 1) / 2
	for _, size := range sizes {
		counts[far] += size * (size - 1) / 2
	}
	counts[far+1] -= counts[far]
	for k, list := range l.list()[:far] {
		counts[k] = float64(len(list))
		counts[far+k%2] -= counts[k]
	}
	return counts
}

// Scores returns the paper's reconstruction score of any pair of nodes: beta times the superedge
// weights, as printed, plus 1 - beta times the cosine of the supernodes' features, solved for
// without noise. The result is as private as the summary.
func (s *SummaryGraph) Scores(x *graph.Attributes, alpha, beta float64) (func(u, v int32) float64, error) {
	switch {
	case s == nil || len(s.Clusters) == 0:
		return nil, fmt.Errorf("dpgs: no summary")
	case x.Cols() == 0 || x.Rows() != len(s.Clusters):
		return nil, fmt.Errorf("dpgs: features have %d rows and %d columns, want %d rows and at least 1 column", x.Rows(), x.Cols(), len(s.Clusters))
	case !(alpha > 0) || math.IsInf(alpha, 0):
		return nil, fmt.Errorf("dpgs: alpha is %v, want a positive number", alpha)
	case !(beta >= 0 && beta <= 1):
		return nil, fmt.Errorf("dpgs: beta is %v, want 0 … 1", beta)
	}
	k := len(s.Sizes)
	for u, c := range s.Clusters {
		if c < 0 || int(c) >= k {
			return nil, fmt.Errorf("dpgs: node %d is in cluster %d, want 0 … %d", u, c, k-1)
		}
	}
	counted := make([]float64, cellCount(k))
	for _, c := range s.Cells {
		if c.A < 0 || c.B < 0 || int(max(c.A, c.B)) >= k {
			return nil, fmt.Errorf("dpgs: a cell has clusters %d and %d, want 0 … %d", c.A, c.B, k-1)
		}
		counted[cellOf(k, c.A, c.B)] += c.Edges
	}
	certain := slices.Repeat([]float64{1}, len(s.Clusters))
	z, weights := newLoading(s.Clusters, certain, k), densities(counted, s.Sizes)
	features, err := z.compressed(weights, z.sums(x, byColumns(x), alpha), alpha)
	if err != nil {
		return nil, err
	}
	all := newScores(z, weights, features, beta)
	return func(u, v int32) float64 { return all.score(u, v, int(s.Clusters[u]), int(s.Clusters[v])) }, nil
}
