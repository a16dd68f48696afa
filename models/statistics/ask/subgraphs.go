package ask

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// capShare is the part of ε that finds a suitable cap.
const capShare = 0.15

// maxLeaves is the largest number of leaves of a star.
const maxLeaves = 8

// Wedges is the number of paths of two edges.
var Wedges = stars(2, "wedges")

// Stars is the number of k-stars: nodes with k of their neighbours.
func Stars(k int) Statistic { return stars(k, fmt.Sprintf("%d-stars", k)) }

func stars(k int, name string) Statistic {
	return Statistic{
		Name: name, least: k + 1, About: fmt.Sprintf("number of stars with %d leaves", k),
		exact: counts(func(n int) gdp.Bounded[gdp.L1] { return query.Stars[gdp.L1](gdp.EdgeLevel, n, k, n-1) }),
		mechanisms: []mechanism{{
			name: "Laplace noise, with degrees capped at a noisy maximum", relations: edgeLevel,
			why: "the sensitivity grows with the maximum degree, which a noisy upper bound caps",
			ask: func(q question) ([]Value, []string, error) {
				return alone(q.stars(k, q.eps, q.miss))
			},
		}, starsOfNodes(k)},
	}
}

// stars returns the number of stars for a part of ε.
func (q question) stars(k int, eps gdp.Epsilon, miss float64) (v Value, facts []string, err error) {
	if k < 2 || k > maxLeaves {
		return v, nil, fmt.Errorf("stars with %d leaves: must be 2 to %d", k, maxLeaves)
	}
	q.miss = miss
	first, rest := capShare*eps, (1-capShare)*eps
	label := fmt.Sprintf("largest degree for %d-stars", k)
	if err := q.affords(label, first, rest); err != nil {
		return v, nil, err
	}
	cap, err := q.cap(label, query.LargestDegree[gdp.L1](q.s.Relation(), q.of.Nodes), first, 1, k, q.of.Nodes-1)
	if err != nil {
		return v, nil, err
	}
	x, off, err := q.real(fmt.Sprintf("%d-stars", k), query.Stars[gdp.L1](q.s.Relation(), q.of.Nodes, k, cap), rest, miss-capMiss(miss))
	if err != nil {
		return v, nil, err
	}
	return single(x[0], off).within(0, nodes(q)*choose(q.of.Nodes-1, k)), []string{fmt.Sprintf("no degree is above %s", Number(float64(cap)))}, nil
}

// choose returns the binomial coefficient n over k.
func choose(n, k int) float64 {
	x := 1.0
	for i := range k {
		x = x * float64(n-i) / float64(i+1)
	}
	return math.Max(x, 0)
}

// Triangles is the number of triangles.
var Triangles = Statistic{
	Name: "triangles", least: 3, About: "number of triangles",
	exact: number(func(g *graph.Graph) float64 { total, _ := metric.Triangles(g); return float64(total) }),
	mechanisms: []mechanism{
		{
			name: "Laplace noise", relations: edgeLevel,
			why:   "in so small a graph the global sensitivity is small",
			unfit: func(q question) string { return q.largeFor(q.margin(capShare*q.eps, 1)) },
			ask: func(q question) ([]Value, []string, error) {
				n := q.of.Nodes
				return q.one("triangles", query.TriangleCount[gdp.L1](q.s.Relation(), n, n-1), 0, choose(n, 3))
			},
		},
		{
			name: "ladder mechanism on the common neighbours", relations: edgeLevel,
			why: "the local sensitivity is the largest number of common neighbours of two nodes; the ladder mechanism adapts to it with heavier tails [ZCPSX15]; " +
				"ε/10 bounds it for the interval",
			unfit: trianglesByLadder.unfit,
			ask: func(q question) ([]Value, []string, error) {
				v, facts, err := trianglesByLadder.ask(q, 1)
				return []Value{v.within(0, choose(q.of.Nodes, 3))}, facts, err
			},
		},
		{
			name: "edge packing with capacity for a noisy maximum of common neighbours", relations: edgeLevel,
			why: "the local sensitivity is the largest number of common neighbours of two nodes, which a noisy upper bound caps; " +
				"the released count is a triangle packing with that capacity per edge",
			ask: func(q question) ([]Value, []string, error) {
				return alone(q.triangles(q.eps, q.miss))
			},
		},
		trianglesOfNodes, trianglesOfParts,
	},
}

// trianglesByLadder begins with a reach for graphs in which two nodes share many neighbours.
var trianglesByLadder = ladder{label: "triangles", of: query.LocalTriangles, share: 0.1, least: 20}

// largeFor returns a text if nodes can have more than room common neighbours.
func (q question) largeFor(room float64) string {
	if float64(q.of.Nodes-2) <= room {
		return ""
	}
	return fmt.Sprintf("%d nodes can have more than %s common neighbours", q.of.Nodes, Number(room))
}

// triangles returns their number for a part of ε.
func (q question) triangles(eps gdp.Epsilon, miss float64) (v Value, facts []string, err error) {
	q.miss = miss
	n := q.of.Nodes
	first, rest := capShare*eps, (1-capShare)*eps
	if err := q.affords("common neighbours", first, rest); err != nil {
		return v, nil, err
	}
	room, err := q.cap("common neighbours", query.CommonNeighbours[gdp.L1](q.s.Relation(), n), first, 1, 1, min(max(n-2, 1), 1<<20))
	if err != nil {
		return v, nil, err
	}
	x, off, err := q.real("triangles", query.EdgePackings[gdp.L1](q.s.Relation(), []int{n}, []int{room}), rest, miss-capMiss(miss))
	if err != nil {
		return v, nil, err
	}
	return single(x[0], off).times(float64(room)).within(0, choose(n, 3)),
		[]string{fmt.Sprintf("no edge is in more than %s triangles", Number(float64(room)))}, nil
}

// FourCycles is the number of cycles of four edges.
var FourCycles = Statistic{
	Name: "4-cycles", least: 5, About: "number of cycles of length four",
	exact: counts(func(n int) gdp.Bounded[gdp.L1] { return query.FourCycles[gdp.L1](gdp.EdgeLevel, n, n-1, n-2) }),
	mechanisms: []mechanism{{
		name: "Laplace noise, with degrees and common neighbours capped at noisy maxima", relations: edgeLevel,
		why: "the sensitivity is below the maximum degree times the largest number of common neighbours; noisy upper bounds cap both",
		ask: func(q question) ([]Value, []string, error) {
			rel, n := q.s.Relation(), q.of.Nodes
			first, rest := capShare/2*q.eps, (1-capShare)*q.eps
			if err := q.affords("largest degree", first, first, rest); err != nil {
				return nil, nil, err
			}
			cap, err := q.cap("largest degree", query.LargestDegree[gdp.L1](rel, n), first, 2, 2, n-1)
			if err != nil {
				return nil, nil, err
			}
			common, err := q.cap("common neighbours", query.CommonNeighbours[gdp.L1](rel, n), first, 2, 2, n-2)
			if err != nil {
				return nil, nil, err
			}
			x, off, err := q.real("cycles", query.FourCycles[gdp.L1](rel, n, cap, common), rest, q.miss-capMiss(q.miss))
			if err != nil {
				return nil, nil, err
			}
			facts := []string{fmt.Sprintf("no degree is above %s, and no two nodes have more than %s common neighbours", Number(float64(cap)), Number(float64(common)))}
			return []Value{single(x[0], off).within(0, 3*choose(n, 4))}, facts, nil
		},
	}},
	refusals: ofNodes(unpacked),
}

// Transitivity is three times the number of triangles divided by the number of wedges.
var Transitivity = Statistic{
	Name: "transitivity", least: 3, About: "fraction of wedges that are closed (global clustering coefficient)",
	exact: number(metric.GlobalClustering),
	mechanisms: []mechanism{{
		name: "noisy triangles divided by noisy wedges", why: "each count gets ε/2", relations: edgeLevel,
		ask: func(q question) ([]Value, []string, error) {
			if err := q.affords("common neighbours", q.eps/2, q.eps/2); err != nil {
				return nil, nil, err
			}
			t, first, err := q.triangles(q.eps/2, q.miss/2)
			if err != nil {
				return nil, nil, err
			}
			w, second, err := q.stars(2, q.eps/2, q.miss/2)
			if err != nil {
				return nil, nil, err
			}
			return []Value{t.times(3).over(w, 1)}, append(first, second...), nil
		},
	}},
	refusals: ofNodes(openWedges),
}

// AverageClustering is the mean of the local clustering coefficients, which are 0 for nodes of
// degree below 2.
var AverageClustering = Statistic{
	Name: "average-clustering", least: 3, About: "average local clustering coefficient",
	exact: number(metric.AverageClustering),
	mechanisms: []mechanism{{
		name: "ladder mechanism on the local sensitivity", relations: edgeLevel,
		why: "the global sensitivity is close to 1, the local sensitivity usually much smaller; " +
			"the ladder mechanism adapts to it with heavier tails [ZCPSX15]; ε/5 bounds it for the interval",
		unfit: clusteringByLadder.unfit,
		ask: func(q question) ([]Value, []string, error) {
			v, facts, err := clusteringByLadder.ask(q, query.ClusteringUnit*nodes(q))
			v.High += 1. / query.ClusteringUnit // coefficients are rounded down
			return []Value{v.within(0, 1)}, facts, err
		},
	}},
	refusals: ofNodes(movesClustering),
}

// clusteringByLadder begins with a small reach, like that of typical graphs.
var clusteringByLadder = ladder{label: "clustering", of: query.LocalClustering, share: 0.2, least: 6}

const movesClustering = "one node can change it from 0 to nearly 1, by closing a triangle over every edge of a matching"
