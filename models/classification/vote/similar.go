package vote

import (
	"cmp"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/estimate/similar"
	"github.com/graphdp/graphdp/models/learn/logistic"
)

// Nodes with similar features are mostly of the same class, and features are public. So the second
// classifier adds to a node's features the mean of those of the most similar nodes. With few labels
// it covers many more words.

// similarTo is a list of nodes with weights that sum to 1, or an empty one.
type similarTo struct {
	nodes   []int32
	weights []float64
}

// maxProducts bounds the cost of the search, which skips the most frequent words to stay below it.
const maxProducts = 1 << 33

// mostSimilar finds the k most similar nodes of each node, by the cosine of features weighted with
// the square roots of their inverse document frequencies; ties go to lower ids. Weights are
// proportional to cosines.
func mostSimilar(x *graph.Attributes, k int) []similarTo {
	n := x.Rows()
	in := make([]int, x.Cols()) // nodes with the word
	for u := range int32(n) {
		columns, _ := x.Row(u)
		for _, c := range columns {
			in[c]++
		}
	}
	weights, rows := frequencies(in, n), make([][]similar.Entry[float64], n)
	for u := range int32(n) {
		columns, raw := x.Row(u)
		values, squares := logistic.Unit(raw), 0.0
		for i, c := range columns {
			values[i] *= weights[c]
			squares += values[i] * values[i]
		}
		for i, c := range columns {
			if values[i] != 0 && squares > 0 {
				rows[u] = append(rows[u], similar.Entry[float64]{Column: c, Value: values[i] / math.Sqrt(squares)})
			}
		}
	}
	out := make([]similarTo, n)
	for u, list := range similar.Nearest(rows, x.Cols(), k) {
		all := 0.0
		for _, v := range list {
			all += v.Product
		}
		for _, v := range list {
			out[u].nodes, out[u].weights = append(out[u].nodes, v.Row), append(out[u].weights, v.Product/all)
		}
	}
	return out
}

// frequencies returns the weights of the words, 0 for those that the search skips.
func frequencies(in []int, n int) []float64 {
	rare := make([]int, len(in))
	for c := range rare {
		rare[c] = c
	}
	slices.SortStableFunc(rare, func(a, b int) int { return cmp.Compare(in[a], in[b]) })
	weights, products := make([]float64, len(in)), 0.0
	for _, c := range rare {
		users := float64(in[c])
		if products += users * users; products > maxProducts {
			break
		}
		if users > 0 {
			weights[c] = math.Sqrt(math.Log(float64(n) / users))
		}
	}
	return weights
}

// smoothed adds to each node's features of norm 1 the mean of similar nodes', scaled to norm 1, and
// scales the sum to norm 1.
func smoothed(x logistic.Sparse, around []similarTo) logistic.Mixture {
	m := logistic.Mixture{Of: x, Rows: make([][]int32, len(around)), Weights: make([][]float64, len(around))}
	workers := make([][]float64, parallel.Most())
	parallel.Blocks(len(around), 64, func(worker, lo, hi int) {
		if workers[worker] == nil {
			workers[worker] = make([]float64, x.Width)
		}
		sums := workers[worker]
		norm := func(nodes []int32, weights []float64) float64 {
			squares := 0.0
			for i, v := range nodes {
				for j, c := range x.Columns[v] {
					sums[c] += weights[i] * x.Values[v][j]
				}
			}
			for _, v := range nodes {
				for _, c := range x.Columns[v] {
					squares += sums[c] * sums[c]
					sums[c] = 0
				}
			}
			return max(math.Sqrt(squares), 1e-30)
		}
		for u := lo; u < hi; u++ {
			rows, weights := append([]int32{int32(u)}, around[u].nodes...), append([]float64{1}, around[u].weights...)
			mean := norm(rows[1:], weights[1:])
			for i := range weights[1:] {
				weights[i+1] /= mean
			}
			whole := norm(rows, weights)
			for i := range weights {
				weights[i] /= whole
			}
			m.Rows[u], m.Weights[u] = rows, weights
		}
	})
	return m
}
