package query

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp"
)

// DegreeCap returns a cap for [CumulatedDegrees] where nodes are hidden: √(n·ε), at least 2.
// A smaller one leaves out more edges, a larger one needs more noise. It depends on
// public numbers alone, and was chosen on generated graphs: docs/papers/privdpr.md.
func DegreeCap(n int, eps gdp.Epsilon) int { return capFor(1, n, eps) }

// EdgeCap returns a cap for [EdgeCount] where nodes are hidden, chosen likewise: 2.8·√(n·ε),
// at least 2.
func EdgeCap(n int, eps gdp.Epsilon) int { return capFor(2.8, n, eps) }

func capFor(factor float64, n int, eps gdp.Epsilon) int {
	return max(2, int(min(math.Ceil(factor*math.Sqrt(float64(n)*float64(eps))), float64(n))))
}

// DegreesFromCumulated makes n degrees, in ascending order, of a noisy answer to
// [CumulatedDegrees] for a public number n of nodes. The nodes above its last
// degree get that degree plus one, the cap; [LongTail] spreads them.
func DegreesFromCumulated(noisy []float64, n int) ([]int, error) {
	if n < 0 {
		return nil, fmt.Errorf("query: %d nodes", n)
	}
	for k, v := range noisy {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("query: value %d of the cumulated degrees is %v", k, v)
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

// LongTail gives the highest of some ascending degrees a tail: where a cap has cut
// hubs, or noise outweighs what was counted, degrees that fall off as a power of
// their rank. The tail holds at least the nodes that are asked for, and with them
// all of the same degree; twice the scale of a count's noise is a good number.
//
// Edges is a number of edges in all, noisy perhaps. Of an edge that the cap left
// out one end lay at a hub, which the tail makes up for, and one elsewhere. So the
// power is that which restores half of what the degrees lack of twice that number.
// If none does, the tail is flat, or as steep as n-1 allows.
func LongTail(degrees []int, nodes int, edges float64) ([]int, error) {
	n := len(degrees)
	if math.IsNaN(edges) || math.IsInf(edges, 0) || nodes < 1 || nodes > n || !slices.IsSorted(degrees) || degrees[0] < 0 {
		return nil, fmt.Errorf("query: a tail of %d nodes on %d degrees, with %v edges in all", nodes, n, edges)
	}
	least := max(degrees[n-nodes], 1)
	start, _ := slices.BinarySearch(degrees, least)
	out := slices.Clone(degrees)
	count, sum := float64(n-start), edges // sum is what the tail adds up to
	for i, d := range degrees {
		sum += float64(d) / 2
		if i < start {
			sum -= float64(d)
		}
	}
	degree := func(rank int, power float64) float64 {
		return min(float64(least)*math.Pow(count/(float64(rank)-0.5), power), float64(n-1))
	}
	low, high := 0.0, 16.0
	for range 60 {
		power, total := (low+high)/2, 0.0
		for rank := 1; rank <= n-start; rank++ {
			total += degree(rank, power)
		}
		if total < sum {
			low = power
		} else {
			high = power
		}
	}
	for i := start; i < n; i++ {
		out[i] = int(math.Round(degree(n-i, low)))
	}
	return out, nil
}
