package privdpr

import (
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/null"
)

// degreeGraph spends everything on the cumulated degree histogram, which Day, Li
// and Lyu (2016) made fit for node privacy, and draws a graph that has the noisy
// degrees, on ids in random order. The number of edges follows from the degrees;
// a count that is paid for apart was tried and only took from them.
func degreeGraph(s *gdp.Session, c Config) (*Result, error) {
	n, eps := s.Public().Nodes, s.Budget().Epsilon
	q := query.CumulatedDegrees[gdp.L1](s.Relation(), n, c.theta(eps))
	noisy, err := gdp.Laplace(s, "degrees", q, eps)
	if err != nil {
		return nil, err
	}
	present := n
	if s.Relation() == gdp.NodeUnbounded { // the number of nodes is private, and comes last
		last := len(noisy) - 1
		present = int(math.Round(min(max(noisy[last], 0), float64(n))))
		noisy = noisy[:last]
	}
	list, err := query.DegreesFromCumulated(noisy, present)
	if err != nil {
		return nil, err
	}
	degrees := make([]int32, n) // absent nodes have none
	result := &Result{Degrees: make([]float64, len(noisy)+1)}
	for i, d := range list {
		degrees[i] = int32(d)
		result.Degrees[d] += 1 / float64(present)
		result.Edges += d
	}
	result.Edges /= 2
	r := s.PublicStream("graph")
	r.Shuffle(n, func(i, j int) { degrees[i], degrees[j] = degrees[j], degrees[i] })
	result.Graph, _, err = null.WithDegrees(degrees, r)
	return result, err
}

// theta is the cap of degrees. ByBudget, it is 22·√ε: a larger cap loses fewer
// edges of hubs and needs more noise, and with it the best one grows with ε.
func (c Config) theta(eps gdp.Epsilon) int {
	if c.Theta == ByBudget {
		return max(1, int(math.Round(22*math.Sqrt(float64(eps)))))
	}
	return c.Theta
}
