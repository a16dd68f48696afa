package dpgs

import (
	"cmp"
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/parallel"
)

// nearest lists for every node the most others whose features are like its own, the most
// alike first: by the cosine of their rows, in which a feature weighs more the fewer nodes have
// it. Features that more than common nodes have weigh nothing, so that the time is at most that
// of common steps for each entry of x. It reads nothing but x.
func nearest(x *graph.Attributes, most, common int) [][]int32 {
	rows := rare(x, common)
	type post struct {
		node  int32
		value float32
	}
	posts := make([][]post, x.Cols())
	for u, row := range rows {
		for _, e := range row {
			posts[e.column] = append(posts[e.column], post{int32(u), e.value})
		}
	}
	lists := make([][]int32, len(rows))
	parallel.Blocks(len(rows), 1<<10, func(_, lo, hi int) {
		cosine, seen := make([]float32, len(rows)), make([]bool, len(rows))
		var met, like []int32 // others with a feature of u, and those of a cosine above 0
		for u := lo; u < hi; u++ {
			met = met[:0]
			seen[u] = true
			for _, e := range rows[u] {
				for _, p := range posts[e.column] {
					if cosine[p.node] += e.value * p.value; !seen[p.node] {
						seen[p.node] = true
						met = append(met, p.node)
					}
				}
			}
			like = append(like[:0], met...)
			like = slices.DeleteFunc(like, func(v int32) bool { return cosine[v] <= 0 })
			lists[u] = slices.Clone(first(like, most, func(v, w int32) int {
				return cmp.Or(cmp.Compare(cosine[w], cosine[v]), cmp.Compare(v, w))
			}))
			for _, v := range append(met, int32(u)) {
				cosine[v], seen[v] = 0, false
			}
		}
	})
	return lists
}

// first sorts the first most of a list to its front, and returns these.
func first(list []int32, most int, compare func(v, w int32) int) []int32 {
	for lo, hi := 0, len(list); hi > most && hi-lo > 1; { // quickselect: the wanted are before lo, or end within lo … hi
		pivot, i := list[lo+(hi-lo)/2], lo
		j := hi - 1
		for i <= j {
			for compare(list[i], pivot) < 0 {
				i++
			}
			for compare(list[j], pivot) > 0 {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case most <= j:
			hi = j + 1
		case most >= i:
			lo = i
		default:
			lo = hi
		}
		if most <= lo {
			break
		}
	}
	list = list[:min(most, len(list))]
	slices.SortFunc(list, compare)
	return list
}

// weighed is an entry of a row.
type weighed struct {
	column int32
	value  float32
}

// rare returns the rows of x at norm 1, after each feature was multiplied by the logarithm of n
// over the number of nodes that have it. Those that one node has alone, or more than common,
// are left out.
func rare(x *graph.Attributes, common int) [][]weighed {
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
	rows := make([][]weighed, n)
	for u := range int32(n) {
		columns, values := x.Row(u)
		squares := 0.0
		for i, c := range columns {
			w := float32(math.Log(float64(n)/float64(users[c])) * (float64(values[i]) / largest))
			if w != 0 && users[c] > 1 && users[c] <= common {
				rows[u] = append(rows[u], weighed{c, w})
				squares += float64(w) * float64(w)
			}
		}
		for i := range rows[u] {
			rows[u][i].value = float32(float64(rows[u][i].value) / math.Sqrt(squares))
		}
	}
	return rows
}
