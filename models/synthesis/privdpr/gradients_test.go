package privdpr

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/claim"
)

// The gradients of 2000 networks are within the bounds for sigmoids, and without a hidden layer
// within a factor of 2 of them: networks of another scale or depth, and degrees that are not the
// worst, would be noticed. [PRIVDPR25] Eqs. 8, 9 and 10.
func TestLargestGradients(t *testing.T) {
	claim.Loose(t, "privdpr", "Lemma 4.3 for sigmoids: |∂f/∂v| ≤ Πw; it is 4^(L+1) times too large")
	claim.Holds(t, "privdpr", "Lemma 4.4 and Thm 4.2 for sigmoids: |∂ℓ/∂V| ≤ M s^-(L+1) for one pair")
	const n, gamma, s = 20, 0.85, 2.0
	for layers, limit := range []float64{0.108377, 0.0270943, 0.00677358, 0.00169340} {
		near(t, "the sharp bound over that of Lemma 4.4", SharpBound(n, gamma)/PaperBound(n, gamma)*math.Pow(4, -float64(layers+1)), limit, 5e-6)
		seen := must.Get(LargestGradients(n, layers, gamma, s, 2000, random(uint64(4+layers))))(t)
		bound := math.Pow(4*s, -float64(layers+1))
		within := []float64{0.5, 0.1, 0.02, 0.002}[layers] // slopes of layers are largest at other rows
		if ratio := seen.Output / bound; ratio > 1+1e-6 || ratio < within {
			t.Errorf("L = %d: |∂f/∂v| reaches %v, %v of its bound", layers, seen.Output, ratio)
		}
		if ratio := seen.Loss / (bound * SharpBound(n, gamma)); ratio > 1+1e-6 || ratio < within {
			t.Errorf("L = %d: |∂ℓ/∂V| reaches %v, %v of its bound", layers, seen.Loss, ratio)
		}
	}
	for _, bad := range []struct{ n, layers, draws int }{{1, 0, 1}, {2, -1, 1}, {2, 0, 0}} {
		if _, err := LargestGradients(bad.n, bad.layers, gamma, s, bad.draws, random(1)); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}
