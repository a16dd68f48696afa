package dpgs

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
)

// Scores are those by which the paper's reconstruction chooses edges, of any pair of nodes: beta
// times what the weights of superedges say, as printed, and the rest the cosine of the features of
// supernodes, which are solved for without noise. Nothing here is private but what the summary is.
func (s *SummaryGraph) Scores(x *graph.Attributes, alpha, beta float64) (func(u, v int32) float64, error) {
	switch {
	case s == nil || len(s.Clusters) == 0:
		return nil, fmt.Errorf("dpgs: no summary")
	case x.Cols() == 0 || x.Rows() != len(s.Clusters):
		return nil, fmt.Errorf("dpgs: features of %d nodes, want those of %d", x.Rows(), len(s.Clusters))
	case !(alpha > 0) || math.IsInf(alpha, 0):
		return nil, fmt.Errorf("dpgs: alpha is %v, want a positive number", alpha)
	case !(beta >= 0 && beta <= 1):
		return nil, fmt.Errorf("dpgs: beta is %v, want 0 … 1", beta)
	}
	k := len(s.Sizes)
	for u, c := range s.Clusters {
		if c < 0 || int(c) >= k {
			return nil, fmt.Errorf("dpgs: node %d is in cluster %d of %d", u, c, k)
		}
	}
	counted := make([]float64, cellCount(k))
	for _, c := range s.Cells {
		if c.A < 0 || c.B < 0 || int(max(c.A, c.B)) >= k {
			return nil, fmt.Errorf("dpgs: a cell of clusters %d and %d of %d", c.A, c.B, k)
		}
		counted[cellOf(k, c.A, c.B)] += c.Edges
	}
	certain := make([]float64, len(s.Clusters))
	for u := range certain {
		certain[u] = 1
	}
	z, weights := newLoading(s.Clusters, certain, k), densities(counted, s.Sizes)
	features, err := z.compressed(weights, z.sums(x, byColumns(x), alpha), alpha)
	if err != nil {
		return nil, err
	}
	all := newScores(z, weights, features, beta)
	return func(u, v int32) float64 { return all.score(u, v, int(s.Clusters[u]), int(s.Clusters[v])) }, nil
}
