package dcsbm

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/degrees"
)

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

// deal gives nodes the degrees of an ascending list by the order of their means, which are too much
// alike themselves; nodes of one mean have theirs in any order.
func deal(means, list []float64, r *rand.Rand) []float64 {
	order := r.Perm(len(means))
	slices.SortStableFunc(order, func(u, v int) int { return cmp.Compare(means[u], means[v]) })
	dealt := make([]float64, len(means))
	for i, u := range order {
		dealt[u] = list[i]
	}
	return dealt
}

// clearly reports whether so many nodes have each degree of an ascending list that noise in how
// many have at most a degree is less: where they have not, the list's law is smoother than what it
// asks.
func clearly(list []float64, eps gdp.Epsilon) bool {
	n := len(list)
	return 2*math.Sqrt2/float64(eps) < float64(n)/(list[n-1]+1)
}

// distribution releases how many nodes have each degree, and writes it over a list of ascending
// degrees, but for the largest: they are too few to be seen beside the noise.
func distribution(s *gdp.Session, list []float64, eps gdp.Epsilon) error {
	const room, clear = 1.5, 8
	n := len(list)
	released, err := degrees.Distribution(s, "cumulated degrees", min(int(room*list[n-1])+2, n-1), eps)
	if err != nil {
		return err
	}
	for i := range n - int(min(clear/float64(eps), float64(n))) {
		list[i] = float64(released[i])
	}
	slices.Sort(list)
	return nil
}
