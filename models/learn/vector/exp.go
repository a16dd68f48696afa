package vector

import "github.com/graphdp/graphdp/data/scalar"

// Exp replaces each x ≤ 0 by eˣ, within a few units in the last place. An x below -87 counts as
// -87; a NaN stays NaN.
func Exp(x []float32) { exp(x) }

func expGo(x []float32) {
	for i, v := range x {
		x[i] = float32(scalar.Exp(float64(max(v, -87))))
	}
}
