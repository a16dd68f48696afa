package tmf

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Thinned takes the noisy number of edges of the pairs that said yes, all alike.
type Thinned struct {
	CountShare float64 `range:"(0,1)"` // of ε for the number of edges
}

// Filter takes the edges that pass a threshold, and other pairs up to the noisy number.
type Filter struct {
	CountShare float64 `range:"(0,1)"` // of ε for the number of edges
}

// Benchmark is the filter as the code of PGB has it.
type Benchmark struct{}

func (c Thinned) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	counting := s.Budget().Epsilon * gdp.Epsilon(c.CountShare)
	m, err := synthesis.EdgeCount(s, "edges", counting)
	if err != nil {
		return nil, err
	}
	asking := s.Budget().Epsilon - counting
	said, err := gdp.ThinnedResponse(s, "bits", asking, share(float64(asking), synthesis.Pairs(s.Public().Nodes), m))
	if err != nil {
		return nil, err
	}
	return top(said, m, run.Drawing(), run.Stream("ties"))
}

// share is that of the pairs that say yes of which about m are kept, and with near certainty no
// fewer: all where no more say yes.
func share(eps float64, pairs, m int) float64 {
	no := 1 / (1 + math.Exp(eps)) // that a pair is turned
	yes := float64(m)*(1-no) + float64(pairs-m)*no
	return min(1, (float64(m)+6*math.Sqrt(float64(m))+6)/yes)
}
