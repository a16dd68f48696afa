package posterior

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// besides returns, for pairs with a positive answer, the log-odds from paths of two edges: 1 +
// closure · Σ over w of p(u,w)·p(w,v)/(1 + Σ p(w,·)). Here p is the posterior probability of a pair
// given its kind, its answer and the degrees of its ends, if above [leastPosterior]. All weak paths
// count, although a visited graph has few of them. Paths through nodes of high degree count less.
func (c *chain) besides() map[uint64]float32 {
	type end struct {
		v int32
		p float64
	}
	mean := c.means()
	near, sum := make([][]end, len(mean)), make([]float64, len(mean))
	logOdds := math.Log((1 - c.known.Answers.Flip) / c.known.Answers.Flip)
	add := func(u, v int32, kind uint8, logOdds float64) {
		if p := 1 / (1 + scalar.Exp(-c.theta[kind]-math.Log(mean[u]*mean[v])-logOdds)); p > leastPosterior {
			near[u], near[v] = append(near[u], end{v, p}), append(near[v], end{u, p})
			sum[u], sum[v] = sum[u]+p, sum[v]+p
		}
	}
	for u, v := range c.known.Answers.Edges() {
		add(u, v, c.kindOf(u, v), logOdds)
	}
	for k, list := range c.known.Listed {
		for _, p := range list {
			if !c.known.Answers.HasEdge(p[0], p[1]) {
				add(p[0], p[1], uint8(k), -logOdds)
			}
		}
	}
	more, paths, seen := map[uint64]float32{}, make([]float64, len(mean)), []int32{}
	for u := range int32(len(near)) {
		for _, a := range near[u] {
			for _, b := range near[a.v] {
				if paths[b.v] == 0 {
					seen = append(seen, b.v)
				}
				paths[b.v] += a.p * b.p / (1 + sum[a.v])
			}
		}
		for _, v := range seen {
			if u < v && c.known.Answers.HasEdge(u, v) {
				more[keyOf(u, v)] = float32(math.Log1p(closure * paths[v]))
			}
			paths[v] = 0
		}
		seen = seen[:0]
	}
	return more
}

// means returns the expected degrees of nodes, given the degree distribution and each node's
// likelihood.
func (c *chain) means() []float64 {
	const none = 0.1 // if none is expected: no edge is impossible
	mean := make([]float64, len(c.near))
	for u := range mean {
		most := math.Inf(-1)
		for k, x := range c.law {
			most = max(most, x+c.known.Likely(int32(u), int32(k)))
		}
		sum := 0.0
		for k, x := range c.law {
			p := scalar.Exp(x + c.known.Likely(int32(u), int32(k)) - most)
			sum += p
			mean[u] += p * float64(k)
		}
		mean[u] = mean[u]/sum + none
	}
	return mean
}
