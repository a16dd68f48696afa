package metric

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/scalar"
)

// overlap is the contingency table of two partitions.
type overlap struct {
	n          float64
	rows, cols []float64 // sizes of the parts
	cells      []cell    // non-zero entries
}

type cell struct {
	row, col int32
	count    float64
}

func newOverlap(a, b []int32) (overlap, error) {
	if len(a) != len(b) {
		return overlap{}, fmt.Errorf("metric: partitions of %d and %d nodes cannot be compared", len(a), len(b))
	}
	a, rows := dense(a)
	b, cols := dense(b)
	t := overlap{n: float64(len(a)), rows: make([]float64, rows), cols: make([]float64, cols)}
	counts := make(map[[2]int32]int)
	for i := range a {
		t.rows[a[i]]++
		t.cols[b[i]]++
		counts[[2]int32{a[i], b[i]}]++
	}
	for at, c := range counts {
		t.cells = append(t.cells, cell{at[0], at[1], float64(c)})
	}
	slices.SortFunc(t.cells, func(x, y cell) int { // a map has no order, and sums round
		if x.row != y.row {
			return int(x.row) - int(y.row)
		}
		return int(x.col) - int(y.col)
	})
	return t, nil
}

// dense relabels with 0, 1, … and returns the number of labels.
func dense(labels []int32) ([]int32, int) {
	number := make(map[int32]int32)
	d := make([]int32, len(labels))
	for i, l := range labels {
		k, known := number[l]
		if !known {
			k = int32(len(number))
			number[l] = k
		}
		d[i] = k
	}
	return d, len(number)
}

// entropy returns the entropy of a partition with parts of the given sizes, in nats.
func entropy(sizes []float64, n float64) float64 {
	h := 0.0
	for _, s := range sizes {
		h -= s / n * math.Log(s/n)
	}
	return h
}

// mutual returns the mutual information of the partitions, in nats.
func (t overlap) mutual() float64 {
	i := 0.0
	for _, c := range t.cells {
		i += c.count / t.n * math.Log(c.count*t.n/(t.rows[c.row]*t.cols[c.col]))
	}
	return i
}

// NMI returns the normalised mutual information of two partitions of the same nodes, 2 I(a,b) /
// (H(a) + H(b)) [DPGS Eq. 9]: 1 if they are equal, 0 if they are independent. It is far above 0 for
// unrelated partitions with many small parts: see [AMI]. 1 if both partitions have one part.
func NMI(a, b []int32) (float64, error) {
	t, err := newOverlap(a, b)
	if err != nil {
		return 0, err
	}
	if t.n == 0 {
		return math.NaN(), nil
	}
	h := (entropy(t.rows, t.n) + entropy(t.cols, t.n)) / 2
	if h == 0 {
		return 1, nil
	}
	return min(1, max(0, t.mutual())/h), nil // [DPGS] Eq. 9; clamped against rounding
}

// AMI returns the adjusted mutual information (I - E)/((H(a) + H(b))/2 - E), where E is the mean of
// I over all partitions with parts of these sizes: about 0 for unrelated partitions of any sizes
// [Vinh et al. 2010]. 1 if both partitions are equal.
func AMI(a, b []int32) (float64, error) {
	t, err := newOverlap(a, b)
	if err != nil {
		return 0, err
	}
	if t.n == 0 {
		return math.NaN(), nil
	}
	if len(t.rows) == len(t.cells) && len(t.cols) == len(t.cells) {
		return 1, nil
	}
	e := t.expected()
	return (t.mutual() - e) / ((entropy(t.rows, t.n)+entropy(t.cols, t.n))/2 - e), nil
}

// expected returns the mean mutual information of random partitions with parts of these sizes. A
// part of x nodes and one of y share k of them with hypergeometric probability. Parts of equal size
// are counted, not repeated.
func (t overlap) expected() float64 {
	n := int(t.n)
	logFactorial := make([]float64, n+1)
	for i := 2; i <= n; i++ {
		logFactorial[i] = logFactorial[i-1] + math.Log(float64(i))
	}
	rows, cols := tally(t.rows), tally(t.cols)
	parts := make([]float64, len(rows))
	parallel.Blocks(len(rows), 1, func(_, i, _ int) {
		x, row := rows[i].size, 0.0
		for _, c := range cols {
			y := c.size
			base := logFactorial[x] + logFactorial[y] + logFactorial[n-x] + logFactorial[n-y] - logFactorial[n]
			// Outside 12 standard deviations and 40 the probability is below 10⁻²⁵
			// (Bernstein's inequality).
			middle := float64(x) * float64(y) / t.n
			reach := 12*math.Sqrt(middle) + 40
			for k := max(1, x+y-n, int(middle-reach)); k <= min(x, y, int(middle+reach)); k++ {
				p := scalar.Exp(base - logFactorial[k] - logFactorial[x-k] - logFactorial[y-k] - logFactorial[n-x-y+k])
				row += c.times * p * float64(k) / t.n * math.Log(float64(k)/middle)
			}
		}
		parts[i] = rows[i].times * row
	})
	return lists.Sum(parts)
}

type sized struct {
	size  int
	times float64
}

// tally counts the occurrences of each size.
func tally(sizes []float64) []sized {
	sorted := slices.Sorted(slices.Values(sizes))
	var t []sized
	for _, s := range sorted {
		if len(t) == 0 || t[len(t)-1].size != int(s) {
			t = append(t, sized{size: int(s)})
		}
		t[len(t)-1].times++
	}
	return t
}
