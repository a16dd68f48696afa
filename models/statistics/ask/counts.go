package ask

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

var (
	edgeLevel = []gdp.Relation{gdp.EdgeLevel}
	nodeLevel = []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded}
	anyLevel  = []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel, gdp.NodeUnbounded}
)

// anyCount is a stand-in query, for spends whose cost depends on ε only.
func anyCount(q question) gdp.Bounded[gdp.L1] {
	return query.EdgeCount[gdp.L1](q.s.Relation(), q.of.Nodes, q.of.Nodes-1)
}

// pairs returns the largest possible number of edges.
func (q question) pairs() float64 { n := float64(q.of.Nodes); return n * (n - 1) / 2 }

// counted returns the mechanism for an integer of sensitivity 1.
func counted(relations []gdp.Relation, why string, of func(rel gdp.Relation, n int) gdp.Bounded[gdp.L1], most func(q question) float64) mechanism {
	return mechanism{
		name: "discrete Laplace noise", why: why, relations: relations,
		ask: func(q question) ([]Value, []string, error) {
			return q.one("count", of(q.s.Relation(), q.of.Nodes), 0, most(q))
		},
	}
}

func nodes(q question) float64 { return float64(q.of.Nodes) }

func degreesUpTo(q question) float64 { return float64(q.of.Nodes - 1) }

// Nodes is the number of nodes, free of cost if it is public.
var Nodes = Statistic{
	Name: "nodes", About: "number of nodes",
	exact: number(func(g *graph.Graph) float64 { return float64(g.N()) }),
	mechanisms: []mechanism{
		{
			name: "no noise", why: "it is public under this relation", relations: []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel},
			ask: func(q question) ([]Value, []string, error) { return []Value{single(nodes(q), 0)}, nil, nil },
		},
		counted([]gdp.Relation{gdp.NodeUnbounded}, "one node changes it by 1", query.NodeCount[gdp.L1], nodes),
	},
}

// Edges is the number of edges.
var Edges = Statistic{
	Name: "edges", About: "number of edges",
	exact: number(func(g *graph.Graph) float64 { return float64(g.M()) }),
	mechanisms: []mechanism{
		counted(edgeLevel, "one edge changes it by 1", uncapped(query.EdgeCount[gdp.L1]), question.pairs),
		edgesOfNodes,
	},
}

// uncapped returns a query with a cap that removes nothing.
func uncapped(of func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.L1]) func(rel gdp.Relation, n int) gdp.Bounded[gdp.L1] {
	return func(rel gdp.Relation, n int) gdp.Bounded[gdp.L1] { return of(rel, n, n-1) }
}

// MeanDegree is twice the number of edges divided by the number of nodes.
var MeanDegree = Statistic{
	Name: "mean-degree", About: "mean degree",
	exact: number(func(g *graph.Graph) float64 { return 2 * float64(g.M()) / float64(g.N()) }),
	mechanisms: []mechanism{
		{
			name: "noisy edges divided by nodes", why: "the number of nodes is public", relations: []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel},
			ask: func(q question) ([]Value, []string, error) {
				v, facts, err := q.edges(q.eps, q.miss)
				return []Value{v.times(2 / nodes(q))}, facts, err
			},
		},
		{
			name: "noisy edges divided by nodes", why: "both counts are private; ε/10 pays for the number of nodes", relations: []gdp.Relation{gdp.NodeUnbounded},
			ask: func(q question) ([]Value, []string, error) {
				count, rest, err := q.nodes()
				if err != nil {
					return nil, nil, err
				}
				m, facts, err := q.edges(rest.eps, rest.miss)
				if err != nil {
					return nil, nil, err
				}
				return []Value{m.times(2).over(count, degreesUpTo(q))}, append(facts, fmt.Sprintf("nodes: %s", count)), nil
			},
		},
	},
}

// nodes returns the number of nodes, and the question with the remaining ε, which is the whole ε if
// the number is public.
func (q question) nodes() (count Value, rest question, err error) {
	if q.s.Relation() != gdp.NodeUnbounded {
		return single(nodes(q), 0), q, nil
	}
	const share = 0.1
	if err := q.affords("nodes", share*q.eps, (1-share)*q.eps); err != nil {
		return count, q, err
	}
	x, off, err := q.whole("nodes", query.NodeCount[gdp.L1](q.s.Relation(), q.of.Nodes), share*q.eps, q.miss/2)
	if err != nil {
		return count, q, err
	}
	rest = q
	rest.eps, rest.miss = (1-share)*q.eps, q.miss/2
	return single(x[0], off).within(0, nodes(q)), rest, nil
}

// edges returns the number of edges for a part of ε.
func (q question) edges(eps gdp.Epsilon, miss float64) (Value, []string, error) {
	q.eps, q.miss = eps, miss
	m, err := Edges.choose(q)
	if err != nil {
		return Value{}, nil, err
	}
	values, facts, err := m.ask(q)
	if err != nil {
		return Value{}, nil, err
	}
	return values[0], facts, nil
}

// LargestDegree is the maximum degree.
var LargestDegree = Statistic{
	Name: "largest-degree", About: "maximum degree",
	exact:      number(func(g *graph.Graph) float64 { return float64(slices.Max(g.Degrees())) }),
	mechanisms: []mechanism{counted(edgeLevel, "one edge changes it by at most 1", query.LargestDegree[gdp.L1], degreesUpTo)},
	refusals:   ofNodes(nobodyHides),
}

const nobodyHides = "one node alone can have the maximum degree, so hiding every node hides it; ask for degeneracy or density instead"

// Forest is the number of edges of a spanning forest.
var Forest = Statistic{
	Name: "forest", About: "edges of a spanning forest: nodes minus components",
	exact: number(func(g *graph.Graph) float64 { return float64(g.N() - g.Components().Count()) }),
	mechanisms: []mechanism{
		counted(edgeLevel, "one edge joins two trees or none", query.ForestSize[gdp.L1], degreesUpTo),
		{name: raceOfForests, why: manyComponents, relations: nodeLevel, ask: func(q question) ([]Value, []string, error) {
			return alone(q.forest(q.eps, q.miss))
		}},
	},
}

const (
	raceOfForests  = "race to the top over triangle packings"
	manyComponents = "one node changes the count by the number of trees it joins; a cap on degrees in the forest undercounts graphs in which every spanning forest exceeds it, so several caps are tried at once [KRST23, DFYTM22]"
)

// forest returns the size of a spanning forest at node level, for a part of ε.
func (q question) forest(eps gdp.Epsilon, miss float64) (Value, []string, error) {
	rel, n := q.s.Relation(), q.of.Nodes
	caps, centre := capsFrom(8, n-1), 1.5 // forests have low degrees: most of ε is around a cap of 64
	if n > packable {
		caps, centre = capsFrom(16, n-1), 1 // in larger graphs, forests with lower caps take long to find
	}
	centre = min(centre, float64(len(caps)-1))
	raced, err := race(q.s, "forest", caps, func(cap int) gdp.Bounded[gdp.L1] { return query.ForestPacking[gdp.L1](rel, n, cap) }, eps, min(miss, 0.49), division{centre, 2})
	if err != nil {
		return Value{}, nil, err
	}
	v := Value{Value: raced.Value, Low: raced.Low, High: degreesUpTo(q)}
	return v.raced().within(0, degreesUpTo(q)), won(raced), nil
}

// Components is the number of connected components: nodes minus the edges of a spanning forest.
var Components = Statistic{
	Name: "components", About: "number of connected components",
	exact: number(func(g *graph.Graph) float64 { return float64(g.Components().Count()) }),
	mechanisms: []mechanism{
		{
			name: "discrete Laplace noise", why: "one edge merges two components or none", relations: edgeLevel,
			ask: func(q question) ([]Value, []string, error) {
				trees, _, err := q.one("count", query.ForestSize[gdp.L1](q.s.Relation(), q.of.Nodes), math.Inf(-1), math.Inf(1))
				if err != nil {
					return nil, nil, err
				}
				return []Value{single(nodes(q), 0).minus(trees[0]).within(1, nodes(q))}, nil, nil
			},
		},
		{
			name: raceOfForests, why: manyComponents, relations: nodeLevel,
			ask: func(q question) ([]Value, []string, error) {
				count, rest, err := q.nodes()
				if err != nil {
					return nil, nil, err
				}
				v, facts, err := q.forest(rest.eps, rest.miss)
				return []Value{count.minus(v).within(0, nodes(q))}, facts, err
			},
		},
	},
}

// Degeneracy is the largest k for which some subgraph has minimum degree k.
var Degeneracy = Statistic{
	Name: "degeneracy", About: "degeneracy: the largest k with a non-empty k-core",
	exact:      number(func(g *graph.Graph) float64 { return float64(slices.Max(metric.Cores(g))) }),
	mechanisms: []mechanism{counted(anyLevel, "one edge or node changes it by at most 1", query.Degeneracy[gdp.L1], degreesUpTo)},
}

// Density is the density of the densest subgraph: edges divided by nodes.
var Density = Statistic{
	Name: "density", About: "density of the densest subgraph: edges divided by nodes",
	exact: counts(func(n int) gdp.Bounded[gdp.L1] { return query.Density[gdp.L1](gdp.EdgeLevel, n) }),
	mechanisms: []mechanism{{
		name: "Laplace noise", why: "one edge changes it by at most 1/2, one node by at most 1", relations: anyLevel,
		ask: func(q question) ([]Value, []string, error) {
			x, off, err := q.real("density", query.Density[gdp.L1](q.s.Relation(), q.of.Nodes), q.eps, q.miss)
			if err != nil {
				return nil, nil, err
			}
			v := single(x[0], off)
			v.Low -= 0x1p-10 // the query rounds up to a multiple of that
			return []Value{v.within(0, degreesUpTo(q)/2)}, nil, nil
		},
	}},
}
