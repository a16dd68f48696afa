package degrees

import (
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// Noisy are degrees with noise.
type Noisy struct {
	Degrees    []float64
	SD         float64 // standard deviation of the noise
	Multiplier float64 // noise multiplier: scale over sensitivity
}

// Distribution releases the cumulative degree histogram of degrees capped at theta (Day, Li and
// Lyu, 2016), suitable for node level. It returns the degrees of all present nodes in ascending
// order, without their nodes.
func Distribution(s *gdp.Session, label string, theta int, eps gdp.Epsilon) ([]int, error) {
	present := s.Public().Nodes
	noisy, err := gdp.Laplace(s, label, query.CumulativeDegrees[gdp.L1](s.Relation(), present, theta), eps)
	if err != nil {
		return nil, err
	}
	if s.Relation() == gdp.NodeUnbounded { // the number of nodes is private, and comes last
		last := len(noisy) - 1
		present = int(math.Round(min(max(noisy[last], 0), float64(present))))
		noisy = noisy[:last]
	}
	return query.DegreesFromCumulative(noisy, present)
}

// Theta returns a cap of degrees that grows with the budget, 22·√ε: a larger cap loses fewer
// edges of hubs and needs more noise.
func Theta(eps gdp.Epsilon) int { return max(1, int(math.Round(22*math.Sqrt(float64(eps))))) }

// EdgeCount returns a release of the number of edges, at most theta for each node, with Laplace
// noise. The caller draws it: see [gdp.Session.Reserve].
func EdgeCount(s *gdp.Session, label string, theta int, eps gdp.Epsilon) gdp.Release[[]float64] {
	return gdp.NewLaplace(label, query.EdgeCount[gdp.L1](s.Relation(), s.Public().Nodes, theta), eps)
}

// DrawEdges draws an [EdgeCount] and rounds it to a possible number of edges of a graph without
// isolated nodes.
func DrawEdges(s *gdp.Session, count gdp.Release[[]float64]) (int, error) {
	n := float64(s.Public().Nodes)
	noisy, err := count.Draw(s)
	if err != nil {
		return 0, err
	}
	return int(math.Round(min(max(noisy[0], math.Ceil(n/2)), n*(n-1)/2))), nil
}

// TrueEdges returns the number of edges without noise, on the claim of a paper that it is public.
// The session's guarantee rests on that claim, and nothing is proved.
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

// NewLaplace returns a release of all degrees at edge level with discrete Laplace noise, which is
// ε-DP with δ = 0. For δ up to at least 10⁻³ the noise is smaller than Gaussian noise at the same
// ε.
func NewLaplace(s *gdp.Session, label string, eps gdp.Epsilon) gdp.Release[[]int64] {
	return gdp.NewDiscreteLaplace(label, query.Degrees[gdp.L1](s.Relation(), s.Public().Nodes), eps)
}

// Laplace draws [NewLaplace].
func Laplace(s *gdp.Session, label string, eps gdp.Epsilon) (*Noisy, error) {
	noisy, err := NewLaplace(s, label, eps).Draw(s)
	if err != nil {
		return nil, err
	}
	r := &Noisy{Degrees: make([]float64, len(noisy)), SD: laplaceSD(2 / float64(eps)), Multiplier: 1 / float64(eps)}
	for i, d := range noisy {
		r.Degrees[i] = float64(d)
	}
	return r, nil
}

// laplaceSD is the standard deviation of discrete Laplace noise, √(2a)/(1-a), a = exp(-1/scale).
func laplaceSD(scale float64) float64 {
	return math.Sqrt(2*math.Exp(-1/scale)) / -math.Expm1(-1/scale)
}
