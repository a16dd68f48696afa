package dpgs

// densities are the weights of the summary, k x k and symmetric: [DPGS] Alg. 2. A noisy count below
// 0 is 0, and where there are no pairs of nodes there is no weight.
func densities(noisy []float64, sizes []int) [][]float64 {
	k := len(sizes)
	w := make([][]float64, k)
	for a := range w {
		w[a] = make([]float64, k)
	}
	for a := range k {
		for b := a; b < k; b++ {
			if c := capacity(sizes, a, b); c > 0 {
				w[a][b] = max(0, noisy[cellOf(k, int32(a), int32(b))]) / c // 2 E(u,u) over |u| (|u|-1) within
				w[b][a] = w[a][b]
			}
		}
	}
	return w
}
