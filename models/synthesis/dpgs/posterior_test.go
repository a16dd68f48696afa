package dpgs

import (
	"math"
	"testing"
)

// The degree distribution is estimated from noisy degrees and counts with little more error than
// the counts have, and far less than noisy degrees have.
func TestLikely(t *testing.T) {
	r := source(3)
	const n, sd, wrong, low = 20_000, 6.0, 20.0, 8
	noisy, upTo := make([]float64, n), make([]float64, low)
	truth := map[int]float64{1: .5, 2: .2, 3: .2, 40: .1}
	for u := range noisy {
		k := 40
		for at, d := r.Float64(), 1; d <= 3; d++ {
			if at -= truth[d]; at < 0 {
				k = d
				break
			}
		}
		noisy[u] = float64(k) + sd*r.NormFloat64()
		for i := k; i < low; i++ {
			upTo[i]++
		}
	}
	for i := range upTo {
		upTo[i] += wrong * r.NormFloat64()
	}
	law := likely(noisy, sd, upTo, wrong, n-1)
	sum, high := 0.0, 0.0
	for k, p := range law {
		sum += p
		if k >= low {
			high += p
		}
	}
	for k := 1; k <= 3; k++ {
		if math.Abs(law[k]-truth[k]) > 0.02 {
			t.Errorf("degree %d has the share %v, want %v", k, law[k], truth[k])
		}
	}
	if math.Abs(sum-1) > 1e-9 || math.Abs(high-.1) > 0.02 {
		t.Errorf("shares sum to %v, and %v of the nodes have high degrees, want 0.1", sum, high)
	}
	// Sampled degrees have the distribution, and hubs stay hubs.
	degrees := drawDegrees(law, noisy, sd, nil, r)
	ones, hubs := 0.0, 0.0
	for u, k := range degrees {
		if k == 1 {
			ones++
		}
		if noisy[u] > 38 && k >= 20 {
			hubs++
		} else if noisy[u] > 38 {
			t.Fatalf("a node that shows %v has the degree %d", noisy[u], k)
		}
	}
	if math.Abs(ones/n-.5) > 0.03 || hubs < 500 {
		t.Errorf("a share %v of degree 1, and %v hubs", ones/n, hubs)
	}
}

// Degrees are possible whatever the noise.
func TestDegreesOfNothing(t *testing.T) {
	for _, noisy := range [][]float64{nil, {-1e9, -1e9, 1e9}, {0, 0, 0}, {-3, 700, 2}} {
		for _, upTo := range [][]float64{{-5}, {9, 9}, {1e9, -1e9, 4}} {
			law := likely(noisy, 1.5, upTo, 2, 2)
			for u, k := range drawDegrees(law, noisy, 1.5, nil, source(1)) {
				if k < 0 || int(k) >= len(law) {
					t.Errorf("node %d that shows %v has the degree %d", u, noisy[u], k)
				}
			}
		}
	}
}
