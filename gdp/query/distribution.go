package query

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
)

// DegreeCap returns a cap for [CumulativeDegrees] where nodes are hidden: √(n·ε), at least 2.
// A smaller one leaves out more edges, a larger one needs more noise. It depends on
// public numbers alone, and was chosen on generated graphs: docs/papers/privdpr.md.
func DegreeCap(n int, eps gdp.Epsilon) int {
	return max(2, int(min(math.Ceil(math.Sqrt(float64(n)*float64(eps))), float64(n))))
}

// EdgeCap returns a cap for [EdgeCount] where nodes are hidden: 2.8·√(n·ε), at least 2. It depends
// on public numbers alone, and was chosen on generated graphs: docs/benchmarks/asking.md.
func EdgeCap(n int, eps gdp.Epsilon) int {
	return max(2, int(min(math.Ceil(2.8*math.Sqrt(float64(eps)*float64(n))), float64(n))))
}

// DegreesFromCumulative makes n degrees, in ascending order, of a noisy answer to
// [CumulativeDegrees] for a public number n of nodes. The nodes above its last
// degree get that degree plus one, the cap.
func DegreesFromCumulative(noisy []float64, n int) ([]int, error) {
	if n < 0 {
		return nil, fmt.Errorf("query: %d nodes", n)
	}
	for k, v := range noisy {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("query: value %d of the cumulative degrees is %v", k, v)
		}
	}
	degrees := make([]int, 0, n)
	for k, v := range Isotonic(noisy) {
		for upTo := math.Round(min(max(v, 0), float64(n))); float64(len(degrees)) < upTo; {
			degrees = append(degrees, k)
		}
	}
	for len(degrees) < n {
		degrees = append(degrees, len(noisy))
	}
	return degrees, nil
}
