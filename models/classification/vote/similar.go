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

// Nodes whose features are alike are mostly of one class, and features are public: the
// second classifier reads, beside a node's features, the mean of those of the nodes that are
// most like it. With few labels it knows many more words.

// similarTo is a list of nodes with weights that sum to 1, or an empty one.
type similarTo struct {
	nodes   []int32
	weights []float64
}

// mostProducts bounds the search: the words that are in the most nodes are left out of it
// where there would be more.
const mostProducts = 1 << 33

// mostSimilar finds for each node the k others that are most like it, those with the lowest
// numbers among equals: by the cosine of features weighted with the roots of their inverse
// document frequencies. Weights are in proportion to cosines.
func mostSimilar(x *graph.Attributes, k int) []similarTo {
	n := x.Rows()
	in := make([]int, x.Cols()) // nodes that have the word
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

// frequencies returns the words' weights, 0 for those that the search leaves out.
func frequencies(in []int, n int) []float64 {
	rare := make([]int, len(in))
	for c := range rare {
		rare[c] = c
	}
	slices.SortStableFunc(rare, func(a, b int) int { return cmp.Compare(in[a], in[b]) })
	weights, products := make([]float64, len(in)), 0.0
	for _, c := range rare {
		users := float64(in[c])
		if products += users * users; products > mostProducts {
			break
		}
		if users > 0 {
			weights[c] = math.Sqrt(math.Log(float64(n) / users))
		}
	}
	return weights
}

// smoothed are the nodes' features of norm 1 plus the means of similar nodes', scaled to norm 1,
// too, and the sums again.
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
