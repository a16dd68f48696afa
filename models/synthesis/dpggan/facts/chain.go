package facts

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// pairs is a graph under construction with its noisy graph; pairs are flipped one by one.
type pairs struct {
	n, words    int
	rows, noisy []uint64 // bits of each node, row by row
	degree      []int
	edges       int
	density     [2]float64 // logit of the density, and with one edge less
	hub         int        // permanently adjacent to all others; -1: none
}

func newPairs(noisy *graph.Graph) *pairs {
	n := noisy.N()
	words := (n + 63) / 64
	x := &pairs{n: n, words: words, rows: make([]uint64, n*words), noisy: make([]uint64, n*words), degree: make([]int, n), hub: -1}
	for u, v := range noisy.Edges() {
		x.set(x.noisy, int(u), int(v))
	}
	x.count()
	return x
}

// set flips the bits of a pair.
func (x *pairs) set(rows []uint64, u, v int) {
	rows[u*x.words+v/64] ^= 1 << (v % 64)
	rows[v*x.words+u/64] ^= 1 << (u % 64)
}

func (x *pairs) has(rows []uint64, u, v int) bool { return rows[u*x.words+v/64]>>(v%64)&1 == 1 }

// turn flips a pair between edge and non-edge.
func (x *pairs) turn(u, v int) {
	by := 1
	if x.has(x.rows, u, v) {
		by = -1
	}
	x.degree[u], x.degree[v], x.edges = x.degree[u]+by, x.degree[v]+by, x.edges+by
	x.set(x.rows, u, v)
	x.count()
}

func (x *pairs) count() {
	for k := range x.density {
		m := float64(x.edges-k) + 0.5
		x.density[k] = math.Log(m / (float64(most(x.n)) - m + 1))
	}
}

// answer returns the log-likelihood ratio of a pair's answer: ±llr.
func (x *pairs) answer(u, v int, llr float64) float64 {
	if x.has(x.noisy, u, v) {
		return llr
	}
	return -llr
}

// common counts the common neighbours of two nodes.
func (x *pairs) common(u, v int) (count int) {
	a, b := x.rows[u*x.words:(u+1)*x.words], x.rows[v*x.words:(v+1)*x.words]
	for i, w := range a {
		count += bits.OnesCount64(w & b[i])
	}
	return count
}

func (x *pairs) graph() (*graph.Graph, error) {
	edges := make([]graph.Edge, 0, x.edges)
	for u := range x.n {
		for v := u + 1; v < x.n; v++ {
			if x.has(x.rows, u, v) {
				edges = append(edges, graph.Edge{U: int32(u), V: int32(v)})
			}
		}
	}
	g, _, err := graph.FromEdges(x.n, edges, graph.Options{})
	return g, err
}

// chain is a Gibbs sampler of graphs under the model of pairs and the answers.
type chain struct {
	graphs    []*pairs
	flip, llr float64
	weights   features
	low, high float64 // smallest probabilities of an edge and of a non-edge, whatever the model
}

// sweep resamples every pair of a graph once, given all others.
func (c *chain) sweep(x *pairs, r *rand.Rand) {
	var f features
	floor, ceiling := math.Log(c.low), -math.Log(c.high)
	for u := range x.n {
		for v := u + 1; v < x.n; v++ {
			if u == x.hub || v == x.hub {
				continue
			}
			is := x.features(u, v, &f)
			prior := min(max(f.dot(&c.weights), floor), ceiling)
			if bernoulli(prior+x.answer(u, v, c.llr), r) != is {
				x.turn(u, v)
			}
		}
	}
}

// logistic tabulates the logistic function at -32, -31, …; values between are rarely computed.
var logistic = func() (list [64]float64) {
	for i := range list {
		list[i] = 1 / (1 + math.Exp(float64(32-i)))
	}
	return list
}()

// bernoulli samples an event whose probability has the given logit.
func bernoulli(logit float64, r *rand.Rand) bool {
	if logit <= -30 || logit >= 30 {
		return logit > 0
	}
	k := int(logit + 32)
	switch p := r.Float64(); {
	case p < logistic[k]:
		return true
	case p >= logistic[k+1]:
		return false
	default:
		return p < 1/(1+math.Exp(-logit))
	}
}
