package privdpr

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/degrees"
)

// The rule of [hidden], chosen on generated graphs alone (docs/papers/privdpr.md, The cap).
const (
	usual      = 0.7     // times √(n·ε), the largest cap that degrees are asked under
	lower      = 3.      // the factor from one cap below that to the next
	least      = 12.     // the least of these
	higher     = 6.      // the factor from the usual cap to the one above it
	countShare = 0.3     // of ε, for edges under all caps
	clearly    = 1.5     // standard deviations of noise by which a larger cap has to count more
	worth      = 2. / 3. // the share of edges that is worth a cap larger by n·ε
)

// hidden releases ascending degrees where nodes are hidden. It counts the edges under larger and
// larger caps, as long as the next cap has clearly more edges, by a share that its noise is worth.
// The last of these caps, or the usual one, is that of the degrees. What a higher cap counts beyond
// their sum, their highest nodes have.
func hidden(s *gdp.Session, eps gdp.Epsilon) ([]int, error) {
	n, left, at := s.Public().Nodes, eps, 0
	caps, base := capsOf(n, float64(eps))
	sum := 0.0
	for _, c := range caps {
		sum += math.Pow(float64(c), 2./3) // the least sum of variances
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

// capsOf returns ascending caps, and the place of the usual one.
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

// extend changes ascending degrees that were capped so that they make so many edges: those at the
// cap follow a power law up to the top, and all others grow by the same factor to meet them.
func extend(list []int, cap, top int, edges float64) {
	high, sum := 0, 0.0
	for _, d := range list {
		if sum += float64(d); d >= cap {
			high++
		}
	}
	rest := list[:len(list)-high]
	law := func(k int, slope float64) float64 { // degree of the highest node but k
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
