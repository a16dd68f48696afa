package dpgs

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/estimate/similar"
)

// nearest lists for every node the most others whose features are like its own, the most
// alike first: by the cosine of their rows, in which a feature weighs more the fewer nodes have
// it. Features that more than common nodes have weigh nothing, so that the time is at most that
// of common steps for each entry of x. It reads nothing but x.
func nearest(x *graph.Attributes, most, common int) [][]int32 {
	lists := make([][]int32, x.Rows())
	for u, near := range similar.Nearest(rare(x, common), x.Cols(), most) {
		for _, v := range near {
			lists[u] = append(lists[u], v.Row)
		}
	}
	return lists
}

// rare returns the rows of x at norm 1, after each feature was multiplied by the logarithm of n
// over the number of nodes that have it. Those that one node has alone, or more than common,
// are left out.
func rare(x *graph.Attributes, common int) [][]similar.Entry[float32] {
	n := x.Rows()
	users := make([]int, x.Cols())
	for u := range int32(n) {
		columns, values := x.Row(u)
		for i, c := range columns {
			if values[i] != 0 {
				users[c]++
			}
		}
	}
	largest := 0.0
	for u := range int32(n) {
		_, values := x.Row(u)
		for _, v := range values {
			largest = max(largest, math.Abs(float64(v)))
		}
	}
	rows := make([][]similar.Entry[float32], n)
	for u := range int32(n) {
		columns, values := x.Row(u)
		squares := 0.0
		for i, c := range columns {
			w := float32(math.Log(float64(n)/float64(users[c])) * (float64(values[i]) / largest))
			if w != 0 && users[c] > 1 && users[c] <= common {
				rows[u] = append(rows[u], similar.Entry[float32]{Column: c, Value: w})
				squares += float64(w) * float64(w)
			}
		}
		for i := range rows[u] {
			rows[u][i].Value = float32(float64(rows[u][i].Value) / math.Sqrt(squares))
		}
	}
	return rows
}
