package ask

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// JointDegrees is the number of edges by the degrees of their ends.
var JointDegrees = Statistic{
	Name: "joint-degrees", About: fmt.Sprintf("joint degree distribution: edges by end degrees, capped at %d", maxJointDegree),
	exact: func(net *graph.Network) ([]Value, error) {
		cap := min(maxJointDegree, net.Graph.N()-1)
		values, err := counts(func(n int) gdp.Bounded[gdp.L1] { return query.JointDegrees[gdp.L1](gdp.EdgeLevel, n, cap) })(net)
		for i := range values {
			values[i].Of = joinedNames(cap)[i]
		}
		return values, err
	},
	mechanisms: []mechanism{{
		name: "discrete Laplace noise, with capped degrees", relations: edgeLevel,
		why: fmt.Sprintf("an edge moves all edges of its ends between cells; capping degrees at %d bounds the sensitivity", maxJointDegree),
		ask: func(q question) ([]Value, []string, error) {
			cap := min(maxJointDegree, q.of.Nodes-1)
			x, off, err := q.whole("joint degrees", query.JointDegrees[gdp.L1](q.s.Relation(), q.of.Nodes, cap), q.eps, q.miss)
			if err != nil {
				return nil, nil, err
			}
			var values []Value
			for i, name := range joinedNames(cap) {
				v := single(x[i], off).within(0, q.pairs())
				v.Of = name
				values = append(values, v)
			}
			return values, nil, nil
		},
	}},
	refusals: ofNodes(unprojected),
}

// maxJointDegree is the degree from which on joint degrees are merged.
const maxJointDegree = 8

// joinedNames names the pairs of degrees up to a cap, in the order of [query.JointDegrees].
func joinedNames(cap int) (names []string) {
	for j := 1; j <= cap; j++ {
		for i := 1; i <= j; i++ {
			names = append(names, fmt.Sprintf("%d – %d", i, j))
		}
	}
	return names
}

// Assortativity is the correlation of the degrees at the two ends of an edge.
var Assortativity = Statistic{
	Name: "assortativity", least: 4, About: "degree assortativity: correlation of the degrees at an edge's ends",
	exact: number(metric.Assortativity),
	mechanisms: []mechanism{{
		name: "Laplace noise on four degree sums, with degrees capped at a noisy maximum", relations: edgeLevel,
		why: "it is a function of four sums; their sensitivity is a power of the maximum degree, which a noisy upper bound caps",
		ask: func(q question) ([]Value, []string, error) {
			rel, n := q.s.Relation(), q.of.Nodes
			first, each, miss := capShare*q.eps, (1-capShare)*q.eps/4, (q.miss-capMiss(q.miss))/4
			if err := q.affords("largest degree", first, each, each, each, each); err != nil {
				return nil, nil, err
			}
			cap, err := q.cap("largest degree", query.LargestDegree[gdp.L1](rel, n), first, 1, 3, n-1)
			if err != nil {
				return nil, nil, err
			}
			var sums [4]Value
			for i, x := range []struct {
				label string
				query gdp.Bounded[gdp.L1]
				most  float64
			}{
				{"edges", query.EdgeCount[gdp.L1](rel, n, n-1), q.pairs()},
				{"wedges", query.Stars[gdp.L1](rel, n, 2, cap), math.Inf(1)},
				{"3-stars", query.Stars[gdp.L1](rel, n, 3, cap), math.Inf(1)},
				{"products of degrees", query.DegreeProducts[gdp.L1](rel, n, cap), math.Inf(1)},
			} {
				noisy, off, err := q.real(x.label, x.query, each, miss)
				if err != nil {
					return nil, nil, err
				}
				sums[i] = single(noisy[0], off).within(0, x.most)
			}
			return []Value{correlation(sums[0], sums[1], sums[2], sums[3])}, []string{fmt.Sprintf("no degree is above %s", Number(float64(cap)))}, nil
		},
	}},
	refusals: ofNodes(oneHub),
}

// correlation returns the degree assortativity for the numbers of edges, wedges and 3-stars and the
// sum of products, with an interval that covers it if theirs do.
func correlation(edges, wedges, stars, products Value) Value {
	unknown := Value{Low: -1, High: 1}
	if edges.Low <= 0 || edges.Value <= 0 {
		return unknown
	}
	// Σd² = 2w + 2m and Σd³ = 6s + 6w + 2m, each over 2m.
	mean := Value{Value: 1 + wedges.Value/edges.Value, Low: 1 + wedges.Low/edges.High, High: 1 + wedges.High/edges.Low}
	cubes := func(s, w, m float64) float64 { return 1 + 3*(s+w)/m }
	square := Value{Value: cubes(stars.Value, wedges.Value, edges.Value), Low: cubes(stars.Low, wedges.Low, edges.High), High: cubes(stars.High, wedges.High, edges.Low)}
	product := Value{Value: products.Value / edges.Value, Low: products.Low / edges.High, High: products.High / edges.Low}
	r := func(product, mean, square float64) float64 {
		if square <= mean*mean {
			return math.NaN() // all degrees at ends of edges are equal, or only noise
		}
		return (product - mean*mean) / (square - mean*mean)
	}
	v := Value{Value: r(product.Value, mean.Value, square.Value), Low: 1, High: -1}
	if math.IsNaN(v.Value) || square.Low <= mean.High*mean.High {
		v.Low, v.High = -1, 1
		if math.IsNaN(v.Value) {
			v.Value = 0
		}
		return v.within(-1, 1)
	}
	for _, p := range []float64{product.Low, product.High} {
		for _, s := range []float64{square.Low, square.High} {
			for _, a := range []float64{mean.Low, mean.High} {
				x := r(p, a, s)
				v.Low, v.High = min(v.Low, x), max(v.High, x)
			}
		}
	}
	return v.within(-1, 1)
}
