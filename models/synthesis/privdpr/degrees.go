package privdpr

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/degrees"
)

// degreeGraph spends everything on the distribution of degrees, and draws a graph that has
// the noisy degrees, on ids in random order. The number of edges follows from the degrees;
// a count that is paid for apart was tried and only took from them.
func degreeGraph(run *checkpoint.Run, c DegreeGraph) (*Result, error) {
	s := run.Session()
	eps := s.Budget().Epsilon
	list, err := degrees.Distribution(s, "degrees", capOf(c.Theta, eps), eps)
	if err != nil {
		return nil, err
	}
	wanted := make([]int32, s.Public().Nodes) // absent nodes have none
	result := new(Result)
	for i, d := range list {
		for len(result.Degrees) <= d {
			result.Degrees = append(result.Degrees, 0)
		}
		wanted[i] = int32(d)
		result.Degrees[d] += 1 / float64(len(list))
		result.Edges += d
	}
	result.Edges /= 2
	r := run.Stream("graph")
	r.Shuffle(len(wanted), func(i, j int) { wanted[i], wanted[j] = wanted[j], wanted[i] })
	result.Graph, _, err = gen.WithDegrees(wanted, r)
	return result, err
}

// capOf returns the largest degree that counts.
func capOf(theta int, eps gdp.Epsilon) int {
	if theta == ByBudget {
		return degrees.Theta(eps)
	}
	return theta
}
