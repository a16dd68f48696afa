package dpggan

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/train/vector"
)

// prior returns n codes from N(0, I).
func prior(n, width int, rng *rand.Rand) vector.Matrix {
	z := vector.New(n, width)
	for i := range z.Data {
		z.Data[i] = float32(rng.NormFloat64())
	}
	return z
}

// probability returns σ(f_i·f_j + b): [DPGGAN21] Eq. 2.
func probability(f vector.Matrix, i, j int, bias float64) float64 {
	s := float64(vector.Dot(f.Row(i), f.Row(j))) + bias
	return 1 / (1 + math.Exp(-s)) // [DPGGAN21] Eq. 2
}

// bernoulli draws each pair of nodes by its probability, independently.
func bernoulli(f vector.Matrix, bias float64, rng *rand.Rand) (*graph.Graph, error) {
	var edges []graph.Edge
	for i := range f.Rows {
		for j := i + 1; j < f.Rows; j++ {
			switch p := probability(f, i, j, bias); {
			case math.IsNaN(p):
				return nil, notANumber(i, j)
			case rng.Float64() < p:
				edges = append(edges, graph.Edge{U: int32(i), V: int32(j)})
			}
		}
	}
	g, _, err := graph.FromEdges(f.Rows, edges, graph.Options{})
	return g, err
}

// highest returns the graph of the m pairs of the highest scores; of equal ones the first.
func highest(f vector.Matrix, m int) (*graph.Graph, error) {
	best := pairHeap{}
	for i := range f.Rows {
		for j := i + 1; j < f.Rows; j++ {
			x := pairScore{vector.Dot(f.Row(i), f.Row(j)), graph.Edge{U: int32(i), V: int32(j)}}
			if math.IsNaN(float64(x.score)) {
				return nil, notANumber(i, j)
			}
			best.offer(x, m)
		}
	}
	edges := make([]graph.Edge, len(best))
	for k, x := range best {
		edges[k] = x.pair
	}
	g, _, err := graph.FromEdges(f.Rows, edges, graph.Options{})
	return g, err
}

func notANumber(i, j int) error {
	return fmt.Errorf("dpggan: the score of nodes %d and %d is not a number", i, j)
}

// pairScore is a pair of nodes with its score.
type pairScore struct {
	score float32
	pair  graph.Edge
}

// below reports whether x comes after y: it has a lower score, or the same and is a later pair.
func (x pairScore) below(y pairScore) bool {
	switch {
	case x.score != y.score:
		return x.score < y.score
	case x.pair.U != y.pair.U:
		return x.pair.U > y.pair.U
	}
	return x.pair.V > y.pair.V
}

// pairHeap holds the best pairs, the lowest of them first.
type pairHeap []pairScore

// offer takes a pair in, and the lowest out where there are more than m.
func (h *pairHeap) offer(x pairScore, m int) {
	s := *h
	if len(s) < m {
		s = append(s, x)
		for i := len(s) - 1; i > 0 && s[i].below(s[(i-1)/2]); i = (i - 1) / 2 {
			s[i], s[(i-1)/2] = s[(i-1)/2], s[i]
		}
		*h = s
		return
	}
	if m == 0 || x.below(s[0]) {
		return
	}
	s[0] = x
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(s); child++ {
			if s[child].below(s[least]) {
				least = child
			}
		}
		if least == i {
			return
		}
		s[i], s[least] = s[least], s[i]
		i = least
	}
}
