package audit

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mathext"

	"github.com/graphdp/graphdp/data/scalar"
)

// band returns what holds of n runs at once ([proof](../../docs/proofs/audits.md)): but for a
// probability of alpha, whatever the threshold, an event "at most t" that happened in k of the runs
// has a probability of at least band[k].
//
// band[k] is the lower end of the Clopper-Pearson interval of k of n at one level for all k, the
// largest that [crossing] allows.
func band(n int, alpha float64) []float64 {
	key := bandOf{n, alpha}
	if known, ok := bands.Load(key); ok {
		return known.([]float64)
	}
	allowed := make([]float64, n+1) // bounds of 0 hold always
	for level, tries := alpha, 0; tries < 50; tries++ {
		bounds := make([]float64, n+1)
		for k := 1; k <= n; k++ {
			bounds[k] = max(bounds[k-1], mathext.InvRegIncBeta(float64(k), float64(n-k+1), level))
		}
		c := crossing(bounds[1:])
		if c <= alpha {
			allowed = bounds
			if c > .99*alpha {
				break
			}
		}
		level *= .995 * alpha / c
	}
	bands.Store(key, allowed)
	return allowed
}

type bandOf struct {
	n     int
	alpha float64
}

var bands sync.Map // of this process: they depend on nothing else

// crossing returns the probability that of as many uniform points as there are bounds, which
// increase, the k-th smallest is below the k-th bound for some k. It is exact but for rounding: it
// follows how many points lie below each bound in turn, and what it leaves out counts as crossed.
func crossing(bounds []float64) float64 {
	const nothing = 1e-30
	n := len(bounds)
	crossed, stayed := 0.0, 0.0
	below := make([]float64, n+1) // below[j]: j points are below the last bound, and none was crossed
	below[0] = 1
	least, last := 0, 0.0
	for k, bound := range bounds {
		p := (bound - last) / (1 - last) // of a point that is above the last bound
		last = bound
		odds, none := p/(1-p), scalar.Exp(float64(n-k)*math.Log1p(-p)) // none of n-j points, as j goes down
		for j := k; j >= least; j-- {
			from := below[j]
			below[j] = 0
			mass := from * none
			for i, rest := 0, float64(n-j); ; i++ { // i of n-j points
				if mass < nothing && float64(i) > rest*p*2 { // from here on masses are halved, or less
					crossed += 2 * mass
					break
				}
				if j+i <= k {
					below[j+i] += mass
				} else {
					crossed += mass
				}
				mass *= (rest - float64(i)) / float64(i+1) * odds
			}
			none *= 1 - p
		}
		for ; least < k && below[least] < nothing; least++ {
			crossed += below[least]
			below[least] = 0
		}
	}
	for _, mass := range below {
		stayed += mass
	}
	if crossed+stayed < 1-1e-6 { // a probability was too small for a number
		return 1
	}
	return crossed * (1 + 1e-6) // far above what is rounded
}
