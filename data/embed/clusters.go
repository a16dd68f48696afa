package embed

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

const (
	clusterRuns   = 5  // with other initial centres
	clusterRounds = 30 // most iterations of each
)

// Clusters returns the $k$-means clusters of the normalised rows: the best of several runs with
// k-means++ initial centres (Arthur and Vassilvitskii, 2007).
func (m *Matrix) Clusters(k int, r *rand.Rand) ([]int32, error) {
	rows := make([][]float64, m.N())
	for u := range rows {
		length := math.Sqrt(max(m.Dot(int32(u), int32(u)), 1e-30))
		for _, x := range m.Row(int32(u)) {
			rows[u] = append(rows[u], float64(x)/length)
		}
	}
	return KMeans(rows, k, r)
}

// KMeans is [Matrix.Clusters] for rows of one length, without normalisation.
func KMeans(rows [][]float64, k int, r *rand.Rand) ([]int32, error) {
	n := len(rows)
	if k < 1 || k > n {
		return nil, fmt.Errorf("embed: %d clusters of %d rows: want at least 1, at most one per row", k, n)
	}
	if r == nil {
		return nil, errors.New("embed: no source of randomness")
	}
	dim := len(rows[0])
	for u, row := range rows {
		if len(row) != dim {
			return nil, fmt.Errorf("embed: row %d has %d numbers, the first has %d", u, len(row), dim)
		}
	}
	best, least := make([]int32, n), math.Inf(1)
	of, centres, counts := make([]int32, n), make([][]float64, k), make([]int, k)
	for range clusterRuns {
		for c, u := range spread(rows, k, r) {
			centres[c] = append(centres[c][:0], rows[u]...)
		}
		last := math.Inf(1)
		for range clusterRounds {
			total := 0.0
			for u, x := range rows {
				nearest := math.Inf(1)
				for c, y := range centres {
					if d := squared(x, y, nearest); d < nearest {
						nearest, of[u] = d, int32(c)
					}
				}
				total += nearest
			}
			if total < least {
				least = total
				copy(best, of)
			}
			if total >= last {
				break
			}
			last = total
			sums := make([]float64, k*dim)
			clear(counts)
			for u, x := range rows {
				counts[of[u]]++
				for i, v := range x {
					sums[int(of[u])*dim+i] += v
				}
			}
			for c, y := range centres {
				for i := range y {
					if counts[c] > 0 { // an empty cluster keeps its centre
						y[i] = sums[c*dim+i] / float64(counts[c])
					}
				}
			}
		}
	}
	return best, nil
}

// spread chooses k rows by k-means++: each with probability proportional to its squared distance
// from the chosen ones, or uniformly if all distances are 0.
func spread(rows [][]float64, k int, r *rand.Rand) (chosen []int) {
	chosen = []int{r.IntN(len(rows))}
	far := slices.Repeat([]float64{math.Inf(1)}, len(rows))
	for len(chosen) < k {
		sum := 0.0
		for u, x := range rows {
			far[u] = min(far[u], squared(x, rows[chosen[len(chosen)-1]], math.Inf(1)))
			sum += far[u]
		}
		next := r.IntN(len(rows))
		if sum > 0 {
			at := r.Float64() * sum
			for next = 0; next < len(rows)-1 && at >= far[next]; next++ {
				at -= far[next]
			}
		}
		chosen = append(chosen, next)
	}
	return chosen
}

// squared returns the squared distance of two rows, or a value above most.
func squared(x, y []float64, most float64) (sum float64) {
	for i, v := range x {
		d := v - y[i]
		if sum += d * d; sum > most {
			return sum
		}
	}
	return sum
}
