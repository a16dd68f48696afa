package dpgs

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/query"
)

// Links returns how likely a pair of nodes is to be joined by what was released, up to a
// factor: the edges of its kind over the pairs of its kind, times the mean degrees of its nodes
// given the noisy ones, with the edge that is asked for. Of the network it reads the features and
// labels, which are public.
func (d *Result) Links(public *graph.Network) (func(u, v int32) float64, error) {
	if d == nil || public == nil || len(d.Degrees) == 0 || d.featured != (public.Attrs != nil) || d.featured && len(d.Degrees) != public.Attrs.Rows() || public.Labels != nil && len(public.Labels) != len(d.Degrees) {
		return nil, errors.New("dpgs: links of nothing, or of features and labels of other nodes")
	}
	if err := d.pairs.Check(); err != nil {
		return nil, err
	}
	l := d.pairs.kinds(len(d.Degrees), public.Attrs, public.Labels)
	if len(d.Kinds) != l.kinds() {
		return nil, fmt.Errorf("dpgs: edges of %d kinds, where there are %d", len(d.Kinds), l.kinds())
	}
	mean := d.Degrees
	if d.DegreeNoise > 0 {
		mean = make([]float64, len(d.Degrees))
		law := likely(d.Degrees, d.DegreeNoise, query.Isotonic(d.Low), d.LowNoise, len(mean)-1)
		for u, x := range d.Degrees {
			degreesGiven(law, x, d.DegreeNoise, func(k int, p float64) { mean[u] += float64(k) * p })
		}
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
	return func(u, v int32) float64 { return rate[l.kind(u, v)] * (mean[u] + 1) * (mean[v] + 1) }, nil
}

// pairs counts the pairs of each kind.
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
