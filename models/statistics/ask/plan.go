package ask

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/surrogate"
)

// Planned is the expected behaviour of a mechanism on surrogate graphs.
type Planned struct {
	Mechanism string     `json:"mechanism"`
	Why       string     `json:"why"`
	Taken     bool       `json:"taken"`
	Unfit     string     `json:"unfit,omitempty"` // why it does not fit, regardless of other mechanisms
	Made      []Expected `json:"made,omitempty"`
}

// Expected holds the results on a surrogate graph: for statistics of many values, the largest error
// and the widest interval.
type Expected struct {
	MeanDegree float64   `json:"mean_degree"`
	Exact      float64   `json:"exact"` // largest value
	Draws      int       `json:"draws"` // number of answers for the quartiles
	Off        Quartiles `json:"off"`   // error
	Wide       Quartiles `json:"wide"`  // width of the interval
}

// Quartiles are the quartiles of a sample.
type Quartiles struct {
	Low    float64 `json:"low"`
	Median float64 `json:"median"`
	High   float64 `json:"high"`
}

// quartiles sorts the list in place.
func quartiles(list []float64) Quartiles {
	slices.Sort(list)
	at := func(p float64) float64 { return list[int(math.Round(p*float64(len(list)-1)))] }
	return Quartiles{at(0.25), at(0.5), at(0.75)}
}

// A plan draws this many answers per mechanism and graph, or as many as patience allows but at
// least fewest. That number depends on the machine, and on nothing private.
const (
	draws    = 200
	fewest   = 5
	patience = time.Second
)

// Plan returns the expected behaviour of each mechanism for ε, on surrogate graphs with the
// session's public metadata. It queries and spends nothing.
func (x Statistic) Plan(s *gdp.Session, eps gdp.Epsilon, level float64) ([]Planned, error) {
	return x.plan(s, eps, level, patience)
}

func (x Statistic) plan(s *gdp.Session, eps gdp.Epsilon, level float64, patience time.Duration) ([]Planned, error) {
	q, err := newQuestion(s, eps, level)
	if err != nil {
		return nil, fmt.Errorf("ask: %s: %w", x.Name, err)
	}
	best, err := x.choose(q)
	if err != nil {
		return nil, err
	}
	var plan []Planned
	for _, m := range x.mechanismsOf(s.Relation()) {
		p := Planned{Mechanism: m.name, Why: m.why, Taken: m.name == best.name}
		if m.unfit != nil {
			p.Unfit = m.unfit(q)
		}
		plan = append(plan, p)
	}
	for _, mean := range surrogate.MeanDegrees {
		if float64(q.of.Nodes)*mean/2 > maxSurrogateEdges {
			continue
		}
		net, _, err := surrogate.Up(q.of, mean)
		if err != nil {
			return nil, fmt.Errorf("ask: %s: %w", x.Name, err)
		}
		exact, err := x.Exact(net)
		if err != nil {
			return nil, err
		}
		if x.planned > 0 {
			exact = exact[:min(x.planned, len(exact))]
		}
		for i, m := range x.mechanismsOf(s.Relation()) {
			if plan[i].Unfit != "" && !plan[i].Taken {
				continue
			}
			e, err := m.expected(net, s.Relation(), eps, level, exact, x.planned, patience)
			if err != nil {
				return nil, fmt.Errorf("ask: %s, %s, on a surrogate graph of mean degree %g: %w", x.Name, m.name, mean, err)
			}
			e.MeanDegree = mean
			plan[i].Made = append(plan[i].Made, e)
		}
	}
	return plan, nil
}

// maxSurrogateEdges is the largest number of edges of a surrogate graph.
const maxSurrogateEdges = 2e7

func (x Statistic) mechanismsOf(rel gdp.Relation) (list []mechanism) {
	for _, m := range x.mechanisms {
		if slices.Contains(m.relations, rel) {
			list = append(list, m)
		}
	}
	return list
}

// expected asks a surrogate graph many times, for the first planned values, or for all if planned
// is 0.
func (m mechanism) expected(net *graph.Network, rel gdp.Relation, eps gdp.Epsilon, level float64, exact []Value, planned int, patience time.Duration) (Expected, error) {
	var off, wide []float64
	for begun := time.Now(); len(off) < fewest || len(off) < draws && time.Since(begun) < patience; {
		values, err := m.answered(net, rel, eps, level, planned, uint64(len(off)))
		if err != nil {
			return Expected{}, err
		}
		one, width := farthest(values, exact)
		off, wide = append(off, one), append(wide, width)
	}
	e := Expected{Draws: len(off), Off: quartiles(off), Wide: quartiles(wide)}
	for _, v := range exact {
		e.Exact = max(e.Exact, v.Value)
	}
	return e, nil
}

// answered asks a surrogate graph once.
func (m mechanism) answered(net *graph.Network, rel gdp.Relation, eps gdp.Epsilon, level float64, planned int, seed uint64) ([]Value, error) {
	s, err := gdp.Protect(net, rel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed), gdp.Nodes(net.Graph.N()))
	if err != nil {
		return nil, err
	}
	q, err := newQuestion(s, eps, level)
	if err != nil {
		return nil, err
	}
	values, _, err := m.ask(q)
	if planned > 0 && err == nil {
		values = values[:min(planned, len(values))]
	}
	return values, err
}

// An interval is uninformative if it is nearly as wide as one for almost no ε, and starts as low.
const (
	noEpsilon     = 1e-4
	asWide        = 0.8
	maxTriedEdges = 2e5 // edges of the largest surrogate graph tried
)

// Uninformative reports whether the intervals for ε are expected to cover nearly all possible
// values, which it returns as an interval. It tries a surrogate graph generated from the public
// metadata, unless that is large; it queries and spends nothing.
func (x Statistic) Uninformative(s *gdp.Session, eps gdp.Epsilon, level float64) (all Value, nothing bool, err error) {
	q, err := newQuestion(s, eps, level)
	if err != nil {
		return all, false, fmt.Errorf("ask: %s: %w", x.Name, err)
	}
	m, err := x.choose(q)
	mean := surrogate.MeanDegrees[0]
	if err != nil || float64(q.of.Nodes)*mean/2 > maxTriedEdges {
		return all, false, err
	}
	net, _, err := surrogate.Up(q.of, mean)
	if err != nil {
		return all, false, fmt.Errorf("ask: %s: %w", x.Name, err)
	}
	without, err := m.answered(net, s.Relation(), min(eps, noEpsilon), level, x.planned, 0)
	if err != nil || len(without) == 0 { // such as an ε out of range
		return all, false, nil
	}
	uninformative := 0
	for seed := range uint64(fewest) {
		values, err := m.answered(net, s.Relation(), eps, level, x.planned, seed)
		if err != nil || len(values) != len(without) {
			return all, false, nil
		}
		informs := false
		for i, v := range values {
			w := without[i]
			informs = informs || w.High == w.Low || v.High-v.Low < asWide*(w.High-w.Low) || v.Low-w.Low > (1-asWide)*math.Abs(v.Value)
		}
		if !informs {
			uninformative++
		}
	}
	return without[0], 2*uninformative > fewest, nil
}

// farthest returns the largest error of an answer, and its widest interval.
func farthest(values, exact []Value) (off, wide float64) {
	for i, v := range values {
		if i < len(exact) {
			off = max(off, math.Abs(v.Value-exact[i].Value))
		}
		wide = max(wide, v.High-v.Low)
	}
	return off, wide
}
