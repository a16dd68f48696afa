package vote

import (
	"cmp"
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/parallel"
	"github.com/graphdp/graphdp/models/logistic"
)

// Nodes whose features are alike are mostly of one class, and features are public: the
// second classifier reads, beside a node's features, the mean of those of the nodes that are
// most like it. With few labels it knows many more words.

// near is a list of nodes with weights that sum to 1, or an empty one.
type near struct {
	nodes   []int32
	weights []float64
}

// mostProducts bounds the search: the words that are in the most nodes are left out of it
// where there would be more.
const mostProducts = 1 << 33

// similar finds for each node the k others that are most like it, those with the lowest
// numbers among equals: by the cosine of features weighed with the roots of their inverse
// document frequencies. Weights are in proportion to cosines.
func similar(x *graph.Attributes, k int) []near {
	n := x.Rows()
	nodes := make([][]int32, x.Cols()) // by word
	for u := range int32(n) {
		columns, _ := x.Row(u)
		for _, c := range columns {
			nodes[c] = append(nodes[c], u)
		}
	}
	weights := frequencies(nodes, n)
	values := make([][]float64, n) // scaled to norm 1
	at := make([][]float64, x.Cols())
	for c := range at {
		at[c] = make([]float64, 0, len(nodes[c]))
	}
	for u := range int32(n) {
		columns, raw := x.Row(u)
		values[u] = unit(raw)
		norm := 0.0
		for i, c := range columns {
			values[u][i] *= weights[c]
			norm += values[u][i] * values[u][i]
		}
		for i, c := range columns {
			if norm > 0 {
				values[u][i] /= math.Sqrt(norm)
			}
			at[c] = append(at[c], values[u][i])
		}
	}
	out := make([]near, n)
	workers := make([][]float64, parallel.Most())
	parallel.Blocks(n, 64, func(worker, lo, hi int) {
		if workers[worker] == nil {
			workers[worker] = make([]float64, n)
		}
		for u := lo; u < hi; u++ {
			columns, _ := x.Row(int32(u))
			out[u] = nearest(int32(u), columns, values[u], nodes, at, workers[worker], k)
		}
	})
	return out
}

// frequencies returns the words' weights, 0 for those that the search leaves out.
func frequencies(nodes [][]int32, n int) []float64 {
	rare := make([]int, 0, len(nodes))
	for c := range nodes {
		rare = append(rare, c)
	}
	slices.SortStableFunc(rare, func(a, b int) int { return cmp.Compare(len(nodes[a]), len(nodes[b])) })
	weights, products := make([]float64, len(nodes)), 0.0
	for _, c := range rare {
		in := float64(len(nodes[c]))
		if products += in * in; products > mostProducts {
			break
		}
		if in > 0 {
			weights[c] = math.Sqrt(math.Log(float64(n) / in))
		}
	}
	return weights
}

// nearest adds up u's products with all nodes that share a word, in sums, which are 0 before and after.
func nearest(u int32, columns []int32, values []float64, nodes [][]int32, at [][]float64, sums []float64, k int) near {
	var touched []int32
	for i, c := range columns {
		if values[i] == 0 {
			continue
		}
		for j, v := range nodes[c] {
			if sums[v] == 0 {
				touched = append(touched, v)
			}
			sums[v] += values[i] * at[c][j]
		}
	}
	sums[u] = 0
	var best near // by falling cosine
	for _, v := range touched {
		cosine := sums[v]
		sums[v] = 0
		full := len(best.nodes) == k
		if cosine <= 0 || full && !ahead(cosine, v, best.weights[k-1], best.nodes[k-1]) {
			continue
		}
		if full {
			best.nodes, best.weights = best.nodes[:k-1], best.weights[:k-1]
		}
		i := len(best.nodes)
		for i > 0 && ahead(cosine, v, best.weights[i-1], best.nodes[i-1]) {
			i--
		}
		best.nodes, best.weights = slices.Insert(best.nodes, i, v), slices.Insert(best.weights, i, cosine)
	}
	all := sum(best.weights)
	for i := range best.weights {
		best.weights[i] /= all
	}
	return best
}

func ahead(x float64, u int32, y float64, v int32) bool { return x > y || x == y && u < v }

// blurred are the nodes' features of norm 1 plus the means of similar nodes', scaled to norm 1, too, and the
// sums again.
func blurred(x logistic.Sparse, around []near) logistic.Mixture {
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
