package query

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
)

// DegreeCap returns a cap for [CumulativeDegrees] under node-level privacy: √(n·ε), at least 2. A
// smaller cap drops more edges, a larger one needs more noise. It depends on public numbers only,
// and was chosen on generated graphs: docs/papers/privdpr.md.
func DegreeCap(n int, eps gdp.Epsilon) int {
	return max(2, int(min(math.Ceil(math.Sqrt(float64(n)*float64(eps))), float64(n))))
}

// EdgeCap returns a cap for [EdgeCount] under node-level privacy: 2.8·√(n·ε), at least 2. It
// depends on public numbers only, and was chosen on generated graphs: docs/benchmarks/asking.md.
func EdgeCap(n int, eps gdp.Epsilon) int {
	return max(2, int(min(math.Ceil(2.8*math.Sqrt(float64(eps)*float64(n))), float64(n))))
}

// DegreesFromCumulative returns n degrees, in ascending order, from a noisy answer to
// [CumulativeDegrees] with a public number n of nodes. Nodes above the last counted degree get that
// degree plus one, the cap.
func DegreesFromCumulative(noisy []float64, n int) ([]int, error) {
	if n < 0 {
		return nil, fmt.Errorf("query: %d nodes, want 0 or more", n)
	}
	for k, v := range noisy {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("query: value %d of the cumulative degrees is %v, want a finite number", k, v)
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
