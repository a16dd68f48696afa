package dpgs

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
)

// Counterexample is the effect of a distant edge on the gradients that [DPGS] Sec. 4.2 clips per
// node (docs/proofs/dpgs.md, G1).
type Counterexample struct {
	Before, After float64 // a distant node's gradient without and with the edge
	Moved         float64 // norm of the edge's effect on the sum of clipped gradients, over the clip
}

// ClipCounterexample takes 1 to 1000 pairs of adjacent nodes and two more nodes, with and without
// an edge between these two. The first node of each pair has the feature (1, 0), all others (0, 1),
// and a node is in cluster 0 with probability σ(x·(θ, 20)).
func ClipCounterexample(pairs int, theta float64) (*Counterexample, error) {
	if pairs < 1 || pairs > 1000 || !(math.Abs(theta) <= 20) {
		return nil, fmt.Errorf("dpgs: a counterexample of %d pairs and θ = %v, want 1 to 1000 pairs and -20 to 20", pairs, theta)
	}
	const clip = 1e-5
	x := new(Counterexample)
	var sums [2][2]float64
	for world, first := range []*float64{&x.Before, &x.After} {
		var edges []graph.Edge
		for q := range int32(pairs + world) { // the last pair is the two nodes
			edges = append(edges, graph.Edge{U: 2 * q, V: 2*q + 1})
		}
		g, _, err := graph.FromEdges(2*pairs+2, edges, graph.Options{})
		if err != nil {
			return nil, err
		}
		gradients := nodeGradients(g, [2]float64{theta, 20})
		*first = gradients[0][0]
		for _, own := range gradients {
			scale := 1 / max(1, math.Hypot(own[0], own[1])/clip)
			sums[world][0] += scale * own[0]
			sums[world][1] += scale * own[1]
		}
	}
	x.Moved = math.Hypot(sums[0][0]-sums[1][0], sums[0][1]-sums[1][1]) / clip
	return x, nil
}

// nodeGradients returns the gradients by θ of l_i = -P_i·(W P)_i/tr(P D Pᵀ) + L_o/p, with P_i = (s,
// 1-s), s = σ(x_i·θ). Even nodes but the last two have x = (1, 0), all others (0, 1). It uses
// central differences of higher order.
func nodeGradients(g *graph.Graph, theta [2]float64) [][2]float64 {
	n := g.N()
	loss := func(theta [2]float64) []float64 {
		p := make([][2]float64, n)
		for u := range n {
			x := theta[1]
			if u%2 == 0 && u < n-2 {
				x = theta[0]
			}
			s := 1 / (1 + math.Exp(-x))
			p[u] = [2]float64{s, 1 - s}
			if x > 0 {
				p[u][1] = math.Exp(-x) / (1 + math.Exp(-x))
			}
		}
		below, l := 0.0, make([]float64, n)
		var s [2][2]float64
		for u := range int32(n) {
			for _, v := range g.Neighbors(u) {
				w := 1 / math.Sqrt(float64(g.Degree(u))*float64(g.Degree(v)))
				l[u] -= w * (p[u][0]*p[v][0] + p[u][1]*p[v][1])
				below += w * (p[u][0]*p[u][0] + p[u][1]*p[u][1])
			}
			for a := range 2 {
				for b := range 2 {
					s[a][b] += p[u][a] * p[u][b]
				}
			}
		}
		norm := math.Sqrt(s[0][0]*s[0][0] + 2*s[0][1]*s[0][1] + s[1][1]*s[1][1])
		orth := math.Sqrt(2 - 2*(s[0][0]+s[1][1])/(math.Sqrt2*norm))
		for u := range l {
			l[u] = l[u]/below + orth/float64(n)
		}
		return l
	}
	gradients := make([][2]float64, n)
	const h = 1e-3
	for i := range 2 {
		at := func(k float64) []float64 {
			moved := theta
			moved[i] += k * h
			return loss(moved)
		}
		p2, p1, m1, m2 := at(2), at(1), at(-1), at(-2)
		for u := range n {
			gradients[u][i] = (8*(p1[u]-m1[u]) - (p2[u] - m2[u])) / (12 * h)
		}
	}
	return gradients
}
