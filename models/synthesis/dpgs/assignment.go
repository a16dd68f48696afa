package dpgs

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// assignment is P: how likely each node is in each cluster. Of each node the m likeliest
// clusters are kept, its candidates, and how unsure it is of all k.
type assignment struct {
	k, m    int
	at      []int32   // candidates of each node, the likeliest first
	p       []float64 // their probabilities
	entropy []float64
}

// newAssignment asks for the row of each node, its probabilities of k clusters.
func newAssignment(n, k, m int, row func(u int, p []float64)) *assignment {
	m = min(m, k)
	a := &assignment{k: k, m: m, at: make([]int32, n*m), p: make([]float64, n*m), entropy: make([]float64, n)}
	parallel.Blocks(n, 1<<8, func(_, lo, hi int) {
		p, order := make([]float64, k), make([]int32, k)
		for u := lo; u < hi; u++ {
			row(u, p)
			for c := range order {
				order[c] = int32(c)
			}
			slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(p[b], p[a]) })
			for i, c := range order[:m] {
				a.at[u*m+i], a.p[u*m+i] = c, p[c]
			}
			a.entropy[u] = entropy(p)
		}
	})
	return a
}

// entropy is how unsure a node is.
func entropy(p []float64) (u float64) {
	for _, x := range p {
		if x > 0 {
			u -= x * math.Log(x) // [DPGS] Eq. 3
		}
	}
	return u
}

// candidates are the likeliest clusters of a node: [DPGS] Alg. 1, line 5.
func (a *assignment) candidates(u int32) []int32 { return a.at[int(u)*a.m:][:a.m] }

// probability is how likely a node is in one of its candidates.
func (a *assignment) probability(u, cluster int32) float64 {
	return a.p[int(u)*a.m+slices.Index(a.candidates(u), cluster)]
}

// labels are the likeliest cluster of each node.
func (a *assignment) labels() []int32 {
	labels := make([]int32, len(a.entropy))
	for u := range labels {
		labels[u] = a.at[u*a.m]
	}
	return labels
}

// uncertain draws r nodes without replacement, each time with a probability proportional to
// exp(entropy), by ascending number: the r largest of entropy + Gumbel have that law.
func (a *assignment) uncertain(r int, rng *rand.Rand) []int32 {
	type keyed struct {
		key float64
		u   int32
	}
	all := make([]keyed, len(a.entropy))
	for u, e := range a.entropy {
		all[u] = keyed{e - math.Log(rng.ExpFloat64()), int32(u)}
	}
	slices.SortFunc(all, func(x, y keyed) int { return cmp.Compare(y.key, x.key) })
	nodes := make([]int32, min(r, len(all)))
	for i := range nodes {
		nodes[i] = all[i].u
	}
	slices.Sort(nodes)
	return nodes
}
