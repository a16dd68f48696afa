package dpgs

import (
	"errors"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
)

var errFeatureless = errors.New("dpgs: the graph has no node features, which the method needs")

// randomClusters puts every node into a uniformly random cluster.
func randomClusters(n, k int, r *rand.Rand) []int32 {
	clusters := make([]int32, n)
	for u := range clusters {
		clusters[u] = int32(r.IntN(k))
	}
	return clusters
}

// unit returns each node's features, scaled to norm 1; rows without features stay 0.
func unit(x *graph.Attributes) (rows [][]int32, values [][]float32) {
	rows, values = make([][]int32, x.Rows()), make([][]float32, x.Rows())
	for u := range rows {
		columns, row := x.Row(int32(u))
		largest, sum := 0.0, 0.0
		for _, v := range row {
			largest = max(largest, math.Abs(float64(v)))
		}
		if largest == 0 {
			continue
		}
		for _, v := range row {
			sum += float64(v) / largest * float64(v) / largest
		}
		rows[u], values[u] = columns, make([]float32, len(row))
		for i, v := range row {
			values[u][i] = float32(float64(v) / largest / math.Sqrt(sum))
		}
	}
	return rows, values
}

// clustering is spherical k-means: k-means by cosine similarity.
type clustering struct {
	columns int
	rows    [][]int32
	values  [][]float32
	centres [][]float32 // of norm 1
}

// cluster groups nodes with similar features into k clusters, some of which can be empty. Nodes
// without features go to random clusters. It reads only x.
func cluster(x *graph.Attributes, k, rounds int, r *rand.Rand) ([]int32, *clustering) {
	c := &clustering{columns: x.Cols()}
	c.rows, c.values = unit(x)
	clusters := randomClusters(len(c.rows), k, r)
	c.begin(k, r)
	for range rounds {
		if c.assign(clusters) == 0 {
			break
		}
		c.update(clusters)
	}
	return clusters, c
}

// assignment uses the cosines with centres as probabilities of clusters; nodes without features
// keep their cluster.
func (c *clustering) assignment(clusters []int32, k, m int) *assignment {
	return newAssignment(len(c.rows), k, m, func(u int, p []float64) {
		clear(p)
		if len(c.rows[u]) == 0 {
			p[clusters[u]] = 1
			return
		}
		for i, centre := range c.centres {
			p[i] = max(0, float64(c.dot(u, centre)))
		}
		p[clusters[u]] += 1e-9 // the own cluster wins ties
		sum := lists.Sum(p)
		for i := range p {
			p[i] /= sum
		}
	})
}

// dot returns the cosine of a node's row and a centre.
func (c *clustering) dot(u int, centre []float32) (sum float32) {
	values := c.values[u]
	for i, column := range c.rows[u] {
		sum += values[i] * centre[column]
	}
	return sum
}

// begin chooses the initial centres among the rows by k-means++.
func (c *clustering) begin(k int, r *rand.Rand) {
	n := len(c.rows)
	far := make([]float64, n) // half the squared distance to the nearest centre
	for u := range far {
		if len(c.rows[u]) > 0 {
			far[u] = 1
		}
	}
	for len(c.centres) < k {
		total := lists.Sum(far)
		if total <= 1e-6*float64(n) { // every row is at a centre
			break
		}
		at, left := -1, r.Float64()*total
		for u, d := range far {
			if d > 0 {
				if at = u; left < d {
					break
				}
				left -= d
			}
		}
		centre := make([]float32, c.columns)
		for i, column := range c.rows[at] {
			centre[column] = c.values[at][i]
		}
		c.centres = append(c.centres, centre)
		parallel.Blocks(n, 1<<10, func(_, lo, hi int) {
			for u := lo; u < hi; u++ {
				far[u] = max(0, min(far[u], 1-float64(c.dot(u, centre))))
			}
		})
		far[at] = 0
	}
}

// assign moves each row to its nearest centre, the first of equal ones, and returns how many moved.
func (c *clustering) assign(clusters []int32) int {
	const block = 1 << 8
	moved := make([]int, (len(clusters)+block-1)/block)
	parallel.Blocks(len(clusters), block, func(_, lo, hi int) {
		for u := lo; u < hi; u++ {
			if len(c.rows[u]) == 0 {
				continue
			}
			best, at := float32(math.Inf(-1)), int32(0)
			for i, centre := range c.centres {
				if d := c.dot(u, centre); d > best {
					best, at = d, int32(i)
				}
			}
			if clusters[u] != at {
				moved[lo/block]++
				clusters[u] = at
			}
		}
	})
	return lists.Sum(moved)
}

// update moves each centre to the direction of its rows' mean; centres of empty clusters stay.
func (c *clustering) update(clusters []int32) {
	sums := make([][]float32, len(c.centres))
	for u, at := range clusters {
		if len(c.rows[u]) == 0 {
			continue
		}
		if sums[at] == nil {
			sums[at] = make([]float32, c.columns)
		}
		for i, column := range c.rows[u] {
			sums[at][column] += c.values[u][i]
		}
	}
	for at, sum := range sums {
		norm := 0.0
		for _, v := range sum {
			norm += float64(v) * float64(v)
		}
		if norm == 0 {
			continue
		}
		for i := range sum {
			sum[i] = float32(float64(sum[i]) / math.Sqrt(norm))
		}
		c.centres[at] = sum
	}
}
