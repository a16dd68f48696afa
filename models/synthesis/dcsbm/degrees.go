package dcsbm

import (
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/degrees"
)

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
