// Package similar finds nearest neighbours of nodes by their features. Features determine the
// weights of rows.
package similar

import (
	"cmp"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Entry is an entry of a row.
type Entry[F float32 | float64] struct {
	Column int32
	Value  F
}

// Near is a similar row.
type Near[F float32 | float64] struct {
	Row     int32
	Product F // product of both rows: the cosine for rows of norm 1
}

// Nearest lists for every row the most other rows with the largest positive products, in decreasing
// order; ties go to the lower number. Columns of rows are below columns. The time is proportional
// to the pairs of entries that share a column.
func Nearest[F float32 | float64](rows [][]Entry[F], columns, most int) [][]Near[F] {
	posts := make([][]Entry[F], columns) // rows of each column
	for u, row := range rows {
		for _, e := range row {
			posts[e.Column] = append(posts[e.Column], Entry[F]{int32(u), e.Value})
		}
	}
	type room struct {
		product []F
		seen    []bool
		met     []int32 // rows that share a column
	}
	lists, rooms := make([][]Near[F], len(rows)), make([]room, parallel.Most())
	parallel.Blocks(len(rows), 64, func(worker, lo, hi int) {
		w := &rooms[worker]
		if w.seen == nil {
			w.product, w.seen = make([]F, len(rows)), make([]bool, len(rows))
		}
		for u := lo; u < hi; u++ {
			w.met = w.met[:0]
			w.seen[u] = true
			for _, e := range rows[u] {
				for _, p := range posts[e.Column] {
					if w.product[p.Column] += e.Value * p.Value; !w.seen[p.Column] {
						w.seen[p.Column] = true
						w.met = append(w.met, p.Column)
					}
				}
			}
			var like []Near[F]
			for _, v := range w.met {
				if w.product[v] > 0 {
					like = append(like, Near[F]{v, w.product[v]})
				}
				w.product[v], w.seen[v] = 0, false
			}
			w.product[u], w.seen[u] = 0, false
			lists[u] = slices.Clone(first(like, most, func(a, b Near[F]) int {
				return cmp.Or(cmp.Compare(b.Product, a.Product), cmp.Compare(a.Row, b.Row))
			}))
		}
	})
	return lists
}

// first sorts the most first entries of a list to its front and returns them.
func first[T any](list []T, most int, compare func(v, w T) int) []T {
	for lo, hi := 0, len(list); hi > most && hi-lo > 1; { // quickselect: the selected entries are before lo, or end within lo … hi
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
