package dpgs

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/graphdp/graphdp/data/graph"
)

// mostDecided is the largest number of edges of a graph by threshold.
const mostDecided = 1 << 27

// scores are the scores of all pairs of nodes; each depends on two clusters and two entries of Z.
// Nodes of a cluster are sorted by their entries, so the pairs above a threshold are found without
// visiting all pairs.
type scores struct {
	beta    float64
	members [][]int32   // of each cluster, by descending z
	z       []float64   // entry of each node in Z
	weights [][]float64 // between clusters
	alike   [][]float64 // cosines between clusters
}

// newScores prepares the scores of all pairs: [DPGS] Alg. 4.
func newScores(z loading, weights [][]float64, features *mat.Dense, beta float64) *scores {
	const xi = 1e-12
	k := len(z.squares)
	s := &scores{beta: beta, members: make([][]int32, k), z: make([]float64, len(z.clusters)), weights: weights, alike: make([][]float64, k)}
	for u, c := range z.clusters {
		s.members[c] = append(s.members[c], int32(u))
		s.z[u] = z.at(int32(u))
	}
	for c := range s.members {
		slices.SortStableFunc(s.members[c], func(u, v int32) int { return cmp.Compare(s.z[v], s.z[u]) })
	}
	norms := make([]float64, k)
	for a := range k {
		norms[a] = mat.Norm(features.RowView(a), 2)
		s.alike[a] = make([]float64, k)
	}
	for a := range k {
		for b := a; b < k; b++ {
			s.alike[a][b] = mat.Dot(features.RowView(a), features.RowView(b)) / (norms[a]*norms[b] + xi) // the cosine of two nodes is that of their clusters
			s.alike[b][a] = s.alike[a][b]
		}
	}
	return s
}

// score returns the score of two nodes in clusters a and b.
func (s *scores) score(u, v int32, a, b int) float64 {
	return s.beta*s.z[u]*s.weights[a][b]*s.z[v] + (1-s.beta)*s.alike[a][b]
}

// each calls take with each node and the members of another cluster with which it reaches the
// threshold: a prefix of the cluster.
func (s *scores) each(tau float64, take func(u int32, with []int32)) {
	for a := range s.members {
		for b := a; b < len(s.members); b++ {
			end := len(s.members[b])
			for i, u := range s.members[a] {
				for end > 0 && !(s.score(u, s.members[b][end-1], a, b) >= tau) {
					end--
				}
				from := 0
				if a == b {
					from = i + 1
				}
				if from < end {
					take(u, s.members[b][from:end])
				}
			}
		}
	}
}

// count returns the number of pairs that reach a threshold.
func (s *scores) count(tau float64) (pairs int) {
	s.each(tau, func(_ int32, with []int32) { pairs += len(with) })
	return pairs
}

// threshold returns the lowest threshold that at most the given number of pairs reach.
func (s *scores) threshold(pairs float64) float64 {
	low, high := -2.0, 2.0
	for float64(s.count(high)) > 0 && high < 1e12 {
		high *= 2
	}
	for range 60 {
		if middle := (low + high) / 2; float64(s.count(middle)) > pairs {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// decided returns the graph of all pairs that reach the threshold, without loops.
func (s *scores) decided(tau float64) (*graph.Graph, error) {
	if math.IsNaN(tau) {
		return nil, fmt.Errorf("dpgs: the threshold is %v, want a number", tau)
	}
	m := s.count(tau)
	if m > mostDecided {
		return nil, fmt.Errorf("dpgs: %d pairs of nodes reach the threshold %v, want at most %d: use a larger threshold", m, tau, mostDecided)
	}
	edges := make([]graph.Edge, 0, m)
	s.each(tau, func(u int32, with []int32) {
		for _, v := range with {
			edges = append(edges, graph.Edge{U: min(u, v), V: max(u, v)})
		}
	})
	g, _, err := graph.FromEdges(len(s.z), edges, graph.Options{})
	return g, err
}
