package privdpr

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
)

// Gradients holds the largest gradients observed over random networks, rows and degrees.
type Gradients struct {
	Output float64 // |∂f/∂v|, bounded by Lemma 4.3
	Loss   float64 // |∂ℓ/∂V| of one pair, bounded by Lemma 4.4
}

// LargestGradients samples networks with L hidden layers of norm 1/s for a graph of n nodes, each
// with two rows and two degrees. Half of the pairs have the degrees at which Lemma 4.4 is tightest,
// 1 and n-1.
func LargestGradients(n, layers int, gamma, s float64, draws int, r *rand.Rand) (seen Gradients, err error) {
	if n < 2 || layers < 0 || layers > mostLayers || draws < 1 || draws > 1e6 || !(gamma > 0 && gamma < 1) || !(s > 0) || r == nil {
		return seen, fmt.Errorf("privdpr: %d networks of %d layers, n = %d, γ = %v, s = %v: want 1 to 10⁶ networks, 0 to %d layers, n ≥ 2, γ in (0, 1), s > 0 and a source of randomness", draws, layers, n, gamma, s, mostLayers)
	}
	const inputs, hidden = 3, 4
	for range draws {
		f := newNetwork(inputs, hidden, layers+1, s, r)
		if err := f.normalise(nil); err != nil {
			return seen, err
		}
		rows := general(2, inputs)
		for k := range rows.Data {
			rows.Data[k] = 3 * r.NormFloat64()
		}
		p := f.forward(rows)
		norm := func(outputs ...float64) float64 {
			d := f.backward(p, outputs, nil)
			return blas64.Nrm2(blas64.Vector{N: len(d.Data), Inc: 1, Data: d.Data})
		}
		pair := edgeLoss{gamma: gamma, n: float64(n), outDegI: 1, inDegJ: float64(n - 1)}
		if r.IntN(2) == 0 {
			pair.outDegI, pair.inDegJ = float64(1+r.IntN(n-1)), float64(1+r.IntN(n-1))
		}
		seen.Output = math.Max(seen.Output, norm(1, 0)) // [PRIVDPR25] Lemma 4.3, left side of Eq. 8
		seen.Loss = math.Max(seen.Loss, norm(pair.gradient(p.outputs()[0], p.outputs()[1])))
	}
	return seen, nil
}
