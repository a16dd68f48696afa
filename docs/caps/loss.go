package main

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
)

// budgets are those that a rule must serve, each spent on the one release.
var budgets = []gdp.Epsilon{0.1, 0.2, 0.4, 0.8, 1.6, 3.2}

// ladder are the caps that are tried: 3·√2ⁱ.
var ladder = func() (caps []int) {
	for i := range 15 {
		caps = append(caps, int(math.Round(3*math.Pow(2, float64(i)/2))))
	}
	return caps
}()

// ofDegrees returns the criterion of a cap of [degrees.Distribution]: the KS distance of
// the degrees, plus the relative errors of the numbers of edges and of wedges, neither counted
// beyond 1; a mean over seeds,
// which are each graph's own.
func ofDegrees(x named, cap int, eps gdp.Epsilon, seeds int) (float64, error) {
	g := x.g
	truth := metric.DegreeHistogram(g)
	sum := 0.0
	for seed := range uint64(seeds) {
		s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(x.seed()+seed))
		if err != nil {
			return 0, err
		}
		list, err := degrees.Distribution(s, "degrees", cap, eps)
		if err != nil {
			return 0, err
		}
		h := make([]int64, g.N())
		for _, d := range list {
			h[min(d, g.N()-1)]++
		}
		edges, wedges := counts(h)
		trueEdges, trueWedges := counts(truth)
		sum += metric.KS(truth, h) + min(1, metric.RelativeError(trueEdges, edges)) + min(1, metric.RelativeError(trueWedges, wedges))
	}
	return sum / float64(seeds), nil
}

// counts returns the edges and wedges of a histogram of degrees.
func counts(h []int64) (edges, wedges float64) {
	for d, count := range h {
		edges += float64(count) * float64(d) / 2
		wedges += float64(count) * float64(d) * float64(d-1) / 2
	}
	return edges, wedges
}

// weight returns what [degrees.EdgeCount] counts, read with next to no noise.
func weight(g *graph.Graph, cap int) (float64, error) {
	const enough = 200
	s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: enough}, gdp.Seed(1))
	if err != nil {
		return 0, err
	}
	count, err := degrees.EdgeCount(s, "edges", cap, enough).Draw(s)
	if err != nil {
		return 0, err
	}
	return count[0], nil
}

// ofEdges returns the criterion of a cap of [degrees.EdgeCount] that counts so much: the mean
// relative error of the number of edges. Of |lost + noise|, with Laplace noise of scale b,
// that mean is lost + b·exp(-lost/b).
func ofEdges(m, counted float64, cap int, eps gdp.Epsilon) float64 {
	lost, b := max(0, m-counted), float64(cap)/float64(eps)
	return min(1, (lost+b*math.Exp(-lost/b))/m)
}
