package dcsbm

// quantiles returns the degrees of n nodes of a law, ascending.
func quantiles(law []float64, n int) []float64 {
	list, sum := make([]float64, n), 0.0
	for _, p := range law {
		sum += p
	}
	d, upTo := 0, 0.0
	for i := range list {
		for d < len(law)-1 && upTo+law[d] < (float64(i)+0.5)/float64(n)*sum {
			upTo += law[d]
			d++
		}
		list[i] = float64(d)
	}
	return list
}
