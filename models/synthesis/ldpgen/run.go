package ldpgen

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Phases limits the groups in which nodes count their neighbours.
type Phases struct {
	Random int `range:"[1,1024]"` // random groups of the first phase, k0
	Most   int `range:"[1,1024]"` // most groups of the second phase, k1
}

// Local is the configuration of [Published].
type Local struct {
	Phases
	FirstShare float64 `range:"(0,1)"` // share of ε for the first phase
}

// Central is the configuration of [Strict]; the rest of ε pays for the second phase.
type Central struct {
	Phases
	DegreeShare   float64 `range:"(0,0.5)"` // share of ε for degrees
	FirstShare    float64 `range:"(0,0.5)"` // for neighbours in random groups
	CountShare    float64 `range:"(0,0.5)"` // for edge counts between groups
	TriangleShare float64 `range:"(0,0.5)"` // for the triangle count
}

// Exact is the configuration of [NonPrivate].
type Exact struct {
	Phases
	Rounds int `range:"[1,1000]"` // of regrouping all nodes
}

// Check refuses shares that leave nothing for the second phase.
func (c Central) Check() error {
	if sum := c.DegreeShare + c.FirstShare + c.CountShare + c.TriangleShare; sum >= 1 {
		return fmt.Errorf("ldpgen: shares of ε sum to %v and leave nothing for neighbours in groups: want a sum below 1", sum)
	}
	return nil
}

// ofOneList is the paper's claim on a phase.
var ofOneList = gdp.Claim{
	Source:    "[LDPGEN17] Phases",
	Statement: "numbers of neighbours by group, of all nodes, with noise of scale 1/ε cost ε",
	Why:       "an edge is in the lists of both its ends",
	Holds:     2,
}

// mostNumbers limits nodes × groups, the numbers that a phase asks for.
const mostNumbers = 1 << 26

// fits refuses graphs with more numbers than that.
func (c Phases) fits(n int) error {
	if k := max(c.Random, c.Most); n > mostNumbers/k {
		return fmt.Errorf("%d nodes have more than %d numbers of neighbours in %d groups: use fewer groups", n, mostNumbers, k)
	}
	return nil
}

func (c Local) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	n, eps := s.Public().Nodes, s.Budget().Epsilon
	if err := c.fits(n); err != nil {
		return nil, err
	}
	first := eps * gdp.Epsilon(c.FirstShare)
	share := map[string]gdp.Epsilon{firstPhase: first, secondPhase: eps - first}
	return c.published(run, n, float64(eps-first), func(phase string, in groups) ([]float64, error) {
		q := in.query(s.Relation())
		noisy, err := gdp.DiscreteLaplace(s, phase, gdp.Query(q.Name(), s.Relation(), gdp.L1(1), ofOneList, q.Eval), share[phase]) // [LDPGEN17] Phases
		return lists.Convert[float64](noisy), err
	})
}

// groups is a partition of the nodes.
type groups struct {
	of    []int32
	count int
}

// query returns the number of neighbours of each node in each group, node by node.
func (g groups) query(rel gdp.Relation) gdp.Bounded[gdp.L1] {
	return query.BlockDegrees[gdp.L1](rel, g.of, g.count)
}

// rows splits the numbers by node.
func (g groups) rows(numbers []float64) [][]float64 {
	rows := make([][]float64, len(g.of))
	for u := range rows {
		rows[u] = numbers[u*g.count:][:g.count]
	}
	return rows
}
