package ask

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/gdp"
)

// Statistic is a statistic that can be asked of a graph.
type Statistic struct {
	Name, About string
	least       int         // smallest number of nodes
	exact       counting    // see [Statistic.Exact]
	planned     int         // number of leading values to plan for; 0 for all
	mechanisms  []mechanism // in order of preference
	refusals    map[gdp.Relation]string
}

// mechanism is a way to answer.
type mechanism struct {
	name      string
	relations []gdp.Relation
	// why states the public facts for which the mechanism is chosen. unfit returns why it cannot
	// be, or ""; nil means it always can.
	why   string
	unfit func(q question) string
	ask   func(q question) ([]Value, []string, error)
}

// question is a statistic asked of a session.
type question struct {
	s    *gdp.Session
	of   gdp.Public
	eps  gdp.Epsilon
	miss float64 // failure probability of the interval
}

// Level is the default confidence level. Finest is the highest level at which repeating a question
// gives the same answer.
const (
	Level  = 0.95
	Finest = 0.99
)

// Ask answers at [Level] for ε.
func (x Statistic) Ask(s *gdp.Session, eps gdp.Epsilon) (*Answer, error) {
	return x.AskAt(s, eps, Level)
}

// AskAt answers with intervals of the given confidence level.
func (x Statistic) AskAt(s *gdp.Session, eps gdp.Epsilon, level float64) (*Answer, error) {
	q, err := newQuestion(s, eps, level)
	if err != nil {
		return nil, fmt.Errorf("ask: %s: %w", x.Name, err)
	}
	m, err := x.choose(q)
	if err != nil {
		return nil, err
	}
	q.s = s.Scope(x.scope(eps, level))
	values, facts, err := m.ask(q)
	if err != nil {
		return nil, fmt.Errorf("ask: %s: %w", x.Name, err)
	}
	g, err := q.s.Guarantee()
	if err != nil {
		return nil, err
	}
	return &Answer{x.Name, values, level, m.name, m.why, facts, s.Relation(), g.Claimed}, nil
}

// scope names a question. Another ε, or a level above [Finest], is another question with its own
// cost.
func (x Statistic) scope(eps gdp.Epsilon, level float64) string {
	name := fmt.Sprintf("ask %s for %v", x.Name, float64(eps))
	if level > Finest {
		name += fmt.Sprintf(" at %v", level)
	}
	return name
}

func newQuestion(s *gdp.Session, eps gdp.Epsilon, level float64) (question, error) {
	if s == nil || s.Relation() == 0 {
		return question{}, gdp.ErrSession
	}
	if !(level > 0 && level < 1) {
		return question{}, fmt.Errorf("level %v: must be in (0, 1)", level)
	}
	if !(eps > 0) {
		return question{}, fmt.Errorf("ε = %v: must be positive", float64(eps))
	}
	q := question{s: s, of: s.Public(), eps: eps, miss: 1 - level}
	if s.Relation().OfGraphs() || q.of.Sizes != nil {
		return q, errors.New("the data are a collection of graphs; a statistic needs a single graph")
	}
	if q.of.Nodes < 2 {
		return q, errors.New("the graph has fewer than two nodes")
	}
	return q, nil
}

// choose returns the first mechanism that fits the public metadata.
func (x Statistic) choose(q question) (mechanism, error) {
	rel, because := q.s.Relation(), ""
	if q.of.Nodes < x.least {
		return mechanism{}, fmt.Errorf("ask: %s: the graph has %d nodes and needs at least %d", x.Name, q.of.Nodes, x.least)
	}
	for _, m := range x.mechanismsOf(rel) {
		if m.unfit == nil {
			return m, nil
		}
		if because = m.unfit(q); because == "" {
			return m, nil
		}
	}
	if because == "" {
		because = x.refusals[rel]
	}
	if because == "" {
		because = "no mechanism is known that would say anything"
	}
	return mechanism{}, fmt.Errorf("ask: %s under the relation %v: %s", x.Name, rel, because)
}

// Check returns an error if the question cannot be asked of the session. It spends nothing.
func (x Statistic) Check(s *gdp.Session, eps gdp.Epsilon, level float64) error {
	q, err := newQuestion(s, eps, level)
	if err != nil {
		return fmt.Errorf("ask: %s: %w", x.Name, err)
	}
	_, err = x.choose(q)
	return err
}

// All lists the statistics.
func All() []Statistic {
	return []Statistic{
		Nodes, Edges, MeanDegree, Histogram, CCDF, Sequence, LargestDegree, Wedges, Stars(3), Triangles, FourCycles,
		Transitivity, AverageClustering, Components, Forest, Degeneracy, CoreNumbers, CoreSizes, CoreQuantiles, Density, DensestPart, Assortativity, JointDegrees, Mixing, Cut, Modularity,
		AttributeSum(0, 0, 1), AttributeMean(0, 0, 1), AttributeSumByDegree(0, 0, 1), AttributeMeanByDegree(0, 0, 1),
	}
}

// Find returns the statistic with the given name.
func Find(name string) (Statistic, error) {
	var k int
	if n, err := fmt.Sscanf(name, "%d-stars", &k); n == 1 && err == nil && name == fmt.Sprintf("%d-stars", k) {
		if k < 2 || k > maxLeaves {
			return Statistic{}, fmt.Errorf("ask: %s: a star has 2 to %d leaves", name, maxLeaves)
		}
		return Stars(k), nil
	}
	if x, is, err := findAttribute(name); is {
		return x, err
	}
	var names []string
	for _, x := range All() {
		if x.Name == name {
			return x, nil
		}
		names = append(names, x.Name)
	}
	return Statistic{}, fmt.Errorf("ask: no statistic %q; %s", name, nearest.Hint(name, names))
}

// Weighted is a statistic with its relative share of a budget.
type Weighted struct {
	Statistic
	Weight float64
}

// Shares splits ε in proportion to the weights.
func Shares(eps gdp.Epsilon, of []Weighted) ([]gdp.Epsilon, error) {
	sum := 0.0
	for _, x := range of {
		if !(x.Weight > 0 && x.Weight < 1e9) {
			return nil, fmt.Errorf("ask: %s: weight %v: must be positive", x.Name, x.Weight)
		}
		sum += x.Weight
	}
	var shares []gdp.Epsilon
	for _, x := range of {
		shares = append(shares, eps*gdp.Epsilon(x.Weight/sum))
	}
	return shares, nil
}
