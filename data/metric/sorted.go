package metric

import (
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
)

// sorted is a symmetric 0/1 matrix in compressed sparse rows with rows and columns in descending
// order of degree, for many products. Rows of equal length are adjacent, so that their ends are
// predictable, and the entries that most rows read are close together.
type sorted struct {
	order   []int32 // the node of each row
	offsets []int64
	targets []int32
	cuts    []int // first row of each block, and N: blocks have about as many entries
}

// blockCost is the number of rows and entries per block, whatever the number of cores: sums over
// blocks are the same on all machines.
const blockCost = 1 << 14

func newSorted(offsets []int64, targets []int32) *sorted {
	order := byDegree(offsets)
	n := len(order)
	place := make([]int32, n)
	s := &sorted{order: order, offsets: make([]int64, n+1), targets: make([]int32, len(targets))}
	full := int64(0) // the block is full
	for i, u := range order {
		place[u] = int32(i)
		s.offsets[i+1] = s.offsets[i] + offsets[u+1] - offsets[u]
		if cost := s.offsets[i] + int64(i); cost >= full {
			s.cuts, full = append(s.cuts, i), cost+blockCost
		}
	}
	s.cuts = append(s.cuts, n)
	s.blocks(func(_, lo, hi int) {
		to := s.targets[s.offsets[lo]:s.offsets[hi]]
		for _, u := range order[lo:hi] {
			row := targets[offsets[u]:offsets[u+1]]
			for k, v := range row {
				to[k] = place[v]
			}
			to = to[len(row):]
		}
	})
	return s
}

// blocks calls f on blocks of rows on all cores.
func (s *sorted) blocks(f func(block, lo, hi int)) {
	parallel.Blocks(len(s.cuts)-1, 1, func(_, b, _ int) { f(b, s.cuts[b], s.cuts[b+1]) })
}

// sum adds the results of f for blocks of rows, on all cores, always in the same order.
func (s *sorted) sum(f func(lo, hi int) float64) float64 {
	parts := make([]float64, len(s.cuts)-1)
	s.blocks(func(block, lo, hi int) { parts[block] = f(lo, hi) })
	return lists.Sum(parts)
}

// times stores the product of the matrix and x in out.
func (s *sorted) times(out, x []float64) {
	s.blocks(func(_, lo, hi int) { s.rows(out, x, lo, hi) })
}

// longRow is the length from which a row is summed on its own.
const longRow = 32

// rows computes out[lo:hi].
func (s *sorted) rows(out, x []float64, lo, hi int) {
	for u := lo; u < hi; {
		from := s.offsets[u]
		d := int(s.offsets[u+1] - from)
		row := s.targets[from:][:d]
		// Four independent sums at a time. For long rows, they belong to one row, and round less;
		// nodes with the same neighbours always have the same sum.
		var a, b, c, e float64
		if d < longRow && u+4 <= hi && s.offsets[u+4]-from == int64(4*d) {
			rest := s.targets[from+int64(d):][:3*d]
			row1, row2, row3 := rest[:d], rest[d:][:d], rest[2*d:][:d]
			for k, v := range row {
				a += x[v]
				b += x[row1[k]]
				c += x[row2[k]]
				e += x[row3[k]]
			}
			out[u], out[u+1], out[u+2], out[u+3] = a, b, c, e
			u += 4
			continue
		}
		for d >= longRow && len(row) >= 4 {
			a += x[row[0]]
			b += x[row[1]]
			c += x[row[2]]
			e += x[row[3]]
			row = row[4:]
		}
		for _, v := range row {
			a += x[v]
		}
		out[u] = (a + b) + (c + e)
		u++
	}
}

// unsort returns the entries of x, one per row, in the order of the nodes.
func (s *sorted) unsort(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, u := range s.order {
		y[u] = x[i]
	}
	return y
}
