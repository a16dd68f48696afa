package vector

// Dots stores in dst the dot products of x with the given rows of m.
func Dots(dst []float32, x []float32, m Matrix, rows []int32) {
	dst, x = dst[:len(rows)], x[:m.Cols]
	for len(rows) > 0 {
		n := dots(dst, x, m, rows)
		dst, rows = dst[n:], rows[n:]
	}
}

// Combine stores in dst the weighted sum of the given rows of m.
func Combine(dst []float32, weights []float32, m Matrix, rows []int32) {
	combine(dst[:m.Cols], weights[:len(rows)], m, rows)
}

// AddRows adds weights[i] · src[from[i]] to row to[i] of dst, for all i, on all cores. Rows have
// equal length, src and dst must not overlap, and a weight of zero adds nothing, even times NaN.
//
// One worker owns each row of dst and adds to it in list order, so the result does not depend on
// the number of workers.
func AddRows(dst Matrix, to []int32, weights []float32, src Matrix, from []int32) {
	shard(to, weights, from, func(to []int32, weights []float32, from []int32) int {
		return addRows(dst, to, weights, src, from)
	})
}

// Sums holds rows of sums in float64, as wide as the rows that are added.
type Sums struct {
	Data []float64
	Cols int
	// Grid is a power of two. Every number is rounded to a multiple of Grid before it is added.
	// Sums below 2⁵³·Grid are exact in any order; a number may be up to 2⁵¹·Grid.
	Grid float64
}

// Row returns row i of the sums.
func (s Sums) Row(i int) []float64 { return s.Data[i*s.Cols:][:s.Cols] }

// Add is like [AddRows] for sums.
func (s Sums) Add(to []int32, weights []float32, src Matrix, from []int32) {
	round := 0x1.8p52 * s.Grid // adding this drops all digits below the grid
	shard(to, weights, from, func(to []int32, weights []float32, from []int32) int {
		return addSums(s, round, to, weights, src, from)
	})
}

// shard gives each worker the part of the list for its own rows. first processes the first few
// entries of a non-empty list and returns their number.
func shard(to []int32, weights []float32, from []int32, first func(to []int32, weights []float32, from []int32) int) {
	Shards(len(to), 64, func(worker, workers int) {
		var mine struct {
			to, from [64]int32
			weights  [64]float32
		}
		do := func(n int) {
			for i := 0; i < n; {
				i += first(mine.to[i:n], mine.weights[i:n], mine.from[i:n])
			}
		}
		n := 0
		for i, row := range to {
			mine.to[n], mine.from[n], mine.weights[n] = row, from[i], weights[i]
			if int(row)&(workers-1) == worker && weights[i] != 0 {
				n++
			}
			if n == len(mine.to) {
				do(n)
				n = 0
			}
		}
		do(n)
	})
}

// Settle adds sum+noise to dst and clears sum; all have equal length. Nothing is rounded to float32
// before the noise is added.
func Settle(dst []float32, sum []float64, noise []float32) {
	settle(dst, sum[:len(dst)], noise[:len(dst)])
}

// dotsGo processes the first row and returns the number of rows done.
func dotsGo(dst []float32, x []float32, m Matrix, rows []int32) int {
	dst[0] = dot(x, m.Row(int(rows[0])))
	return 1
}

func combineGo(dst []float32, weights []float32, m Matrix, rows []int32) {
	clear(dst)
	for i, r := range rows {
		addScaled(dst, weights[i], m.Row(int(r)))
	}
}

// addRowsGo processes the first row and returns the number of rows done.
func addRowsGo(dst Matrix, to []int32, weights []float32, src Matrix, from []int32) int {
	addScaled(dst.Row(int(to[0])), weights[0], src.Row(int(from[0])))
	return 1
}

// addSumsGo processes the first row and returns the number of rows done.
func addSumsGo(s Sums, round float64, to []int32, weights []float32, src Matrix, from []int32) int {
	row, w := s.Row(int(to[0])), float64(weights[0])
	for i, v := range src.Row(int(from[0])) {
		x := w*float64(v) + round // the product is exact
		row[i] += x - round
	}
	return 1
}

func settleGo(dst []float32, sum []float64, noise []float32) {
	for i, v := range noise {
		dst[i] += float32(sum[i] + float64(v))
		sum[i] = 0
	}
}
