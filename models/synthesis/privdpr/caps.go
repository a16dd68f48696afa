package privdpr

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/degrees"
)

// Constants of the rule of [hidden], chosen on generated graphs alone (docs/papers/privdpr.md, The
// cap).
const (
	usual      = 0.7     // times √(n·ε): the usual cap, the largest under which degrees are released
	lower      = 3.      // ratio of successive caps below it
	least      = 12.     // least cap
	higher     = 6.      // ratio of the cap above the usual one to it
	countShare = 0.3     // share of ε for edge counts under all caps
	clearly    = 1.5     // standard deviations by which a larger cap must count more
	worth      = 2. / 3. // share of the edges that justifies a cap larger by n·ε
)

// hidden releases ascending degrees when nodes are private. It counts edges under increasing caps
// while the next cap counts clearly more, by a share that is worth its noise. Degrees are released
// under the last such cap, at most the usual one. If a higher cap counts more edges, the highest
// nodes get them.
func hidden(s *gdp.Session, eps gdp.Epsilon) ([]int, error) {
	n, left, at := s.Public().Nodes, eps, 0
	caps, base := capsOf(n, float64(eps))
	sum := 0.0
	for _, c := range caps {
		sum += math.Pow(float64(c), 2./3) // minimises the sum of variances
	}
	counts, scales := make([]float64, len(caps)), make([]float64, len(caps))
	for i, c := range caps {
		own := countShare * eps * gdp.Epsilon(math.Pow(float64(c), 2./3)/sum)
		noisy, err := gdp.Laplace(s, fmt.Sprintf("edges, cap %d", c), query.EdgeCount[gdp.L1](s.Relation(), n, c), own)
		if err != nil {
			return nil, err
		}
		left -= own
		counts[i], scales[i] = noisy[0], float64(c)/float64(own)
		gain := (counts[i] - counts[at] - clearly*math.Hypot(scales[i], scales[at])) / max(counts[i], counts[at], 1)
		if i > 0 && gain < worth*float64(c-caps[at])/float64(eps)/float64(n) {
			break
		}
		at = i
	}
	list, err := degrees.Distribution(s, "degrees", caps[min(at, base)], left)
	if err == nil && at > base {
		extend(list, caps[base], caps[at], counts[at])
	}
	return list, err
}

// capsOf returns ascending caps and the index of the usual one.
func capsOf(n int, eps float64) (list []int, base int) {
	whole := func(c float64) int { return max(1, int(min(math.Ceil(c), float64(n-1)))) }
	c := min(usual*math.Sqrt(float64(n)*eps), float64(n-1))
	list = []int{whole(c)}
	for d := c; d >= lower*least; base++ {
		d /= lower
		list = append([]int{whole(d)}, list...)
	}
	if top := whole(higher * c); top > list[base] {
		list = append(list, top)
	}
	return list, base
}

// extend stretches capped ascending degrees until they have the given number of edges. Degrees at
// the cap follow a power law up to top, and the others grow by a common factor, at most to the cap.
func extend(list []int, cap, top int, edges float64) {
	high, sum := 0, 0.0
	for _, d := range list {
		if sum += float64(d); d >= cap {
			high++
		}
	}
	rest := list[:len(list)-high]
	law := func(k int, slope float64) float64 { // degree of the node with k higher ones
		return min(float64(cap)*max(1, math.Pow(float64(high)/(float64(k)+0.5), slope)), float64(top))
	}
	more := func(slope float64) (stubs float64) {
		for k := range high {
			stubs += law(k, slope) - float64(cap)
		}
		return stubs
	}
	low, most := 0.0, 20.0
	for range 40 {
		if slope := (low + most) / 2; more(slope) < edges-sum/2 {
			low = slope
		} else {
			most = slope
		}
	}
	factor := 1 + more(low)/max(sum-float64(high*cap), 1)
	for i, d := range rest {
		rest[i] = min(int(math.Round(float64(d)*factor)), cap)
	}
	for k := range high {
		list[len(list)-1-k] = int(law(k, low))
	}
}
