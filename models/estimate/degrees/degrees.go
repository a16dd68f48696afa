package degrees

import (
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// Noisy are degrees with noise.
type Noisy struct {
	Degrees    []float64
	SD         float64 // of the noise
	Multiplier float64 // of the mechanism: the noise's scale over the sensitivity
}

// Distribution releases the cumulative degree histogram, which Day, Li and Lyu (2016) made
// fit for node privacy, of degrees capped at theta. It returns the degrees of all present
// nodes in ascending order: which node has which, is not released.
func Distribution(s *gdp.Session, label string, theta int, eps gdp.Epsilon) ([]int, error) {
	noisy, present, _, err := Cumulated(s, label, theta, eps)
	if err != nil {
		return nil, err
	}
	return query.DegreesFromCumulated(noisy, present)
}

// Cumulated releases the histogram of [Distribution] as it is, the number of nodes, and the scale of
// the noise.
func Cumulated(s *gdp.Session, label string, theta int, eps gdp.Epsilon) (noisy []float64, present int, scale float64, err error) {
	present = s.Public().Nodes
	q := query.CumulatedDegrees[gdp.L1](s.Relation(), present, theta)
	if noisy, err = gdp.Laplace(s, label, q, eps); err != nil {
		return nil, 0, 0, err
	}
	if s.Relation() == gdp.NodeUnbounded { // the number of nodes is private, and comes last
		last := len(noisy) - 1
		present = int(math.Round(min(max(noisy[last], 0), float64(present))))
		noisy = noisy[:last]
	}
	return noisy, present, float64(q.Bound()) / float64(eps), nil
}

// Theta returns a cap of degrees that grows with the budget, 22·√ε: a larger cap loses fewer
// edges of hubs and needs more noise.
func Theta(eps gdp.Epsilon) int { return max(1, int(math.Round(22*math.Sqrt(float64(eps))))) }

// EdgeCount returns the number of edges of a session's graph, none counted beyond theta a node,
// with Laplace noise. It is not drawn yet: see [gdp.Session.Reserve].
func EdgeCount(s *gdp.Session, label string, theta int, eps gdp.Epsilon) gdp.Release[[]float64] {
	return gdp.NewLaplace(label, query.EdgeCount[gdp.L1](s.Relation(), s.Public().Nodes, theta), eps)
}

// DrawEdges draws an [EdgeCount] and rounds it to a number of edges that a graph can have
// in which every node has a neighbour.
func DrawEdges(s *gdp.Session, count gdp.Release[[]float64]) (int, error) {
	n := float64(s.Public().Nodes)
	noisy, err := count.Draw(s)
	if err != nil {
		return 0, err
	}
	return int(math.Round(min(max(noisy[0], math.Ceil(n/2)), n*(n-1)/2))), nil
}

// TrueEdges returns the number of edges read without noise, on the claim of a paper that takes
// it for public. The session's guarantee is then that of the claim: nothing is proved.
func TrueEdges(s *gdp.Session, source string) (int, error) {
	data, err := s.ReadOnClaim("number of edges", gdp.Claim{
		Source:    source,
		Statement: "the number of edges is public",
		Why:       "the exact number of edges is used without noise",
	})
	if err != nil {
		return 0, err
	}
	return data.Network.Graph.Undirected().M(), nil
}
