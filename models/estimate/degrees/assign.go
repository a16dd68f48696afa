package degrees

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Quantiles returns n ascending degrees with the given distribution: law[d] is proportional to the
// share of nodes of degree d.
func Quantiles(law []float64, n int) []float64 {
	list, sum := make([]float64, max(n, 0)), 0.0
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

// Assign gives nodes the degrees of an ascending list in the order of their means. The means
// themselves vary too little. Ties are broken at random.
func Assign(means, list []float64, r *rand.Rand) ([]float64, error) {
	if r == nil {
		return nil, errors.New("degrees: no source of randomness: pass a *rand.Rand")
	}
	if len(means) != len(list) {
		return nil, fmt.Errorf("degrees: %d degrees for %d nodes", len(list), len(means))
	}
	order := r.Perm(len(means))
	slices.SortStableFunc(order, func(u, v int) int { return cmp.Compare(means[u], means[v]) })
	assigned := make([]float64, len(means))
	for i, u := range order {
		assigned[u] = list[i]
	}
	return assigned, nil
}
